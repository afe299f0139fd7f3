import type { SlaItem } from '@portal/contract/sla/api'
import { expect, test } from 'vitest'
import { differs, read, toDraft } from './targets.tsx'

const item: SlaItem = {
  name: 'slvReview',
  label: 'SLV review',
  area: 'SLV',
  targetDays: 2,
  warnDays: 1,
  version: 1,
}
const draft = toDraft(item)

test('a target is read as the contract takes it', () => {
  expect(differs(item, draft)).toBe(false)
  expect(differs(item, { ...draft, targetDays: ' 2 ' })).toBe(false)
  expect(differs(item, { ...draft, targetDays: '3' })).toBe(true)
  expect(read('slvReview', { ...draft, targetDays: ' 3' })).toEqual({
    change: { name: 'slvReview', targetDays: 3, warnDays: 1 },
    problems: [],
  })
})

test.for([
  [{ targetDays: '' }, 'targetDays', 'Required'],
  [{ targetDays: '1.5' }, 'targetDays', 'Whole numbers only'],
  [{ targetDays: 'two' }, 'targetDays', 'Whole numbers only'],
  [{ targetDays: '400' }, 'targetDays', 'No more than 365'],
  [{ warnDays: '-1' }, 'warnDays', 'Whole numbers only'],
  [{ warnDays: '3' }, 'warnDays', 'Cannot be more than the target'],
] as const)('%j is refused at its field', ([part, field, error]) => {
  expect(read('slvReview', { ...draft, ...part })).toEqual({
    change: null,
    problems: [{ field, error }],
  })
})
