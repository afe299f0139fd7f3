import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import {
  type Attribute,
  test as base,
  newGroup,
  newUser,
  nextName,
} from '../../test/scim.ts'
import { enterpriseSchema, groupSchema, userSchema } from './list-schemas.ts'

/*
 * The checks of two public suites for SCIM servers, python-scim/scim2-tester and
 * wso2-incubator/scim2-compliance-test-suite, that the other tests of this folder don't make. Where a suite sends what
 * the RFCs forbid (a body without schemas, a filter without quotes), these tests send what the RFCs ask for.
 */

type Json = Record<string, unknown>

const kinds = [
  [userSchema, '/Users'],
  [groupSchema, '/Groups'],
] as const
const search = {
  schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
}
const refusal = (status: number, more: Json = {}) => {
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error']
  return {
    status,
    body: {
      schemas,
      status: String(status),
      detail: expect.any(String),
      ...more,
    },
  }
}

/**
 * Some named resources to find. `create` makes others with a value for every
 * attribute.
 */
const test = base.extend(
  'made',
  { scope: 'file' },
  async ({ portal: { scim, createUser, made } }) => {
    const { Resources } = (await scim.get('/Schemas')).body
    const of = (schema: string) =>
      Resources.find(({ id }) => id === schema)?.attributes ?? []
    const extension = {
      name: enterpriseSchema,
      type: 'complex',
      required: false,
      mutability: 'immutable',
    }
    const attributes: Record<string, Attribute[]> = {
      [userSchema]: [
        ...of(userSchema),
        { ...extension, subAttributes: of(enterpriseSchema) },
      ],
      [groupSchema]: of(groupSchema),
    }
    const { corrId: organization } = await made.company()
    const create = async (schema: string): Promise<Json> => {
      const emails = [{ value: nextName() }]
      const { id } = await createUser({
        externalId: 'x',
        emails,
        [enterpriseSchema]: { organization },
      })
      const { body } = await scim.post('/Groups', {
        ...newGroup(randomUUID(), id),
        externalId: 'x',
      })
      return schema === groupSchema
        ? body
        : (await scim.get(`/Users/${id}`)).body
    }
    for (const [displayName, externalId] of [
      ['Red Desk', 'one'],
      ['Red Team', 'two'],
      ['Blue Desk'],
    ])
      await scim.post('/Groups', {
        schemas: [groupSchema],
        displayName,
        externalId,
      })
    await createUser({
      name: { givenName: 'Red', familyName: 'Person' },
      externalId: 'one',
    })
    return { scim, attributes, create }
  },
)

/**
 * Expects nothing but the schema's attributes, all that are required, and their
 * types.
 */
function expectAttributes(value: Json, attributes: Attribute[] = []) {
  expect(attributes.map(({ name }) => name)).toEqual(
    expect.arrayContaining(Object.keys(value)),
  )
  for (const { name, type, required, subAttributes } of attributes) {
    if (required) expect(value).toHaveProperty(name)
    for (const one of [value[name] ?? []].flat()) {
      expect(typeof one, name).toBe(
        { complex: 'object', reference: 'string' }[type] ?? type,
      )
      if (subAttributes) expectAttributes(one as Json, subAttributes)
    }
  }
}
function expectResource(
  { schemas, id, externalId = '', meta, ...shown }: Json,
  schema: string,
  attributes: Attribute[] = [],
) {
  expect([schemas, typeof externalId]).toEqual([
    enterpriseSchema in shown ? [schema, enterpriseSchema] : [schema],
    'string',
  ])
  expectAttributes(shown, attributes)
  const [date, resourceType] = [
    expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    schema.split(':').at(-1),
  ]
  const location = `http://portal.example/scim/v2/${resourceType}s/${id}`
  expect(meta).toEqual({
    resourceType,
    created: date,
    lastModified: date,
    location,
    version: expect.any(String),
  })
}

/**
 * Attributes and their sub-attributes, by the path that names them and the keys
 * that lead to them.
 */
