import { expect, test } from 'vitest'
import { words } from '../lib/typed.ts'
import { historyActions } from './api.ts'
import { actionsIn, historyGroupNames, historyGroups, historyGroupsFor } from './labels.ts'
import { innerActions } from './visible.ts'

test('each action is in one group', () => {
  const named = historyGroupNames.flatMap((group): readonly string[] => historyGroups[group].actions)
  expect([...named].sort()).toEqual([...historyActions].sort())
})

test('sellers filter by actions that they can see, others by all', () => {
  expect(historyGroupsFor('UNDERWRITER')).toEqual(historyGroupNames)
  expect(historyGroupsFor('BDD')).toEqual(historyGroupNames)
  expect(historyGroupsFor('SELLER')).toEqual(
    words('request edits variances review decision documents withdrawal assignment'),
  )
  const offered = historyGroupsFor('SELLER').flatMap((group): string[] => actionsIn(group, 'SELLER'))
  expect(offered.filter((action) => innerActions.some((inner) => inner === action))).toEqual([])
})
