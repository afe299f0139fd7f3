import { expect, test } from 'vitest'
import { rule } from '../../test/example-loan.ts'
import { suggestStart } from './check-rules.ts'
import type { Program } from './model.ts'

const program = (code: string, activeFrom: string): Program => ({
  code,
  name: code,
  family: 'DSCR',
  qualifiesBy: 'DSCR',
  activeFrom,
  activeTo: null,
  approvalDays: 60,
  products: [],
})
const programs = [
  program('OTHER', '2019-01-01'),
  program('NEW', '2026-06-01'),
  program('DP', '2026-03-01'),
]
const limit = rule('LTV', 80)
const rules = [{ ...limit, program: 'NEW' }, limit]

test.each([
  [
    'first guidelines start with the first of their programs',
    rules,
    true,
    '2026-03-01',
  ],
  ['later guidelines start tomorrow', rules, false, '2026-11-30'],
  ['a draft without rules starts tomorrow', [], true, '2026-11-30'],
])('%s', (_, draftRules, mayStartInPast, expected) => {
  const draft = { rules: draftRules, mayStartInPast }
  expect(suggestStart(draft, programs, '2026-11-29')).toBe(expected)
})