const pathsOf = (attributes: Attribute[] = []) =>
  attributes.flatMap((one) => [
    { ...one, path: one.name, keys: [one.name] },
    ...(one.subAttributes ?? []).map((sub) => {
      const keys = [one.name, sub.name]
      return {
        ...sub,
        path: keys.join(one.name === enterpriseSchema ? ':' : '.'),
        keys,
      }
    }),
  ])

const inEach = (value: unknown, change: (one: Json) => Json) =>
  Array.isArray(value) ? value.map(change) : change(value as Json)
const pick = (resource: Json, [key = '', ...inner]: string[]): Json => ({
  [key]:
    inner.length === 0
      ? resource[key]
      : inEach(resource[key], (one) => pick(one, inner)),
})
function omit({ ...resource }: Json, [key = '', ...inner]: string[]): Json {
  if (inner.length > 0)
    return {
      ...resource,
      [key]: inEach(resource[key], (one) => omit(one, inner)),
    }
  delete resource[key]
  return resource
}
/** The same value; objects and lists may have more. */
const like = (value: unknown): unknown => {
  if (Array.isArray(value)) return expect.arrayContaining(value.map(like))
  return typeof value === 'object'
    ? expect.objectContaining(value as Json)
    : value
}

test('discovery can only be read', async ({ made: { scim } }) => {
  for (const path of [
    '/ServiceProviderConfig',
    '/ResourceTypes',
    '/ResourceTypes/User',
    '/Schemas',
    '/Schemas/x',
  ])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await scim.call(path, { method })
      expect(answer, path).toMatchObject(refusal(405))
      expect(answer.headers.get('allow')).toBe('GET, HEAD')
    }
})

test('a random address is 404', async ({ made: { scim } }) => {
  for (const path of ['', '/ResourceTypes', '/Schemas', '/Users', '/Groups'])
    expect(await scim.get(`${path}/${randomUUID()}`), path).toMatchObject(
      refusal(404),
    )
})

test.for(['/Me', '/Bulk'])('%s is 501', async (path, { made: { scim } }) => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
    expect(await scim.call(path, { method }), method).toMatchObject(
      refusal(501),
    )
})

test('resource types name endpoints that exist and schemas that can be read', async ({
  made: { scim },
}) => {
  for (const { endpoint, schema, schemaExtensions = [] } of (
    await scim.get('/ResourceTypes')
  ).body.Resources) {
    expect((await scim.get(`${endpoint}?count=0`)).status).toBe(200)
    for (const id of [schema, ...schemaExtensions.map((one) => one.schema)])
      expect(await scim.get(`/Schemas/${id}`)).toMatchObject({
        status: 200,
        body: { id },
      })
  }
})

test.for(kinds)(
  'a minimal resource of %s is created, read, listed, replaced, patched and deleted',
  async ([schema, endpoint], { made: { scim, attributes } }) => {
    const name =
      schema === userSchema
        ? { userName: nextName() }
        : { displayName: randomUUID() }
    const change = schema === userSchema ? newUser() : newGroup(randomUUID())
    const addition = {
      op: 'add',
      value: { nickName: 'Kim', displayName: 'Kim Lee' },
    }
    const created = await scim.post(endpoint, { schemas: [schema], ...name })
    const address = `${endpoint}/${created.body.id}`
    const listed = async (path: string) =>
      (await scim.get(path)).body.Resources.filter(
        ({ id }: Json) => id === created.body.id,
      )
    expect(created).toMatchObject({ status: 201, body: name })
    expect(await scim.get(address)).toMatchObject({
      status: 200,
      body: created.body,
    })
    expect([await listed(endpoint), await listed('')]).toEqual([
      [created.body],
      [created.body],
    ])
    const replaced = await scim.put(address, change)
    const patched = await scim.patch(address, addition)
    expect([replaced.status, patched.status, patched.body.displayName]).toEqual(
      [200, 200, 'Kim Lee'],
    )
    for (const { body } of [created, replaced, patched])
      expectResource(body, schema, attributes[schema])
    expect(await scim.delete(address)).toMatchObject({ status: 204, text: '' })
    expect(await listed(endpoint)).toEqual([])
    const gone = [
      await scim.get(address),
      await scim.put(address, change),
      await scim.delete(address),
    ]
    for (const answer of [...gone, await scim.patch(address, addition)])
      expect(answer).toMatchObject(refusal(404))
  },
)

