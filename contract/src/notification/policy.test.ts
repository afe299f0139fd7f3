import { expect, test } from 'vitest'
import { formatMatrix } from '../../test/matrix.ts'
import { getKeys } from '../lib/typed.ts'
import { roles } from '../user/model.ts'
import { notificationActions } from './model.ts'
import {
  actionsFor,
  isAboutSlv,
  isAboutTdoc,
  notificationTypesFor,
} from './policy.ts'

const actions = getKeys(notificationActions)

test('matches the reviewed notification matrix', async () => {
  const matrix = [
    'Which role can be notified of which action, and whether opening it needs an SLV or a Tdoc that the person may see.',
    'Reviewed by eye when it changes; written by: npx vitest run --root contract --update',
    '',
    formatMatrix(
      [27, 13],
      [...roles, 'about'],
      actions.map((action) => {
        const about =
          [
            isAboutSlv(action) ? 'SLV' : '',
            isAboutTdoc(action) ? 'Tdoc' : '',
          ].join('') || 'account'
        return [
          action,
          [
            ...roles.map((role) =>
              actionsFor(role).includes(action) ? 'yes' : '.',
            ),
            about,
          ],
        ]
      }),
    ),
  ]
  await expect(matrix.join('\n')).toMatchFileSnapshot(
    './notification-matrix.txt',
  )
})

test('the filter offers each notification type of a role once', () => {
  expect(roles.map((role) => [role, notificationTypesFor(role)])).toEqual([
    ['SELLER', ['PROXY_LOAN', 'CONVERSATION', 'USER']],
    ['UNDERWRITER', ['PROXY_LOAN', 'TDOC', 'CONVERSATION', 'USER']],
    ['TPR', ['TDOC', 'CONVERSATION', 'USER']],
    ['BDD', ['PROXY_LOAN', 'CONVERSATION', 'USER']],
    ['UBDD', ['PROXY_LOAN', 'CONVERSATION', 'USER']],
    ['DEFAULT', ['USER']],
  ])
})
