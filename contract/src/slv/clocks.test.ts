import { describe, expect, test } from 'vitest'
import { clocksOf, daysOn, slaStatus, slaStatuses, turnTimes } from './clocks.ts'
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
  ['slvReview', 'slvResubmission', 'slrReview', 'tdReview'].map((name) => [name, { targetDays: 2, warnDays: 1 }]),
) as Parameters<typeof slaStatuses>[1]

describe('clocks', () => {
  test('run for the seller on what they were asked and on what was decided, else for the buyer', () => {
    const sellers = slvStatuses.filter((status) => clocksOf(status).SLV === 'SELLER')
    expect(sellers).toEqual(['PENDING_DOCUMENTS', 'DRAFT_RESUBMITTED'])
    expect(slvStatuses.filter((status) => clocksOf(status).SLV === undefined)).toEqual([
      'DRAFT',
      'WITHDRAWN_APPROVED',
      'APPROVED',
      'DECLINED',
      'NOT_NEEDED',
    ])
  })

  test('of managers and the trade desk run only while it is their turn', () => {
    const on = (clock: 'SLR' | 'TD') => slvStatuses.filter((status: SlvStatus) => clocksOf(status)[clock] !== undefined)
    expect(on('SLR')).toEqual(['SLR_PENDING', 'SLR_INFO_RECEIVED', 'SLR_REVIEW'])
    expect(on('TD')).toEqual(['TD_PENDING', 'TD_REVIEW'])
  })

  test('add the running interval to the ended ones, and never less than nothing', () => {
    expect(daysOn({ days: 3, since: 100 }, 102)).toBe(5)
    expect(daysOn({ days: 3, since: 103 }, 102)).toBe(3)
    expect(daysOn({ days: 3, since: null }, 102)).toBe(3)
  })

  test('are overdue past the target, and warn when little is left', () => {
    const at = (today: number) => slaStatus({ days: 0, since: 100 }, { targetDays: 2, warnDays: 1 }, today)
    expect(at(100)).toEqual({ days: -2, overdue: false, warn: false, running: true })
    expect(at(101)).toMatchObject({ days: -1, warn: true })
    expect(at(102)).toMatchObject({ days: 0, overdue: false, warn: true })
    expect(at(103)).toMatchObject({ days: 1, overdue: true, warn: false })
  })
})

describe('turn times', () => {
  test('are final once decided; the seller’s waits for them to come back', () => {
    const open = { ...still, status: 'REVIEW' as const, buyerDays: 2, clockParty: 'BUYER', clockSince: 100 }
    expect(turnTimes(open, 103)).toEqual({ turnTime: 5, finalProcessingTime: null, sellerTurnTime: 0 })
    const decided = { ...still, status: 'APPROVED' as const, buyerDays: 5, clockParty: null, clockSince: null }
    expect(turnTimes(decided, 140)).toEqual({ turnTime: 5, finalProcessingTime: 5, sellerTurnTime: 0 })
    const asked = {
      ...still,
      status: 'PENDING_DOCUMENTS' as const,
      sellerDays: 1,
      clockParty: 'SELLER',
      clockSince: 103,
    }
    expect(turnTimes(asked, 105)).toEqual({ turnTime: 0, finalProcessingTime: null, sellerTurnTime: 3 })
  })

  test('no SLA is told of drafts, and none once it is decided or withdrawn', () => {
    const figures = { ...still, roundDays: 9, slrDays: 9, tdDays: 9, resubmitCount: 1 }
    const without = slvStatuses.filter((status) => {
      const told = Object.values(slaStatuses({ ...figures, status }, targets, 100))
      expect(new Set(told.map((sla) => sla === null)).size).toBe(1)
      return told[0] === null
    })
    expect(without).toEqual(['DRAFT', 'WITHDRAWN_APPROVED', 'DRAFT_RESUBMITTED', 'APPROVED', 'DECLINED', 'NOT_NEEDED'])
  })

  test('an SLA of a stay is told from its first day on', () => {
    const slv = { ...still, status: 'REVIEW' as const, resubmitCount: 0 }
    expect(slaStatuses(slv, targets, 100)).toMatchObject({ slrSlaStatus: null, tdSlaStatus: null })
    expect(slaStatuses({ ...slv, slrDays: 0 }, targets, 100)).toMatchObject({
      slrSlaStatus: { days: -2, running: false },
    })
  })
})
