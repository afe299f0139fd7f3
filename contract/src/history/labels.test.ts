import { expect, test } from 'vitest'
import { actionsIn, historyGroupNames, historyGroupsFor } from './labels.ts'
import { internalActions } from './visible.ts'

test('sellers filter by actions that they can see, others by all', () => {
  expect(historyGroupsFor('UNDERWRITER')).toEqual(historyGroupNames)
  expect(historyGroupsFor('BDD')).toEqual(historyGroupNames)
  expect(historyGroupsFor('SELLER')).toEqual([
    'request',
    'edits',
    'variances',
    'review',
    'decision',
    'documents',
    'withdrawal',
    'assignment',
  ] as const)
  const offered = historyGroupsFor('SELLER').flatMap((group): string[] =>
    actionsIn(group, 'SELLER'),
  )
  expect(
    offered.filter((action) =>
      internalActions.some((inner) => inner === action),
    ),
  ).toEqual([])
})
