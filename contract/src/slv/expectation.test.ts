import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countPromisedDay, isAsPromised } from '../../test/plain-days.ts'
import { weekdays } from '../../test/weekdays.ts'
import { toRecord } from '../lib/typed.ts'
import { BusinessDays } from '../sla/calendar.ts'
import { slaItemNames } from '../sla/model.ts'
import {
  computeClockColumns,
  findDecisionDayIfSent,
  findExpectation,
  getClocks,
  type LedgerInterval,
  slvTarget,
} from './clocks.ts'
import { openStatuses, type SlvStatus, statusFor } from './status.ts'

const hourMs = 3_600_000

/** Labor Day, Thanksgiving and both changes of the clocks are within. */
const calendar = new BusinessDays({
  ...weekdays,
  holidays: [
    { day: '2026-09-07', name: 'Labor Day' },
    { day: '2026-11-26', name: 'Thanksgiving' },
    { day: '2026-12-25', name: 'Christmas' },
    { day: '2027-01-01', name: 'New Year’s Day' },
  ],
})
const targets = {
  ...toRecord(slaItemNames, () => ({ targetDays: 1, warnDays: 0 })),
  slvReview: { targetDays: 2, warnDays: 1 },
  slvResubmission: { targetDays: 3, warnDays: 1 },
  sellerDocuments: { targetDays: 5, warnDays: 1 },
}

const step = fc.record({
  status: fc.constantFrom(...openStatuses),
  hours: fc.integer({ min: 1, max: 200 }),
})
/** A round as its statuses, each for some hours; the last one continues. */
const round = fc.record({
  startedAt: fc.date({
    min: new Date('2026-08-20T00:00:00Z'),
    max: new Date('2027-03-20T00:00:00Z'),
    noInvalidDate: true,
  }),
  steps: fc.array(step, { minLength: 1, maxLength: 8 }),
  resubmitCount: fc.constantFrom(0, 1),
})

type Round = typeof round extends fc.Arbitrary<infer Value> ? Value : never

/** The ledger that these status changes write. */
const writeLedger = ({ startedAt, steps, resubmitCount }: Round) => {
  const ledger: LedgerInterval[] = []
  let at = startedAt
  for (const [index, { status, hours }] of steps.entries()) {
    const end = new Date(at.getTime() + hours * hourMs)
    const clocks = getClocks(status)
    for (const clock of ['SLV', 'SLR', 'TD'] as const) {
      const open = ledger.find(
        (one) => one.clock === clock && one.closedAt === null,
      )
      const party = clocks[clock]
      if (open && open.party === party) continue
      if (open) open.closedAt = at
      if (party)
        ledger.push({
          clock,
          party,
          resubmitCount,
          openedAt: at,
          closedAt: null,
        })
    }
    if (index < steps.length - 1) at = end
  }
  return { ledger, now: new Date(at.getTime() + hourMs) }
}

const expectAt = (
  status: SlvStatus,
  { ledger, now }: ReturnType<typeof writeLedger>,
  resubmitCount: number,
) =>
  findExpectation(
    {
      ...computeClockColumns(ledger, resubmitCount, calendar),
      status,
      resubmitCount,
    },
    targets,
    { days: calendar, today: calendar.ordinalAt(now) },
  )

test('a promised day is the one that a count of the ledger, day by day, ends on', () => {
  fc.assert(
    fc.property(round, (one) => {
      const written = writeLedger(one)
      const status = one.steps.at(-1)?.status ?? 'PENDING'
      const promised = countPromisedDay({
        ledger: written.ledger,
        resubmitCount: one.resubmitCount,
        targets,
        calendar,
      })
      const expectation = expectAt(status, written, one.resubmitCount)
      expect(
        isAsPromised(expectation, promised),
        JSON.stringify({ expectation, promised }),
      ).toBe(true)
    }),
    { numRuns: 10_000 },
  )
}, 60_000)

test('a promised day is the same in every stage that sellers see as In Review', () => {
  const stages = openStatuses.filter(
    (status) => statusFor('SELLER', status) === 'REVIEW',
  )
  fc.assert(
    fc.property(round, fc.constantFrom(...stages), (one, stage) => {
      const changed = (status: (typeof openStatuses)[number]) => {
        const steps = one.steps.map((step, index) =>
          index === one.steps.length - 1 ? { ...step, status } : step,
        )
        return expectAt(
          status,
          writeLedger({ ...one, steps }),
          one.resubmitCount,
        )
      }
      expect(changed(stage)).toEqual(changed('REVIEW'))
    }),
  )
})

test('no one has to act before a request is sent or after it is decided', () => {
  const clocks = computeClockColumns([], 0, calendar)
  for (const status of ['DRAFT', 'DRAFT_RESUBMITTED', 'APPROVED'] as const)
    expect(
      findExpectation({ ...clocks, status, resubmitCount: 0 }, targets, {
        days: calendar,
        today: 0,
      }),
    ).toEqual({ waitingOn: null, expectedBy: null })
})

test('the day before a round is sent is the one after, also across the cutoff, weekends and holidays', () => {
  const sentAt = fc.date({
    min: new Date('2026-08-20T00:00:00Z'),
    max: new Date('2027-03-20T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(sentAt, fc.constantFrom(0, 1), (at, resubmitCount) => {
      const sent = { startedAt: at, resubmitCount }
      const steps = [{ status: 'PENDING' as const, hours: 1 }]
      const { ledger } = writeLedger({ ...sent, steps })
      const after = expectAt('PENDING', { ledger, now: at }, resubmitCount)
      const { targetDays } = slvTarget(targets, resubmitCount)
      expect(findDecisionDayIfSent(targetDays, at, calendar)).toBe(
        after.expectedBy,
      )
    }),
    { numRuns: 5000 },
  )
})

test.for([
  ['at the last minute before the cutoff', '14:59', '2026-11-25'],
  ['at the cutoff', '15:00', '2026-11-27'],
] as const)('sent %s, a request is expected %s', ([, time, day]) => {
  const at = new Date(`2026-11-23T${time}:00-05:00`)
  expect(findDecisionDayIfSent(2, at, calendar)).toBe(day)
})