test.for(kinds)(
  'every attribute of a resource of %s can be requested and excluded',
  async ([schema, endpoint], { made }) => {
    const { scim } = made
    const resource = await made.create(schema)
    expectResource(resource, schema, made.attributes[schema])
    const { schemas, id } = resource
    const filter = `id eq "${id}"`
    const common = ['externalId', 'meta', 'meta.location'].map((path) => ({
      path,
      keys: path.split('.'),
    }))
    for (const { path, keys } of [
      ...pathsOf(made.attributes[schema]),
      ...common,
    ])
      for (const [parameter, expected] of [
        ['attributes', { schemas, id, ...pick(resource, keys) }],
        ['excludedAttributes', omit(resource, keys)],
      ] as const) {
        const query = String(new URLSearchParams({ filter, [parameter]: path }))
        expect
          .soft((await scim.get(`${endpoint}/${id}?${query}`)).body, path)
          .toEqual(expected)
        for (const { body } of [
          await scim.get(`${endpoint}?${query}`),
          await scim.post(`${endpoint}/.search`, {
            ...search,
            filter,
            [parameter]: [path],
          }),
          await scim.post('/.search', {
            ...search,
            filter,
            [parameter]: [path],
          }),
        ])
          expect
            .soft([body.totalResults, body.Resources], path)
            .toEqual([1, [expected]])
      }
  },
)

/**
 * Identity providers send these read-only attributes by default, so they are
 * ignored instead of refused.
 */
const ignored = ['displayName', 'name.formatted']
/** What the portal sets when nothing is left. */
const emails = [{ value: expect.any(String), type: 'work', primary: true }]
const defaults: Json = {
  active: true,
  name: { formatted: expect.any(String) },
  emails,
  members: [],
}

test.for<
  [
    title: string,
    createOperation: (path: string, urn: string, value: unknown) => object,
  ]
>([
  [
    'a patch adds every attribute',
    (path, _, value) => ({ op: 'add', path, value }),
  ],
  [
    'a patch adds every attribute without a path',
    (path, _, value) => ({ op: 'add', value: { [path]: value } }),
  ],
  [
    'a patch replaces every attribute',
    (_, urn, value) => ({ op: 'replace', path: urn, value }),
  ],
  ['a patch removes every attribute', (path) => ({ op: 'remove', path })],
])(
  '%s as far as its mutability permits',
  async ([title, createOperation], { made: { scim, attributes, create } }) => {
    const name = { givenName: 'Ana', familyName: 'Ortiz' }
    const values: Json = {
      userName: nextName(),
      displayName: randomUUID(),
      active: false,
      groups: [{ value: randomUUID() }],
      name,
      'name.formatted': 'Ana',
      'name.givenName': 'Ana',
      'name.familyName': 'Ortiz',
      emails: [
        { value: nextName().toLowerCase(), type: 'work', primary: true },
      ],
      members: [{ value: (await create(userSchema)).id }],
      [`${enterpriseSchema}:organization`]: 'other',
    }
    const isRemoval = title.includes('removes')
    for (const [schema, endpoint] of kinds)
      for (const { path, keys, mutability, required } of pathsOf(
        attributes[schema],
      )) {
        if (
          path === enterpriseSchema ||
          /^(emails|groups|members)\./.test(path)
        )
          continue
        const before = await create(schema)
        const address = `${endpoint}/${before.id}`
        const urn = path.startsWith('urn:') ? path : `${schema}:${path}`
        const { status, body } = await scim.patch(
          address,
          createOperation(path, urn, values[path]),
        )
        const after = (await scim.get(address)).body
        const value = keys.reduce<unknown>(
          (inner, key) => (inner as Json)?.[key],
          after,
        )
        if (mutability === 'readWrite' && !(isRemoval && required)) {
          expect.soft([status, body], path).toEqual([200, after])
          expect
            .soft(value, path)
            .toEqual(isRemoval ? defaults[path] : like(values[path]))
        } else {
          const isIgnored =
            schema === userSchema && !isRemoval && ignored.includes(path)
          expect
            .soft([status, body.scimType], path)
            .toEqual(isIgnored ? [200, undefined] : [400, 'mutability'])
          expect.soft(after, path).toEqual(before)
        }
      }
  },
)

