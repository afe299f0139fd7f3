import { describe, expect } from 'vitest'
import { newGroup, nextName, patchSchema, test } from '../../test/scim.ts'
import { enterpriseSchema, userSchema } from './list-schemas.ts'

describe('Entra ID', () => {
  test.for([
    ['False', false],
    ['True', true],
    [false, false],
  ] as const)(
    'deactivates and activates with %s',
    async ([value, active], { portal: { scim, createUser } }) => {
      const { id } = await createUser({ active: !active })
      const answer = await scim.patch(`/Users/${id}`, {
        op: 'Replace',
        path: 'active',
        value,
      })
      expect(answer).toMatchObject({ status: 200, body: { active } })
    },
  )

  test('changes several attributes in one request, some of which the portal doesn’t keep', async ({
    portal,
  }) => {
    const { scim, createUser } = portal
    const { id, userName } = await createUser()
    const email = nextName()
    const { body } = await scim.patch(
      `/Users/${id}`,
      { op: 'Add', path: 'externalId', value: 'entra-1' },
      { op: 'Replace', path: 'name.givenName', value: 'Ana' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: email },
      { op: 'Add', path: 'title', value: 'Underwriter' },
      { op: 'Replace', path: 'displayName', value: 'Somewhat else' },
      { op: 'Add', path: 'addresses[type eq "work"].country', value: 'US' },
      {
        op: 'Replace',
        value: {
          'name.familyName': 'Ortiz',
          [`${enterpriseSchema}:department`]: 'Credit',
        },
      },
    )
    expect(body).toMatchObject({
      userName,
      externalId: 'entra-1',
      displayName: 'Ana Ortiz',
    })
    expect(body.emails).toEqual([
      { value: email.toLowerCase(), type: 'work', primary: true },
    ])
    expect(body.title).toBeUndefined()
  })

  test('adds and removes members in its own shapes', async ({
    portal: { scim, createUser },
  }) => {
    const [one, two, three] = [
      await createUser(),
      await createUser(),
      await createUser(),
    ]
    const { body: group } = await scim.post(
      '/Groups',
      newGroup('Entra shapes', one.id),
    )
    const membersAfter = async (...operations: object[]) => {
      const { status, body } = await scim.patch(
        `/Groups/${group.id}`,
        ...operations,
      )
      expect(status).toBe(200)
      return body.members.map(({ value }) => value)
    }
    const add = {
      op: 'Add',
      path: 'members',
      value: [{ value: two.id, display: null }, { value: one.id }],
    }
    expect(await membersAfter(add)).toEqual([one.id, two.id])
    expect(
      await membersAfter({
        op: 'add',
        path: 'members',
        value: { value: three.id },
      }),
    ).toHaveLength(3)
    expect(
      await membersAfter({
        op: 'Remove',
        path: 'members',
        value: [{ value: two.id }],
      }),
    ).toEqual([one.id, three.id])
    expect(
      await membersAfter({
        op: 'remove',
        path: `members[value eq "${one.id}"]`,
      }),
    ).toEqual([three.id])
    expect(
      await membersAfter({
        op: 'remove',
        path: `members[value eq "${one.id}"]`,
      }),
      'again',
    ).toEqual([three.id])
    expect(
      await membersAfter({
        op: 'add',
        value: { members: [{ value: one.id }] },
      }),
    ).toEqual([one.id, three.id])
    expect(
      await membersAfter({
        op: 'replace',
        path: 'members',
        value: [{ value: two.id }],
      }),
    ).toEqual([two.id])
    expect(
      await membersAfter(
        { op: 'remove', path: 'members' },
        { op: 'remove', path: `members[value eq "${two.id}"]` },
      ),
    ).toEqual([])
  })
})

