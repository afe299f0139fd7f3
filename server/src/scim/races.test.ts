import { allTo } from '@portal/contract/assignment/model'
import { permissions } from '@portal/contract/user/model'
import { expect } from 'vitest'
import { statusOf } from '../../test/actions.ts'
import { ctxFor } from '../../test/makers.ts'
import { findRow, waitForLocks } from '../../test/rows.ts'
import { newGroup, newUser, openScim, test } from '../../test/scim.ts'
import { assignSlvs } from '../slv/assign.ts'

const deactivation = { op: 'replace', path: 'active', value: false }

test('no parallel patch of a user is lost, and of those with one version only the first is applied', async ({
  portal,
}) => {
  const { scim, createUser } = portal
  const { id, meta } = await createUser()
  const patches = [
    ['name.givenName', 'Ana'],
    ['name.familyName', 'Ortiz'],
    ['externalId', 'x-1'],
  ].map(([path, value]) =>
    scim.patch(`/Users/${id}`, { op: 'replace', path, value }),
  )
  expect((await Promise.all(patches)).map(({ status }) => status)).toEqual([
    200, 200, 200,
  ])
  const { body } = await scim.get(`/Users/${id}`)
  expect(body).toMatchObject({ displayName: 'Ana Ortiz', externalId: 'x-1' })
  const headers = { 'if-match': body.meta.version }
  const puts = ['One', 'Two', 'Three'].map((familyName) =>
    scim.put(`/Users/${id}`, { ...body, name: { familyName } }, headers),
  )
  expect(
    (await Promise.all(puts)).map(({ status }) => status).toSorted(),
  ).toEqual([200, 412, 412])
  expect(meta.version).not.toBe(body.meta.version)
})

test('no parallel addition to a group is lost', async ({
  portal: { scim, createUser },
}) => {
  const users = await Promise.all(Array.from({ length: 6 }, () => createUser()))
  const { body } = await scim.post('/Groups', newGroup('Raced'))
  const add = (id: string) =>
    scim.patch(`/Groups/${body.id}`, {
      op: 'add',
      path: 'members',
      value: [{ value: id }],
    })
  await Promise.all(users.map(({ id }) => add(id)))
  expect((await scim.get(`/Groups/${body.id}`)).body.members).toHaveLength(6)
})

test('of parallel creations of a user only one succeeds, even the first ones ever', async ({
  onTestFinished,
}) => {
  const { scim, db } = await openScim((end) => onTestFinished(end))
  const wanted = newUser()
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => scim.post('/Users', wanted)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    201, 409, 409, 409,
  ])
  const { buyers } = await db
    .selectFrom('company')
    .select(({ fn }) => fn.countAll<number>().as('buyers'))
    .executeTakeFirstOrThrow()
  expect(buyers).toBe(1)
})

test('if the last two administrators are deactivated in parallel, one stays', async ({
  onTestFinished,
}) => {
  const { scim, made } = await openScim((end) => onTestFinished(end))
  const admins = [
    await made.underwriter(...permissions),
    await made.underwriter(...permissions),
  ]
  const answers = await Promise.all(
    admins.map(({ id }) => scim.patch(`/Users/${id}`, deactivation)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('work that is assigned during a deactivation ends with someone active', async ({
  portal: { scim, made, db },
}) => {
  const [chief, leaves] = [
    await made.underwriter(...permissions),
    await made.underwriter('myOwn'),
  ]
  const slv = await made.slv()
  const ctx = await ctxFor(
    db,
    chief,
    (await findRow(db, 'slv', { id: slv.id })).updatedAt,
  )

  // The assignment holds locks on the SLV and the person; the deactivation
  // waits for it and hands the SLV over.
  const held = await db.startTransaction().execute()
  await held
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', chief.id)
    .forUpdate()
    .execute()
  const giving = assignSlvs(ctx, 'assign-requests', allTo(leaves.id, [slv.id]))
  await waitForLocks(db)
  const leaving = scim.patch(`/Users/${leaves.id}`, deactivation)
  await waitForLocks(db, 2)
  await held.commit().execute()
  await giving
  expect((await leaving).status).toBe(200)
  const { underwriterId } = await findRow(db, 'slv', { id: slv.id })
  expect(underwriterId).not.toBe(leaves.id)
  expect(
    await statusOf(
      assignSlvs(ctx, 'assign-requests', allTo(leaves.id, [slv.id])),
    ),
  ).toBe(400)
})
