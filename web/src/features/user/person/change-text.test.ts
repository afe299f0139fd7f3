import type { UserAction } from '@portal/contract/user/manage-api'
import { expect, test } from 'vitest'
import { changeActor, changeLines, changeTitle } from './change-text.ts'

const change = (
  action: UserAction,
  ...changes: [field: string, before: unknown, after: unknown][]
) => ({
  action,
  changes: changes.map(([field, before, after]) => ({ field, before, after })),
})
const deactivated: [string, unknown, unknown] = ['status', 'ACTIVE', 'INACTIVE']

test.each([
  [
    'permissions read as what was granted and what was removed',
    change(
      'set-permissions',
      ['manageSlr', false, true],
      ['permissions.viewSlvDepartment', false, true],
      ['manageSla', true, false],
    ),
    ['Granted: SLR Management, View Department', 'Removed: SLA Management'],
  ],
  [
    'roles read in their order',
    change('set-roles', ['roles', ['DEFAULT'], ['UNDERWRITER', 'BDD']]),
    ['Roles: Access Pending → Underwriter, Business Development Director'],
  ],
  ['a status is in the title alone', change('set-status', deactivated), []],
  [
    'a missing value reads as a dash',
    change('edit', ['phone', null, '2135550142']),
    ['Phone: — → 2135550142'],
  ],
  [
    'reassigned work says how much and to whom',
    change(
      'set-status',
      deactivated,
      ['handOver.slr', 3, 'Margaret Oyelaran'],
      ['handOver.underwriter', 1, null],
    ),
    [
      'SLR reviews: 3 reassigned to Margaret Oyelaran',
      'SLVs they review: 1 reassigned to no one yet',
    ],
  ],
])('%s', (_name, made, lines) => expect(changeLines(made)).toEqual(lines))

test('a change of status is titled by its outcome', () =>
  expect(changeTitle(change('set-status', deactivated))).toBe('Deactivated'))

test.each([
  ['set-password', null, 'From an emailed link'],
  ['set-password', 'Anna Lindqvist', 'Anna Lindqvist'],
  ['arrive', null, 'The portal'],
] as const)('%s by %j is by: %s', (action, actorName, text) =>
  expect(changeActor({ action, actorName })).toBe(text),
)