test('Okta deactivates, and renames a group, without a path', async ({
  portal: { scim, createUser },
}) => {
  const { id } = await createUser()
  expect(
    (
      await scim.patch(`/Users/${id}`, {
        op: 'replace',
        value: { active: false },
      })
    ).body.active,
  ).toBe(false)
  const { body: group } = await scim.post('/Groups', newGroup('Before', id))
  const value = { id: group.id, displayName: 'After' }
  const { body } = await scim.patch(`/Groups/${group.id}`, {
    op: 'replace',
    value,
  })
  expect(body).toMatchObject({ displayName: 'After', members: [{ value: id }] })
})

test('applies full paths in any case, and removals', async ({
  portal: { scim, createUser },
}) => {
  const { id } = await createUser({ externalId: 'x' })
  const { body } = await scim.patch(
    `/Users/${id}`,
    { op: 'REPLACE', path: `${userSchema}:NAME.GIVENNAME`, value: 'Ana' },
    { op: 'remove', path: 'externalid' },
    { op: 'remove', path: 'name.familyName' },
  )
  expect(body.name).toEqual({ formatted: 'Ana', givenName: 'Ana' })
  expect(body.externalId).toBeUndefined()
})

const replace = (path: string, value: unknown) => ({
  op: 'replace',
  path,
  value,
})

describe('a refused patch changes nothing', () => {
  test.for<[what: string, scimType: string, operation: object]>([
    [
      'of the id',
      'mutability',
      replace('id', '019a0000-0000-7000-8000-000000000000'),
    ],
    [
      'of the meta',
      'mutability',
      replace('meta.created', '2020-01-01T00:00:00Z'),
    ],
    [
      'of the groups',
      'mutability',
      { op: 'add', path: 'groups', value: [{ value: 'x' }] },
    ],
    [
      'of the company',
      'mutability',
      replace(`${enterpriseSchema}:organization`, 'T1'),
    ],
    [
      'of an unknown operation',
      'invalidSyntax',
      { op: 'move', path: 'active', value: true },
    ],
    [
      'without a value to add',
      'invalidSyntax',
      { op: 'add', path: 'externalId' },
    ],
    ['that removes without a path', 'noTarget', { op: 'remove' }],
    [
      'of what the filter doesn’t find',
      'noTarget',
      replace('emails[value eq "x@y.example"]', { value: 'z@y.example' }),
    ],
    ['with a broken path', 'invalidPath', replace('emails[type eq', 'x')],
    [
      'with a path of line breaks',
      'invalidPath',
      replace(`emails[type eq "${'\n'.repeat(40)}`, 'x'),
    ],
    ['with an empty userName', 'invalidValue', replace('userName', '')],
    [
      'with an active that is no flag',
      'invalidValue',
      replace('active', 'maybe'),
    ],
    ['of a prototype', 'invalidPath', replace('__proto__.isAdmin', true)],
    [
      'of a constructor',
      'invalidPath',
      replace('constructor.prototype.isAdmin', true),
    ],
    [
      'of a prototype in a value',
      'invalidPath',
      { op: 'replace', value: { 'constructor.prototype.isAdmin': true } },
    ],
  ])(
    '%s: %s',
    async ([, scimType, operation], { portal: { scim, createUser } }) => {
      const before = await createUser()
      const answer = await scim.patch(
        `/Users/${before.id}`,
        replace('name.givenName', 'Changed'),
        operation,
      )
      expect(answer).toMatchObject({ status: 400, body: { scimType } })
      expect((await scim.get(`/Users/${before.id}`)).body).toEqual(before)
      expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
    },
  )

  test('without the schema, without operations, and with too many operations', async ({
    portal: { scim, createUser },
  }) => {
    const { id } = await createUser()
    const many = Array.from({ length: 1001 }, () => replace('active', true))
    for (const body of [
      { Operations: many.slice(0, 1) },
      { schemas: [patchSchema], Operations: [] },
      { schemas: [patchSchema], Operations: many },
      [],
    ])
      expect(
        await scim.call(`/Users/${id}`, { method: 'PATCH', body }),
      ).toMatchObject({
        status: 400,
        body: { scimType: 'invalidSyntax' },
      })
  })
})
