import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { weekdays } from '../../test/weekdays.ts'
import { BusinessDays, civil } from '../sla/calendar.ts'
import {
  type Clock,
  clocksOf,
  computeClockColumns,
  daysOn,
  type Party,
  slaStatus,
  slaStatuses,
  turnTimes,
} from './clocks.ts'
import { type SlvStatus, slvStatuses } from './status.ts'

const still = {
  buyerDays: 0,
  sellerDays: 0,
  roundDays: 0,
  clockParty: null,
  clockSince: null,
  slrDays: null,
  slrSince: null,
  tdDays: null,
  tdSince: null,
}
const targets = Object.fromEntries(
  ['slvReview', 'slvResubmission', 'slrReview', 'tdReview'].map((name) => [
    name,
    { targetDays: 2, warnDays: 1 },
  ]),
) as Parameters<typeof slaStatuses>[1]

const days = new BusinessDays(weekdays)
const on = (today: number) => ({ days, today })

describe('clocks', () => {
  test('run for the seller while documents are requested and for the buyer on other open work', () => {
    const whose = (status: SlvStatus) => [
      status,
      Object.entries(clocksOf(status))
        .map(([clock, party]) => `${clock} ${party}`)
        .join(', '),
    ]
    expect(Object.fromEntries(slvStatuses.map(whose))).toEqual({
      DRAFT: '',
      PENDING: 'SLV BUYER',
      REVIEW: 'SLV BUYER',
      PENDING_DOCUMENTS: 'SLV SELLER',
      DOCUMENTS_RECEIVED: 'SLV BUYER',
      SLR_PENDING: 'SLV BUYER, SLR BUYER',
      SLR_PENDING_INFO: 'SLV BUYER',
      SLR_INFO_RECEIVED: 'SLV BUYER, SLR BUYER',
      SLR_REVIEW: 'SLV BUYER, SLR BUYER',
      SLR_COMPLETED: 'SLV BUYER',
      TD_PENDING: 'SLV BUYER, TD BUYER',
      TD_REVIEW: 'SLV BUYER, TD BUYER',
      TD_COMPLETED: 'SLV BUYER',
      WITHDRAW_PENDING: 'SLV BUYER',
      WITHDRAWN_APPROVED: '',
      DRAFT_RESUBMITTED: '',
      RESUBMITTED: 'SLV BUYER',
      APPROVED: '',
      DECLINED: '',
      NOT_NEEDED: '',
    })
  })

  test('add the running interval to the closed ones, and never less than zero', () => {
    expect(daysOn({ days: 3, since: 100 }, 102)).toBe(5)
    expect(daysOn({ days: 3, since: 103 }, 102)).toBe(3)
    expect(daysOn({ days: 3, since: null }, 102)).toBe(3)
  })

  test('are overdue past the target, and warn before it', () => {
    const at = (today: number) =>
      slaStatus(
        { days: 0, since: 100 },
        { targetDays: 2, warnDays: 1 },
        on(today),
      )
    const dueAt = days.endOf(102).toISOString()
    expect(at(100)).toEqual({
      days: -2,
      overdue: false,
      warn: false,
      running: true,
      dueAt,
      dueState: 'OK',
    })
    expect(at(101)).toMatchObject({
      days: -1,
      warn: true,
      dueAt,
      dueState: 'SOON',
    })
    expect(at(102)).toMatchObject({
      days: 0,
      overdue: false,
      warn: true,
      dueAt,
      dueState: 'SOON',
    })
    expect(at(103)).toMatchObject({
      days: 1,
      overdue: true,
      warn: false,
      dueAt,
      dueState: 'OVERDUE',
    })
  })

  test('have no due date while they are paused, and are due soon only while they run', () => {
    const paused = (days: number) =>
      slaStatus({ days, since: null }, { targetDays: 2, warnDays: 1 }, on(100))
    expect(paused(2)).toMatchObject({ warn: true, dueAt: null, dueState: 'OK' })
    expect(paused(3)).toMatchObject({ dueAt: null, dueState: 'OVERDUE' })
  })

  test('keep their due day over a weekend, and are overdue on the next business day', () => {
    const on = (day: string) =>
      slaStatus(
        { days: 0, since: days.ordinal('2026-06-03') },
        { targetDays: 2, warnDays: 1 },
        { days, today: days.ordinal(day) },
      )
    const dueAt = '2026-06-05T21:00:00.000Z'
    for (const day of ['2026-06-05', '2026-06-06', '2026-06-07'])
      expect(on(day)).toMatchObject({ days: 0, dueAt, dueState: 'SOON' })
    expect(on('2026-06-08')).toMatchObject({
      days: 1,
      dueAt,
      dueState: 'OVERDUE',
    })
  })

  test('are overdue exactly when their due business day has passed, whenever they started and paused', () => {
    const few = fc.integer({ min: 0, max: 6 })
    fc.assert(
      fc.property(
        few,
        few,
        fc.integer({ min: 94, max: 101 }),
        few,
        (counted, targetDays, since, warnDays) => {
          const sla = slaStatus(
            { days: counted, since },
            { targetDays, warnDays },
            on(100),
          )
          const dueDay = civil(new Date(sla.dueAt ?? '')).day
          expect(sla.overdue).toBe(dueDay < days.dayOf(100))
          expect(sla.dueState === 'OVERDUE').toBe(sla.overdue)
          // On its due day a clock has used exactly its target.
          const onDueDay = slaStatus(
            { days: counted, since },
            { targetDays, warnDays },
            on(days.ordinal(dueDay)),
          )
          if (counted <= targetDays)
            expect(onDueDay).toMatchObject({
              days: 0,
              dueState: 'SOON',
              dueAt: sla.dueAt,
            })
        },
      ),
    )
  })
})