describe('lists', () => {
  test('ignore sorting', async ({ made: { scim } }) => {
    for (const path of ['/Users', '/Groups'])
      expect(
        (await scim.get(`${path}?sortBy=id&sortOrder=descending`)).body,
      ).toEqual((await scim.get(path)).body)
  })

  test.for<[path: string, filter: string, found: string]>([
    ['/Groups', 'DISPLAYNAME EQ "red desk"', 'Red Desk'],
    ['/Groups', `${groupSchema}:displayName Sw "red"`, 'Red Desk, Red Team'],
    [
      '/Groups',
      'displayName co "d d" OR displayName EW "d team"',
      'Red Desk, Red Team',
    ],
    ['/Groups', 'displayName ew "d desk" AND externalId PR', 'Red Desk'],
    ['/Groups', 'displayName ew "e desk" and NOT (externalId pr)', 'Blue Desk'],
    ['/Groups', 'displayName ew " desk" and externalId ne "one"', 'Blue Desk'],
    [
      '/Groups',
      'displayName ew "d team" or displayName ew " desk" and externalId eq "one"',
      'Red Desk, Red Team',
    ],
    [
      '/Groups',
      '(displayName ew "d team" or displayName ew " desk") and externalId eq "one"',
      'Red Desk',
    ],
    ['', 'displayName sw "red "', 'Red Person, Red Desk, Red Team'],
    ['', 'displayName sw "red " and name.familyName pr', 'Red Person'],
    [
      '',
      'displayName sw "red " and meta.resourceType eq "Group" and userName ne "x"',
      'Red Desk, Red Team',
    ],
    ['', 'displayName sw "red " and active eq true', 'Red Person'],
  ])(
    '“%s” with the filter %s has %s',
    async ([path, filter, found], { made: { scim } }) => {
      const { body } = await scim.get(
        `${path}?filter=${encodeURIComponent(filter)}`,
      )
      expect(
        body.Resources.map(({ displayName }: Json) => displayName).join(', '),
      ).toBe(found)
      expect(
        (await scim.post(`${path}/.search`, { ...search, filter })).body,
      ).toEqual(body)
    },
  )

  test('refuse other operators, a value without quotes and a search without its schema', async ({
    made: { scim },
  }) => {
    for (const path of ['/Users', '/Groups', '']) {
      for (const comparison of [
        'gt "a"',
        'ge "a"',
        'lt "a"',
        'le "a"',
        'eq Red',
      ]) {
        const answer = await scim.get(
          `${path}?filter=${encodeURIComponent(`displayName ${comparison}`)}`,
        )
        expect(answer, comparison).toMatchObject(
          refusal(400, { scimType: 'invalidFilter' }),
        )
      }
      for (const body of [{ count: 1 }, [], undefined])
        expect(await scim.post(`${path}/.search`, body)).toMatchObject(
          refusal(400),
        )
    }
  })

  test.for(['/Users', '/Groups', ''])(
    '“%s” has every resource once on its pages',
    async (path, { made: { scim } }) => {
      const { totalResults } = (await scim.get(`${path}?count=0`)).body
      const seen: string[] = []
      while (seen.length < totalResults) {
        const page = { startIndex: seen.length + 1, count: 7 }
        const { body } = await scim.post(`${path}/.search`, {
          ...search,
          ...page,
        })
        const itemsPerPage = Math.min(7, totalResults - seen.length)
        expect(body).toMatchObject({
          totalResults,
          startIndex: page.startIndex,
          itemsPerPage,
        })
        expect(
          (await scim.get(`${path}?startIndex=${page.startIndex}&count=7`))
            .body,
        ).toEqual(body)
        seen.push(...body.Resources.map(({ id }: { id: string }) => id))
      }
      expect(new Set(seen).size).toBe(totalResults)
    },
  )
})
