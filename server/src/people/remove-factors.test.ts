import { expect } from 'vitest'
import { softPasskey } from '../../test/passkey.ts'
import { addRow, findRows } from '../../test/rows.ts'
import { test as base, password, type Reviewer } from '../../test/signing-in.ts'

const test = base.extend(
  'admin',
  async ({ made, reviewer, node, signInAt }) => {
    const actor = await made.user({
      role: 'TPR',
      companyId: reviewer.companyId,
      holds: ['myCompanyAdmin'],
    })
    return { actor, asks: await signInAt(node, actor) }
  },
)
const path = ({ id }: Pick<Reviewer, 'id'>) =>
  `/v1/users/${id}/second-factor/remove`

test('removing factors signs the user out', async ({
  reviewer,
  own,
  browser,
  admin,
  queued,
  committed,
}) => {
  const asked = await own.post('/auth/second-factor/passkeys/options', {
    password,
  })
  await own.post('/auth/second-factor/passkeys', {
    name: 'Laptop',
    response: softPasskey().make(asked.json()),
  })
  const half = browser()
  expect((await half.enterPassword(reviewer.email)).json()).toMatchObject({
    factor: 'PASSKEY',
  })

  const { actor, asks } = admin
  expect(await asks('POST', path(reviewer))).toMatchObject({ statusCode: 200 })
  for (const table of ['session', 'challenge', 'passkey', 'totp'] as const)
    expect(await findRows(committed, table, { userId: reviewer.id })).toEqual(
      [],
    )
  expect((await half.get('/auth/tpr/challenge')).statusCode).toBe(401)
  expect(await queued('send-sign-in-notice')).toMatchObject([
    {},
    { userId: reviewer.id, notice: 'remove-factors' },
  ])
  const changes = [{ field: 'passkey', before: 'Laptop', after: null }]
  expect(
    await findRows(committed, 'userHistory', { action: 'remove-factors' }),
  ).toMatchObject([{ actorId: actor.id, changes }])
  expect((await browser().enterPassword(reviewer.email)).json()).toMatchObject({
    factor: 'EMAIL',
  })
  expect(await asks('POST', path(reviewer))).toMatchObject({ statusCode: 409 })
})

test('admins remove no superior’s or stranger’s factors', async ({
  people,
  reviewer,
  admin,
  made,
  committed,
  now,
}) => {
  const secret = Buffer.alloc(48, 1)
  const elsewhere = await people.reviewer()
  const { actor, asks } = admin
  const above = await made.user({
    role: 'TPR',
    companyId: reviewer.companyId,
    holds: ['inviteTpr'],
  })
  for (const { id } of [actor, above])
    await addRow(committed, 'credential', { userId: id })
  for (const { id } of [actor, above, elsewhere])
    await addRow(committed, 'totp', { userId: id, secret, addedAt: now })
  expect((await asks('POST', path(actor))).statusCode).toBe(409)
  expect((await asks('POST', path(above))).json()).toMatchObject({
    statusCode: 409,
    error: 'This user has a permission that you do not have',
  })
  expect((await asks('POST', path(elsewhere))).statusCode).toBe(404)
  expect(await findRows(committed, 'totp')).toHaveLength(3)
})
