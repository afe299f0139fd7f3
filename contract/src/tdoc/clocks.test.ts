import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { weekdays } from '../../test/weekdays.ts'
import { toRecord } from '../lib/typed.ts'
import { BusinessDays } from '../sla/calendar.ts'
import { slaItemNames } from '../sla/model.ts'
import {
  computeTdocClock,
  findSlaItem,
  responsibleParty,
  tdocSlaStatus,
  tdocTurnTime,
} from './clocks.ts'
import { loanKinds, tdocStatuses, tdocTypes, tprResponses } from './model.ts'

const days = new BusinessDays(weekdays)

test('a Tdoc that isn’t complete is with the reviewer if returned or not reviewed yet, else with the buyer', () => {
  for (const tprResponse of [null, ...tprResponses])
    for (const isReturned of [true, false]) {
      const parties = tdocStatuses.map((status) => [
        status,
        responsibleParty({ status, tprResponse, isReturned }),
      ])
      expect(Object.fromEntries(parties)).toEqual({
        NEW: isReturned ? 'TPR' : 'BUYER',
        REVIEW_PENDING: tprResponse === 'NOT_REVIEWED' ? 'TPR' : 'BUYER',
        COMPLETE: null,
      })
    }
})

test('an escalation has its own target, then a purchased loan, then each type (product.md §5)', () => {
  const items = tdocTypes.map((type) => [
    type,
    ...loanKinds.map((loanKind) => findSlaItem({ type, loanKind })),
  ])
  expect([['', ...loanKinds], ...items]).toEqual([
    ['', 'ACTIVE', 'PURCHASED', 'TPR'],
    ['AUTOMATIC', 'tdocAutomatic', 'tdocPurchased', 'tdocAutomatic'],
    ['ESCALATION', 'tdocEscalation', 'tdocEscalation', 'tdocEscalation'],
    ['MANUAL', 'tdocManual', 'tdocPurchased', 'tdocManual'],
  ])
})

describe('the clock of a Tdoc', () => {
  const targets = toRecord(slaItemNames, (name) => ({
    targetDays: name === 'tdocPurchased' ? 5 : 3,
    warnDays: 1,
  }))
  const clockOf = (clockParty: 'BUYER' | 'TPR' | null) => ({
    buyerDays: 2,
    clockParty,
    clockSince: 100,
  })

  test('counts only the buyer’s days', () => {
    expect(tdocTurnTime(clockOf('BUYER'), 104)).toBe(6)
    expect(tdocTurnTime(clockOf('TPR'), 104)).toBe(2)
    expect(tdocTurnTime(clockOf(null), 104)).toBe(2)
  })

  test('is measured against the target of its type, and not at all once it is complete', () => {
    const dueAt = (ordinal: number) => days.getEnd(ordinal).toISOString()
    const slaOf = (change: object = {}) =>
      tdocSlaStatus(
        {
          ...clockOf('BUYER'),
          status: 'NEW',
          type: 'MANUAL',
          loanKind: 'ACTIVE',
          ...change,
        },
        targets,
        {
          days,
          today: 102,
        },
      )
    expect(slaOf()).toEqual({
      days: 1,
      overdue: true,
      warn: false,
      running: true,
      dueAt: dueAt(101),
      dueState: 'OVERDUE',
    })
    expect(slaOf({ loanKind: 'PURCHASED' })).toEqual({
      days: -1,
      overdue: false,
      warn: true,
      running: true,
      dueAt: dueAt(103),
      dueState: 'SOON',
    })
    expect(slaOf({ clockParty: 'TPR' })).toEqual({
      days: -1,
      overdue: false,
      warn: true,
      running: false,
      dueAt: null,
      dueState: 'OK',
    })
    expect(tdocStatuses.filter((status) => slaOf({ status }) === null)).toEqual(
      ['COMPLETE'],
    )
  })

  test('can be recalculated from its intervals', () => {
    const anyParty = fc.constantFrom('BUYER' as const, 'TPR' as const)
    /** When intervals open, in hours after January 5. */
    const anyHours = fc.uniqueArray(fc.integer({ min: 0, max: 90 * 24 }), {
      minLength: 1,
      maxLength: 8,
    })
    const anyParties = fc.array(anyParty, { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(
        anyHours,
        anyParties,
        fc.boolean(),
        (hours, parties, isOpen) => {
          const times = hours
            .toSorted((left, right) => left - right)
            .map((hour) => new Date(Date.UTC(2026, 0, 5, hour)))
          // Each interval closes when the next one opens.
          const ledger = times.map((openedAt, index) => ({
            party: parties[index] ?? 'BUYER',
            openedAt,
            closedAt: times[index + 1] ?? (isOpen ? null : openedAt),
          }))
          let buyerDays = 0
          for (const { party, openedAt, closedAt } of ledger)
            if (party === 'BUYER' && closedAt !== null)
              buyerDays += days.between(openedAt, closedAt)
          const last = ledger.at(-1)
          expect(computeTdocClock(ledger, days)).toEqual({
            buyerDays,
            clockParty: isOpen ? last?.party : null,
            clockSince:
              isOpen && last ? days.receivedOrdinal(last.openedAt) : null,
          })
        },
      ),
    )
  })
})
