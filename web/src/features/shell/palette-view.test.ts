import { expect, test } from 'vitest'
import { rankGroups } from './palette-view.ts'

const labels = (groups: ReturnType<typeof rankGroups>) =>
  groups.map(({ label, items }) => [label, ...items.map((item) => item.label)])
const group = (label: string, ...items: string[]) => ({
  label,
  items: items.map((item) => ({ key: item, label: item })),
})

test('exact matches come first, with their group, and other labels are left out', () => {
  const groups = [
    group('Actions', 'Start review', 'Withdraw'),
    group('Pages', 'Settings › Account', 'Review'),
    group('SLVs', '70031 · Ray', '7003 · Reviewer'),
  ]
  expect(labels(rankGroups(groups, 'review'))).toEqual([
    ['Pages', 'Review'],
    ['Actions', 'Start review'],
    ['SLVs', '7003 · Reviewer'],
  ])
  expect(labels(rankGroups(groups, '7003'))).toEqual([
    ['SLVs', '7003 · Reviewer', '70031 · Ray'],
  ])
  expect(labels(rankGroups(groups, ''))).toEqual(labels(groups))
})

test('what the server finds stays although its label has no match', () => {
  const found = { ...group('SLVs', '7003 · Ray'), isFound: true }
  expect(
    labels(rankGroups([found, group('Pages', 'Reporting')], 'acme')),
  ).toEqual([['SLVs', '7003 · Ray']])
})

test('an SLV that was opened before is not listed again among the results', () => {
  const recent = group('Recent', '7003')
  const found = {
    label: 'SLVs',
    items: [{ key: '7003', label: '7003 · Ray' }],
    isFound: true,
  }
  expect(labels(rankGroups([recent, found], '7003'))).toEqual([
    ['Recent', '7003'],
  ])
})
