import { expect, test } from 'vitest'
import { formatCode, readCode } from '../../lib/paper-code.ts'
import { letterState } from './letter.ts'

const today = '2026-11-29'
const [passed, last] = ['2026-11-28', today]

test.each([
  // isReplaced, isInEffect, goodUntil, state
  [false, true, null, 'CURRENT'],
  [false, true, last, 'CURRENT'],
  [false, true, passed, 'EXPIRED'],
  [false, false, null, 'WITHDRAWN'],
  [false, false, last, 'WITHDRAWN'],
  [false, false, passed, 'WITHDRAWN'],
  [true, false, null, 'REPLACED'],
  [true, false, last, 'REPLACED'],
  [true, false, passed, 'REPLACED'],
  [true, true, null, 'REPLACED'],
  [true, true, last, 'REPLACED'],
  [true, true, passed, 'REPLACED'],
] as const)(
  'a letter that is replaced: %s, in effect: %s, good until %s is %s',
  (isReplaced, isInEffect, goodUntil, state) => {
    expect(letterState({ isReplaced, isInEffect, goodUntil }, today)).toBe(
      state,
    )
  },
)

test('a code is read as people type it from paper', () => {
  const code = 'K7QM4TXE93PD10AB'
  expect(formatCode(code)).toBe('K7QM-4TXE-93PD-10AB')
  expect(readCode('k7qm-4txe-93pd-10ab')).toBe(code)
  expect(readCode(' K7QM 4TXE 93PD lOAB ')).toBe(code)
  expect(readCode('K7QM–4TXE\0')).toBe('K7QM4TXE')
})
