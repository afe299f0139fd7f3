import { expect } from 'vitest'
import { caller } from '../../test/http.ts'
import { softPasskey } from '../../test/passkey.ts'
import { test as base, password, type Reviewer } from '../../test/signing-in.ts'
import { openSession } from '../auth/sessions/session.ts'

const test = base.extend('admin', ({ made, committed, node, time }) => async (companyId: string) => {
  const actor = await made.user({ role: 'TPR', companyId, holds: ['myCompanyAdmin'] })
  return { actor, asks: caller(node, await openSession(committed, actor.id, time.now(), 'test')) }
})
const path = ({ id }: Pick<Reviewer, 'id'>) => `/v1/users/${id}/second-factor/remove`

test('removing factors signs the user out', async ({ people, signIn, browser, admin, queued, committed }) => {
  const reviewer = await people.reviewer()
  const own = await signIn(reviewer)
  const asked = await own.post('/auth/second-factor/passkeys/options', { password })
  await own.post('/auth/second-factor/passkeys', { name: 'Laptop', response: softPasskey().make(asked.json()) })
  const half = browser()
  expect((await half.enterPassword(reviewer.email)).json()).toMatchObject({ factor: 'PASSKEY' })

  const { actor, asks } = await admin(reviewer.companyId)
  expect(await asks('POST', path(reviewer))).toMatchObject({ statusCode: 200 })
  for (const table of ['session', 'challenge', 'passkey', 'totp'] as const)
    expect(await committed.selectFrom(table).select('userId').where('userId', '=', reviewer.id).execute()).toEqual([])
  expect((await half.get('/auth/tpr/challenge')).statusCode).toBe(401)
  expect(await queued('send-sign-in-notice')).toMatchObject([{}, { userId: reviewer.id, notice: 'remove-factors' }])
  const history = committed.selectFrom('userHistory').select(['actorId', 'action', 'changes'])
  expect(await history.where('action', '=', 'remove-factors').execute()).toEqual([
    { actorId: actor.id, action: 'remove-factors', changes: [{ field: 'passkey', before: 'Laptop', after: null }] },
  ])
  expect((await browser().enterPassword(reviewer.email)).json()).toMatchObject({ factor: 'EMAIL' })
  expect(await asks('POST', path(reviewer))).toMatchObject({ statusCode: 409 })
})

test('admins remove no superior’s or stranger’s factors', async ({ people, admin, made, committed, now }) => {
  const secret = Buffer.alloc(48, 1)
  const [reviewer, elsewhere] = [await people.reviewer(), await people.reviewer()]
  const { actor, asks } = await admin(reviewer.companyId)
  const above = await made.user({ role: 'TPR', companyId: reviewer.companyId, holds: ['inviteTpr'] })
  for (const { id } of [actor, above]) await committed.insertInto('credential').values({ userId: id }).execute()
  for (const { id } of [actor, above, elsewhere])
    await committed.insertInto('totp').values({ userId: id, secret, addedAt: now }).execute()
  expect((await asks('POST', path(actor))).statusCode).toBe(409)
  expect((await asks('POST', path(above))).json()).toMatchObject({
    statusCode: 409,
    error: 'This user has a permission that you do not have',
  })
  expect((await asks('POST', path(elsewhere))).statusCode).toBe(404)
  expect(await committed.selectFrom('totp').select('userId').execute()).toHaveLength(3)
})
