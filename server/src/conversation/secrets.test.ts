import { expect } from 'vitest'
import { test } from '../../test/http.ts'
import { rowOf, setRows } from '../../test/rows.ts'
import { slvWithPeople } from '../../test/talk.ts'

test('bad comments are refused, and a repeated POST is one comment', async ({ made, signedIn, committed }) => {
  const { slv, owner, underwriter } = await slvWithPeople(made)
  const comment = { proxyLoanId: slv.id, type: 'EXTERNAL', message: 'Hello' }
  const post = async (actor: typeof owner, change: object = {}, headers = {}) =>
    (await signedIn(actor))('POST', '/v1/conversation-log/proxy-loan', { body: { ...comment, ...change }, headers })

  const refusals: [object, string, string][] = [
    [{ type: 'INTERNAL' }, 'type', 'Only external comments can be written here'],
    [{ type: 'ALL' }, 'type', 'Choose one of the options'],
    [{ message: '  ' }, 'message', 'Required'],
    [{ message: 'x'.repeat(4001) }, 'message', 'No more than 4000 characters'],
    [{ message: 'a\0b' }, 'message', 'Contains characters that cannot be stored'],
    [{ mentions: ['no-id'] }, 'mentions.0', 'Not a valid ID'],
  ]
  for (const [change, field, error] of refusals) {
    const answer = await post(owner, change)
    expect([answer.statusCode, answer.json().details]).toEqual([400, [{ field, error }]])
  }
  const headers = { 'idempotency-key': 'once' }
  const [first, again] = [await post(underwriter, {}, headers), await post(underwriter, {}, headers)]
  expect(again.json()).toEqual(first.json())
  expect(await committed.selectFrom('comment').select('message').execute()).toEqual([{ message: 'Hello' }])
  expect((await post(owner, { message: 'x'.repeat(4000) })).statusCode).toBe(200)
})

test('polling for comments keeps no idle session alive', async ({ made, signedIn, committed, now }) => {
  const { slv, owner } = await slvWithPeople(made)
  const asks = await signedIn(owner)
  const before = new Date(now.getTime() - 20 * 60_000)
  const lastUse = async () => (await rowOf(committed, 'session')).lastUsedAt
  await setRows(committed, 'session', {}, { lastUsedAt: before })
  for (const rest of ['/state', ''])
    expect((await asks('GET', `/v1/proxy-loan/${slv.id}/conversation-log${rest}`)).statusCode).toBe(200)
  expect(await lastUse()).toEqual(before)
  expect((await asks('GET', `/v1/proxy-loan/${slv.id}/detailed`)).statusCode).toBe(200)
  expect(await lastUse()).toEqual(now)
})
