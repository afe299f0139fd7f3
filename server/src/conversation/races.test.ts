import { expect } from 'vitest'
import { test } from '../../test/http.ts'
import { rowOf, rowsOf } from '../../test/rows.ts'
import { slvWithPeople } from '../../test/talk.ts'

test('parallel comments all give access, and a comment is deleted once', async ({ made, committed, signedIn }) => {
  const { slv, underwriter } = await slvWithPeople(made)
  const named = await Promise.all(Array.from({ length: 12 }, () => made.underwriter()))
  const asks = await signedIn(underwriter)
  const answers = await Promise.all(
    named.map(({ id }) =>
      asks('POST', '/v1/conversation-log/proxy-loan', {
        body: { proxyLoanId: slv.id, type: 'INTERNAL', message: 'Look', mentions: [id] },
      }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(named.map(() => 200))
  const { taggedIds, version } = await rowOf(committed, 'slv', { id: slv.id })
  expect(taggedIds.toSorted()).toEqual(named.map(({ id }) => id).toSorted())
  expect(version).toBe(slv.version)

  const path = `/v1/conversation-log/${answers[0]?.json().id}`
  const deleted = await Promise.all(Array.from({ length: 8 }, () => asks('DELETE', path)))
  expect(deleted.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(7).fill(404)])
  expect(await rowsOf(committed, 'slvHistory', { slvId: slv.id })).toMatchObject([{ action: 'delete-comment' }])
})
