import { permissions } from '@portal/contract/user/model'
import { describe, expect } from 'vitest'
import { findRow, findRows } from '../../test/rows.ts'
import { test as base, newGroup } from '../../test/scim.ts'
import type { Db } from '../lib/database/db.ts'

/** A group that GROUP_ROLES maps, shared by the tests in this file. */
const test = base.extend(
  'mapped',
  { scope: 'file' },
  async ({ portal: { scim, made } }) => {
    await made.underwriter(...permissions)
    const create = async (name: string) =>
      (await scim.post('/Groups', newGroup(name))).body.id
    const groups = {
      underwriters: await create('underwriters'),
      managers: await create('SLR Managers'),
      admins: await create('Admins'),
    }
    const send =
      (op: 'add' | 'remove') => (group: keyof typeof groups, id: string) =>
        scim.patch(`/Groups/${groups[group]}`, {
          op,
          path: 'members',
          value: [{ value: id }],
        })
    return { ...groups, join: send('add'), leave: send('remove') }
  },
)

const rightsOf = async (db: Db, userId: string) => {
  const roles = (await findRows(db, 'userRole', { userId })).toSorted(
    (a, b) => a.position - b.position,
  )
  const held = (await findRows(db, 'userPermission', { userId }))
    .map(({ permission }) => permission)
    .toSorted()
  return [...roles.map(({ role }) => role), ...held].join(' ')
}

describe('groups', () => {
  test('are created, read, replaced, renamed and deleted', async ({
    portal: { scim, createUser },
  }) => {
    const { id: member } = await createUser()
    const created = await scim.post('/Groups', {
      ...newGroup('Desk', member, member),
      externalId: 'g-1',
    })
    expect(created.status).toBe(201)
    const { id, meta } = created.body
    expect(created.body).toMatchObject({
      displayName: 'Desk',
      externalId: 'g-1',
      meta: { resourceType: 'Group' },
      members: [
        {
          value: member,
          display: 'Kim Lee',
          type: 'User',
          $ref: `http://portal.example/scim/v2/Users/${member}`,
        },
      ],
    })
    expect(created.headers.get('location')).toBe(meta.location)
    expect((await scim.get(`/Users/${member}`)).body.groups).toMatchObject([
      { value: id, display: 'Desk', type: 'direct' },
    ])
    const replaced = await scim.put(`/Groups/${id}`, newGroup('Desk 2'), {
      'if-match': meta.version,
    })
    expect(replaced).toMatchObject({
      status: 200,
      body: { displayName: 'Desk 2', members: [] },
    })
    expect(replaced.body.externalId).toBeUndefined()
    expect(
      (
        await scim.put(`/Groups/${id}`, newGroup('Desk 3'), {
          'if-match': meta.version,
        })
      ).status,
    ).toBe(412)
    expect(await scim.delete(`/Groups/${id}`)).toMatchObject({ status: 204 })
    expect((await scim.get(`/Groups/${id}`)).status).toBe(404)
  })

  test('with a name that is taken return 409, with unknown members 400', async ({
    portal: { scim },
  }) => {
    const { body } = await scim.post('/Groups', newGroup('Taken'))
    const { body: other } = await scim.post('/Groups', newGroup('Other'))
    const taken = { status: 409, body: { scimType: 'uniqueness' } }
    expect(await scim.post('/Groups', newGroup('TAKEN'))).toMatchObject(taken)
    expect(
      await scim.patch(`/Groups/${other.id}`, {
        op: 'replace',
        path: 'displayName',
        value: 'taken',
      }),
    ).toMatchObject(taken)
    for (const member of [body.id, 'abc'])
      expect(await scim.post('/Groups', newGroup('New', member))).toMatchObject(
        {
          status: 400,
          body: { scimType: 'invalidValue' },
        },
      )
    expect(
      (await scim.post('/Groups', { displayName: 'No schema' })).status,
    ).toBe(400)
  })

  test('without a mapping grant nothing, and are in the history', async ({
    portal: { scim, createUser, db },
  }) => {
    const { id } = await createUser()
    const { body } = await scim.post('/Groups', newGroup('Unmapped', id))
    await scim.delete(`/Groups/${body.id}`)
    expect(await rightsOf(db, id)).toBe('DEFAULT')
    const entries = (await findRows(db, 'userHistory', { userId: id }))
      .slice(1)
      .map(({ changes }) => changes)
    expect(entries).toEqual([
      [{ field: 'group', before: null, after: 'Unmapped' }],
      [{ field: 'group', before: 'Unmapped', after: null }],
    ])
  })
})

