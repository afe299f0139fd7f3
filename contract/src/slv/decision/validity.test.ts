import { describe, expect, test } from 'vitest'
import {
  approvedUntil,
  daysLeftText,
  defaultGoodUntil,
  goodUntilProblems,
  isExpired,
  lastGoodUntil,
} from './validity.ts'

const today = '2026-11-29'
const unlocked = { today, lockExpirationDate: null }
const until = (lockExpirationDate: string) => ({ today, lockExpirationDate })

describe('an approval', () => {
  test.each([
    ['without a lock, for the days of its program', unlocked, '2027-01-28'],
    ['no longer than its lock', until('2026-12-10'), '2026-12-10'],
    ['until today if the lock ends today', until(today), today],
    ['for its days within a longer lock', until('2027-03-01'), '2027-01-28'],
    ['for its days if the lock has ended', until('2026-11-28'), '2027-01-28'],
  ])('is good %s', (_, lock, expected) => {
    expect(defaultGoodUntil(lock, 60)).toBe(expected)
  })

  test('may be good until the end of the lock, or for a year', () => {
    expect(lastGoodUntil(until('2026-12-10'))).toBe('2026-12-10')
    expect(lastGoodUntil(until('2028-01-01'))).toBe('2027-11-29')
    expect(lastGoodUntil(until('2026-11-28'))).toBe('2027-11-29')
    expect(lastGoodUntil(unlocked)).toBe('2027-11-29')
  })

  test.each([
    ['2026-11-28', unlocked, 'Choose today or a later day'],
    [today, unlocked, undefined],
    ['2026-12-10', until('2026-12-10'), undefined],
    ['2026-12-11', until('2026-12-10'), 'Choose a day within the lock'],
    ['2026-12-11', until('2026-11-28'), undefined],
    ['2027-11-29', unlocked, undefined],
    ['2027-11-30', unlocked, 'Choose a day within 365 days'],
  ])('until %s with %o is refused with %o', (day, lock, error) => {
    const problems = goodUntilProblems('APPROVED', day, lock)
    expect(problems).toEqual(error ? [{ field: 'goodUntil', error }] : [])
  })
})

test('only an approval has a last day', () => {
  const past = '2020-01-01'
  expect(goodUntilProblems('DECLINED', past, unlocked)).toEqual([])
  expect(goodUntilProblems('APPROVED', null, unlocked)).toEqual([])
  expect(approvedUntil({ status: 'APPROVED', goodUntil: past })).toBe(past)
  expect(approvedUntil({ status: 'APPROVED' })).toBeNull()
  expect(approvedUntil({ status: 'REVIEW', goodUntil: past })).toBeNull()
  expect(approvedUntil({ status: 'DECLINED', goodUntil: past })).toBeNull()
})

test('an approval expires after its last day, also during a draft resubmission', () => {
  const slv = { status: 'APPROVED', goodUntil: today } as const
  const drafted = {
    status: 'DRAFT_RESUBMITTED',
    statusInEffect: 'APPROVED',
    goodUntil: today,
  } as const
  expect(isExpired(slv, today)).toBe(false)
  expect(isExpired(slv, '2026-11-30')).toBe(true)
  expect(isExpired(drafted, today)).toBe(false)
  expect(isExpired(drafted, '2026-11-30')).toBe(true)
  expect(
    isExpired({ ...drafted, statusInEffect: 'DECLINED' }, '2099-01-01'),
  ).toBe(false)
})

test.each([
  ['2026-12-12', '13 days left'],
  ['2026-11-30', '1 day left'],
  [today, 'last day'],
  ['2026-11-28', 'expired'],
])('of %s, the days left are %o', (day, expected) => {
  expect(daysLeftText(day, today)).toBe(expected)
})
