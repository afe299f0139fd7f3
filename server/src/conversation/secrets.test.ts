import { expect } from 'vitest'
import { type Caller, test } from '../../test/http.ts'
import { slvWithPeople } from '../../test/talk.ts'

const body = (answer: { statusCode: number; json: () => { id: string } }) => {
  expect(answer.statusCode).toBe(200)
  return answer.json()
}
const path = (id: string, rest = '') => `/v1/proxy-loan/${id}/conversation-log${rest}`

test('no response to a seller contains internal text or names', async ({ made, committed, signedIn }) => {
  const { slv, owner, underwriter, chief } = await slvWithPeople(made)
  const outsider = await made.user({ role: 'UNDERWRITER', name: 'CANARY-outsider' })
  const staff = await signedIn(underwriter)
  const asks = await signedIn(owner)
  const say = async (who: Caller, type: string, message: string, mentions: string[] = []) =>
    body(
      await who('POST', '/v1/conversation-log/proxy-loan', { body: { proxyLoanId: slv.id, type, message, mentions } }),
    )

  const open = await say(staff, 'EXTERNAL', 'Told openly', [owner.id])
  const inner = await say(staff, 'INTERNAL', 'CANARY-message', [outsider.id, chief.id])
  await say(await signedIn(outsider), 'INTERNAL', 'CANARY-answer', [underwriter.id])
  const gone = await say(staff, 'INTERNAL', 'CANARY-deleted')
  body(await staff('DELETE', `/v1/conversation-log/${gone.id}`))
  const hidden = await say(staff, 'EXTERNAL', 'CANARY-hidden')
  body(await staff('PATCH', `/v1/conversation-log/${hidden.id}/proxy-loan`, { body: { type: 'INTERNAL' } }))
  await say(asks, 'EXTERNAL', 'An answer', [underwriter.id])

  const answers = [
    await asks('GET', path(slv.id)),
    await asks('GET', path(slv.id, '?type=EXTERNAL&size=1&page=2')),
    await asks('GET', path(slv.id, '?type=INTERNAL')),
    await asks('GET', path(slv.id, '/state')),
    await asks('GET', `/v1/users/proxy-loan/external?proxyLoanId=${slv.id}`),
    await asks('GET', `/v1/users/proxy-loan/external?proxyLoanId=${slv.id}&search=canary`),
    await asks('GET', `/v1/proxy-loan/${slv.id}/detailed`),
    await asks('GET', '/v1/proxy-loans?size=100'),
    await asks('GET', '/v1/proxy-loans/statistics'),
    await asks('POST', `/v1/proxy-loan-history/${slv.id}`, { body: {} }),
    await asks('PATCH', `/v1/conversation-log/${inner.id}/proxy-loan`, { body: { message: 'Mine' } }),
    await asks('DELETE', `/v1/conversation-log/${inner.id}`),
    await asks('POST', '/v1/conversation-log/proxy-loan', {
      body: { proxyLoanId: slv.id, type: 'EXTERNAL', message: 'Who?', mentions: [outsider.id] },
    }),
  ]
  for (const answer of answers) {
    expect(answer.body).not.toMatch(/CANARY|INTERNAL|(turn|delete)-comment/)
    expect(answer.body).not.toContain(outsider.id)
    expect(answer.body).not.toContain(chief.id)
  }
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([
    ...[200, 200, 400, 200, 200, 200, 200, 200, 200, 200],
    ...[404, 404, 400],
  ])
  expect(answers[0]?.json()).toMatchObject({ total: 2, items: [{ message: 'An answer' }, { id: open.id }] })
  expect(answers[3]?.json()).toMatchObject({ total: 2 })

  const told = await committed.selectFrom('notification').selectAll().execute()
  expect(told.length).toBeGreaterThan(4)
  expect(JSON.stringify(told)).not.toMatch(/CANARY-(message|answer|deleted|hidden)/)
  expect(JSON.stringify(told.filter(({ userId }) => userId === owner.id))).not.toContain('CANARY')
})

test('roles without comments and invalid fields are refused; a repeated POST is one comment', async ({
  made,
  signedIn,
  committed,
}) => {
  const { slv, owner, underwriter, bdd, reviewer } = await slvWithPeople(made)
  const comment = { proxyLoanId: slv.id, type: 'EXTERNAL', message: 'Hello' }
  const post = async (actor: typeof owner, change: object = {}, headers = {}) =>
    (await signedIn(actor))('POST', '/v1/conversation-log/proxy-loan', { body: { ...comment, ...change }, headers })

  expect((await post(bdd)).statusCode).toBe(403)
  expect((await post(reviewer)).statusCode).toBe(403)
  expect((await (await signedIn(bdd))('GET', path(slv.id))).statusCode).toBe(200)
  expect((await (await signedIn(reviewer))('GET', path(slv.id))).statusCode).toBe(403)
  expect((await (await signedIn(owner))('GET', `/v1/users/proxy-loan/internal?proxyLoanId=${slv.id}`)).statusCode).toBe(
    403,
  )
  const refusals: [object, string, string][] = [
    [{ type: 'INTERNAL' }, 'type', 'Only external comments can be written here'],
    [{ type: 'ALL' }, 'type', 'Choose one of the options'],
    [{ message: '  ' }, 'message', 'Required'],
    [{ message: 'x'.repeat(4001) }, 'message', 'No more than 4000 characters'],
    [{ message: 'a\0b' }, 'message', 'Contains characters that cannot be stored'],
    [{ mentions: ['nobody'] }, 'mentions.0', 'Not a valid ID'],
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
  const lastUse = async () =>
    (await committed.selectFrom('session').select('lastUsedAt').executeTakeFirstOrThrow()).lastUsedAt
  await committed.updateTable('session').set({ lastUsedAt: before }).execute()
  for (const rest of ['/state', '']) expect((await asks('GET', path(slv.id, rest))).statusCode).toBe(200)
  expect(await lastUse()).toEqual(before)
  expect((await asks('GET', `/v1/proxy-loan/${slv.id}/detailed`)).statusCode).toBe(200)
  expect(await lastUse()).toEqual(now)
})