describe('mapped groups', () => {
  test('grant their role and permissions, and remove them when the person leaves', async ({
    portal: { createUser, db },
    mapped,
  }) => {
    const { id } = await createUser()
    await mapped.join('underwriters', id)
    expect(await rightsOf(db, id)).toBe('UNDERWRITER myOwn viewSlvDepartment')
    await mapped.join('managers', id)
    expect(await rightsOf(db, id)).toBe(
      'UNDERWRITER manageSlr myOwn viewSlvDepartment',
    )
    await mapped.leave('underwriters', id)
    expect(await rightsOf(db, id)).toBe('UNDERWRITER manageSlr myOwn')
    await mapped.leave('managers', id)
    expect(await rightsOf(db, id)).toBe('DEFAULT')
    const entries = await findRows(db, 'userHistory', { userId: id })
    const { id: service } = await findRow(db, 'appUser', {
      email: 'scim@service.invalid',
    })
    expect(
      entries
        .map(({ action, actorId }) => [action, actorId === service])
        .slice(1, 3),
    ).toEqual([
      ['edit', true],
      ['set-permissions', true],
    ])
  })

  test('don’t change what the mapping doesn’t name', async ({
    portal: { made, db },
    mapped,
  }) => {
    const { id } = await made.underwriter('assignLoans', 'manageSlr')
    await mapped.join('underwriters', id)
    expect(await rightsOf(db, id)).toBe(
      'UNDERWRITER assignLoans myOwn viewSlvDepartment',
    )
    await mapped.leave('underwriters', id)
    expect(await rightsOf(db, id)).toBe('DEFAULT assignLoans')
  })

  test('hand over the work that a member loses the right to', async ({
    portal: { createUser, made, db },
    mapped,
  }) => {
    const { id } = await createUser()
    const heir = await made.underwriter('manageSlr')
    await mapped.join('managers', id)
    const slv = await made.slv({
      underwriterManagerId: id,
      status: 'SLR_REVIEW',
    })
    await mapped.leave('managers', id)
    const { underwriterManagerId } = await findRow(db, 'slv', { id: slv.id })
    expect(underwriterManagerId).not.toBe(id)
    expect(await rightsOf(db, underwriterManagerId ?? ''), heir.name).toContain(
      'manageSlr',
    )
  })

  test('don’t grant the buyer’s roles to a seller', async ({
    portal: { made, db },
    mapped,
  }) => {
    const { id } = await made.seller()
    expect((await mapped.join('underwriters', id)).status).toBe(200)
    expect(await rightsOf(db, id)).toBe('SELLER')
  })

  test('grant rights by name: renaming a group changes its members’ rights', async ({
    portal,
  }) => {
    const { scim, createUser, db } = portal
    const { id } = await createUser()
    const { body } = await scim.post('/Groups', newGroup('Future BDDs', id))
    const rename = (value: string) =>
      scim.patch(`/Groups/${body.id}`, {
        op: 'replace',
        path: 'displayName',
        value,
      })
    await rename('BDDs')
    expect(await rightsOf(db, id)).toBe('BDD')
    await rename('Former BDDs')
    expect(await rightsOf(db, id)).toBe('DEFAULT')
  })

  test('take 20 new members in one request', async ({
    portal: { scim, made, db },
    mapped,
  }) => {
    const { id: companyId } = await made.company('BUYER')
    const users = Array.from({ length: 20 }, (_, n) => ({
      email: `bulk.${n}@test.test`,
      companyId,
    }))
    const rows = await db
      .insertInto('appUser')
      .values(users)
      .returning('id')
      .execute()
    await db
      .insertInto('userRole')
      .values(
        rows.map(({ id }) => ({ userId: id, role: 'DEFAULT', position: 0 })),
      )
      .execute()
    const value = rows.map(({ id }) => ({ value: id }))
    const { status, body } = await scim.patch(
      `/Groups/${mapped.underwriters}`,
      { op: 'add', path: 'members', value },
    )
    expect(status).toBe(200)
    expect(body.members.length).toBeGreaterThanOrEqual(20)
    expect(await rightsOf(db, rows.at(-1)?.id ?? '')).toBe(
      'UNDERWRITER myOwn viewSlvDepartment',
    )
  })
})