describe('turn times', () => {
  test('are final once decided, except the seller’s, which may continue', () => {
    const open = {
      ...still,
      status: 'REVIEW' as const,
      buyerDays: 2,
      clockParty: 'BUYER',
      clockSince: 100,
    }
    expect(turnTimes(open, 103)).toEqual({
      turnTime: 5,
      finalProcessingTime: null,
      sellerTurnTime: 0,
    })
    const decided = {
      ...still,
      status: 'APPROVED' as const,
      buyerDays: 5,
      clockParty: null,
      clockSince: null,
    }
    expect(turnTimes(decided, 140)).toEqual({
      turnTime: 5,
      finalProcessingTime: 5,
      sellerTurnTime: 0,
    })
    const running = { sellerDays: 1, clockParty: 'SELLER', clockSince: 103 }
    const waiting = {
      ...still,
      status: 'PENDING_DOCUMENTS' as const,
      ...running,
    }
    expect(turnTimes(waiting, 105)).toEqual({
      turnTime: 0,
      finalProcessingTime: null,
      sellerTurnTime: 3,
    })
    const prepared = { ...waiting, status: 'DRAFT_RESUBMITTED' as const }
    expect(turnTimes(prepared, 105), 'a draft resubmission').toMatchObject({
      sellerTurnTime: 1,
    })
  })

  test('drafts, decided and withdrawn SLVs have no SLA', () => {
    const figures = {
      ...still,
      roundDays: 9,
      slrDays: 9,
      tdDays: 9,
      resubmitCount: 1,
    }
    const without = slvStatuses.filter((status) => {
      const statuses = Object.values(
        slaStatuses({ ...figures, status }, targets, on(100)),
      )
      expect(new Set(statuses.map((sla) => sla === null)).size).toBe(1)
      return statuses[0] === null
    })
    expect(without).toEqual([
      'DRAFT',
      'WITHDRAWN_APPROVED',
      'DRAFT_RESUBMITTED',
      'APPROVED',
      'DECLINED',
      'NOT_NEEDED',
    ])
  })

  test('the SLA of a review desk starts on its first day', () => {
    const slv = { ...still, status: 'REVIEW' as const, resubmitCount: 0 }
    expect(slaStatuses(slv, targets, on(100))).toMatchObject({
      slrSlaStatus: null,
      tdSlaStatus: null,
    })
    expect(slaStatuses({ ...slv, slrDays: 0 }, targets, on(100))).toMatchObject(
      {
        slrSlaStatus: { days: -2, running: false },
      },
    )
  })

  test('of the whole SLV runs only for the buyer, against the target for first requests or resubmissions', () => {
    const own = { ...targets, slvResubmission: { targetDays: 1, warnDays: 0 } }
    const groupDays = (resubmitCount: number, clockParty: string) => {
      const slv = {
        ...still,
        status: 'REVIEW' as const,
        roundDays: 3,
        clockParty,
        clockSince: 100,
        resubmitCount,
      }
      return slaStatuses(slv, own, on(104)).groupSlaStatus
    }
    expect(groupDays(0, 'BUYER')).toMatchObject({ days: 5, running: true })
    expect(groupDays(0, 'SELLER')).toMatchObject({ days: 1, running: false })
    expect(groupDays(1, 'BUYER')).toMatchObject({ days: 6 })
    expect(groupDays(2, 'BUYER')).toMatchObject({ days: 6 })
  })
})

describe('the figures of clock intervals', () => {
  /** Noon in New York of a day in June 2026; the 1st is a Monday. */
  const june = (day: number) => new Date(Date.UTC(2026, 5, day, 16))
  const interval = (
    clock: Clock,
    party: Party,
    resubmitCount: number,
    from: number,
    to: number | null,
  ) => ({
    clock,
    party,
    resubmitCount,
    openedAt: june(from),
    closedAt: to === null ? null : june(to),
  })
  const ended = [
    interval('SLV', 'BUYER', 0, 1, 3),
    interval('SLV', 'SELLER', 0, 3, 4),
    interval('SLR', 'BUYER', 0, 1, 2),
    interval('SLV', 'BUYER', 1, 4, 5),
    interval('SLR', 'BUYER', 1, 4, 8),
    interval('TD', 'BUYER', 1, 8, 9),
  ]

  test('are days by party, and by clock for the current round', () => {
    const totals = {
      buyerDays: 3,
      sellerDays: 1,
      roundDays: 1,
      slrDays: 2,
      tdDays: 1,
    }
    expect(computeClockColumns(ended, 1, days)).toEqual({ ...still, ...totals })
    expect(computeClockColumns(ended, 0, days)).toMatchObject({
      roundDays: 2,
      slrDays: 1,
      tdDays: null,
    })
  })

  test('show whose clock is running and since which business day', () => {
    const slv = interval('SLV', 'SELLER', 1, 9, null)
    const slr = interval('SLR', 'BUYER', 1, 10, null)
    const td = interval('TD', 'BUYER', 1, 11, null)
    expect(
      computeClockColumns([...ended, slv, slr, td], 1, days),
    ).toMatchObject({
      clockParty: 'SELLER',
      clockSince: days.ordinal('2026-06-09'),
      slrSince: days.ordinal('2026-06-10'),
      tdSince: days.ordinal('2026-06-11'),
    })
  })
})
