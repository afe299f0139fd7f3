import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { weekdays } from '../../test/weekdays.ts'
import { toRecord } from '../lib/typed.ts'
import { BusinessDays, civil } from '../sla/calendar.ts'
import { slaItemNames } from '../sla/model.ts'
import {
  type Clock,
  computeClockColumns,
  daysOn,
  getClocks,
  type Party,
  slaStatus,
  slaStatuses,
  turnTimes,
} from './clocks.ts'
import { type SlvStatus, slvStatuses } from './status.ts'

/** The columns of an SLV whose clocks never ran. */
const unusedClocks = {
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
const target = { targetDays: 2, warnDays: 1 }
const targets = toRecord(slaItemNames, () => target)

const days = new BusinessDays(weekdays)
/** By the ordinal of the business day. */
const on = (today: number) => ({ days, today })

describe('clocks', () => {
  test('run for the seller while documents are requested and for the buyer on other open work', () => {
    const describeClocks = (status: SlvStatus) => {
      const clocks = Object.entries(getClocks(status))
      return clocks.map(([clock, party]) => `${clock} ${party}`).join(', ')
    }
    const described = toRecord(slvStatuses, describeClocks)
    expect(described).toEqual({
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
    const clock = { days: 0, since: 100 }
    const slaOn = (today: number) => slaStatus(clock, target, on(today))
    const dueAt = days.getEnd(102).toISOString()
    expect(slaOn(100)).toEqual({
      days: -2,
      overdue: false,
      warn: false,
      running: true,
      dueAt,
      dueState: 'OK',
    })
    expect(slaOn(101)).toMatchObject({
      days: -1,
      warn: true,
      dueAt,
      dueState: 'SOON',
    })
    expect(slaOn(102)).toMatchObject({
      days: 0,
      overdue: false,
      warn: true,
      dueAt,
      dueState: 'SOON',
    })
    expect(slaOn(103)).toMatchObject({
      days: 1,
      overdue: true,
      warn: false,
      dueAt,
      dueState: 'OVERDUE',
    })
  })

  test('have no due date while they are paused, and are due soon only while they run', () => {
    const pausedAfter = (days: number) =>
      slaStatus({ days, since: null }, target, on(100))
    expect(pausedAfter(2)).toMatchObject({
      warn: true,
      dueAt: null,
      dueState: 'OK',
    })
    expect(pausedAfter(3)).toMatchObject({ dueAt: null, dueState: 'OVERDUE' })
  })

  test('keep their due day over a weekend, and are overdue on the next business day', () => {
    const clock = { days: 0, since: days.ordinal('2026-06-03') }
    const slaOn = (day: string) =>
      slaStatus(clock, target, on(days.ordinal(day)))
    const dueAt = '2026-06-05T21:00:00.000Z'
    for (const day of ['2026-06-05', '2026-06-06', '2026-06-07'])
      expect(slaOn(day)).toMatchObject({ days: 0, dueAt, dueState: 'SOON' })
    expect(slaOn('2026-06-08')).toMatchObject({
      days: 1,
      dueAt,
      dueState: 'OVERDUE',
    })
  })

  test('are overdue exactly when their due business day has passed, whenever they started and paused', () => {
    const fewDays = fc.integer({ min: 0, max: 6 })
    const startDay = fc.integer({ min: 94, max: 101 })
    fc.assert(
      fc.property(
        fewDays,
        startDay,
        fewDays,
        fewDays,
        (usedDays, since, targetDays, warnDays) => {
          const clock = { days: usedDays, since }
          const ownTarget = { targetDays, warnDays }
          const sla = slaStatus(clock, ownTarget, on(100))
          const dueDay = civil(new Date(sla.dueAt ?? '')).day
          expect(sla.overdue).toBe(dueDay < days.toDay(100))
          expect(sla.dueState === 'OVERDUE').toBe(sla.overdue)
          const isUsedUp = usedDays > targetDays
          if (isUsedUp) return
          // On its due day a clock has used exactly its target.
          const dueOrdinal = days.ordinal(dueDay)
          expect(slaStatus(clock, ownTarget, on(dueOrdinal))).toMatchObject({
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
      ...unusedClocks,
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
      ...unusedClocks,
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
    const withSeller = {
      ...unusedClocks,
      status: 'PENDING_DOCUMENTS' as const,
      sellerDays: 1,
      clockParty: 'SELLER',
      clockSince: 103,
    }
    expect(turnTimes(withSeller, 105)).toEqual({
      turnTime: 0,
      finalProcessingTime: null,
      sellerTurnTime: 3,
    })
    const resubmissionDraft = {
      ...withSeller,
      status: 'DRAFT_RESUBMITTED' as const,
    }
    expect(turnTimes(resubmissionDraft, 105)).toMatchObject({
      sellerTurnTime: 1,
    })
  })

  test('drafts, decided and withdrawn SLVs have no SLA', () => {
    const figures = {
      ...unusedClocks,
      roundDays: 9,
      slrDays: 9,
      tdDays: 9,
      resubmitCount: 1,
    }
    const statusesWithoutSla: SlvStatus[] = []
    for (const status of slvStatuses) {
      const slv = { ...figures, status }
      const slas = Object.values(slaStatuses(slv, targets, on(100)))
      const hasNoSla = slas.every((sla) => sla === null)
      const hasAllSlas = slas.every((sla) => sla !== null)
      expect(hasNoSla || hasAllSlas, status).toBe(true)
      if (hasNoSla) statusesWithoutSla.push(status)
    }
    expect(statusesWithoutSla).toEqual([
      'DRAFT',
      'WITHDRAWN_APPROVED',
      'DRAFT_RESUBMITTED',
      'APPROVED',
      'DECLINED',
      'NOT_NEEDED',
    ])
  })

  test('the SLA of a review desk starts on its first day', () => {
    const slv = { ...unusedClocks, status: 'REVIEW' as const, resubmitCount: 0 }
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
    const ownTargets = {
      ...targets,
      slvResubmission: { targetDays: 1, warnDays: 0 },
    }
    const groupSla = (resubmitCount: number, clockParty: string) => {
      const slv = {
        ...unusedClocks,
        status: 'REVIEW' as const,
        roundDays: 3,
        clockParty,
        clockSince: 100,
        resubmitCount,
      }
      return slaStatuses(slv, ownTargets, on(104)).groupSlaStatus
    }
    expect(groupSla(0, 'BUYER')).toMatchObject({ days: 5, running: true })
    expect(groupSla(0, 'SELLER')).toMatchObject({ days: 1, running: false })
    expect(groupSla(1, 'BUYER')).toMatchObject({ days: 6 })
    expect(groupSla(2, 'BUYER')).toMatchObject({ days: 6 })
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
  const endedIntervals = [
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
    expect(computeClockColumns(endedIntervals, 1, days)).toEqual({
      ...unusedClocks,
      ...totals,
    })
    expect(computeClockColumns(endedIntervals, 0, days)).toMatchObject({
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
      computeClockColumns([...endedIntervals, slv, slr, td], 1, days),
    ).toMatchObject({
      clockParty: 'SELLER',
      clockSince: days.ordinal('2026-06-09'),
      slrSince: days.ordinal('2026-06-10'),
      tdSince: days.ordinal('2026-06-11'),
    })
  })
})
