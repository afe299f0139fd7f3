import { expect } from 'vitest'
import { test } from '../../test/scim.ts'
import { enterpriseSchema, groupSchema, userSchema } from './list-schemas.ts'

/** RFC 7643 §5–8 and RFC 7644 §4. */
test('ServiceProviderConfig says what is supported, and how to authenticate', async ({
  portal: { scim },
}) => {
  const { status, headers, body } = await scim.get('/ServiceProviderConfig')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(/^application\/scim\+json/)
  expect(body).toMatchObject({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 200 },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [{ type: 'oauthbearertoken', name: 'Bearer token' }],
    meta: { resourceType: 'ServiceProviderConfig' },
  })
})

test('ResourceTypes has users with the enterprise extension, and groups', async ({
  portal: { scim },
}) => {
  const { body } = await scim.get('/ResourceTypes')
  expect(body).toMatchObject({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: 2,
    Resources: [
      {
        id: 'User',
        name: 'User',
        endpoint: '/Users',
        schema: userSchema,
        schemaExtensions: [{ schema: enterpriseSchema, required: false }],
      },
      { id: 'Group', name: 'Group', endpoint: '/Groups', schema: groupSchema },
    ],
  })
  for (const resource of body.Resources)
    expect(
      (
        await scim.get(
          new URL(resource.meta.location).pathname.replace('/scim/v2', ''),
        )
      ).body,
    ).toEqual(resource)
})

test('Schemas describes each attribute with all of its characteristics', async ({
  portal: { scim },
}) => {
  const { body } = await scim.get('/Schemas')
  expect(body.Resources.map(({ id }) => id)).toEqual([
    userSchema,
    enterpriseSchema,
    groupSchema,
  ])
  const characteristics = [
    'type',
    'multiValued',
    'required',
    'caseExact',
    'mutability',
    'returned',
    'uniqueness',
  ]
  for (const schema of body.Resources) {
    expect((await scim.get(`/Schemas/${schema.id}`)).body).toEqual(schema)
    for (const attribute of schema.attributes) {
      for (const one of [attribute, ...(attribute.subAttributes ?? [])])
        expect(Object.keys(one)).toEqual(
          expect.arrayContaining(['name', 'description', ...characteristics]),
        )
      if (attribute.type === 'complex')
        expect(attribute.subAttributes?.length).toBeGreaterThan(0)
    }
  }
})

test('every attribute of a user and a group is in their schemas', async ({
  portal: { scim, createUser, made },
}) => {
  const { corrId } = await made.company()
  const user = await createUser({
    externalId: 'all',
    [enterpriseSchema]: { organization: corrId },
  })
  const members = [{ value: user.id }]
  const group = (
    await scim.post('/Groups', {
      schemas: [groupSchema],
      displayName: 'Everything',
      members,
    })
  ).body
  const full = (await scim.get(`/Users/${user.id}`)).body
  const { Resources } = (await scim.get('/Schemas')).body
  const namesOf = (id: string) =>
    Resources.find((one) => one.id === id)?.attributes.map(
      ({ name }) => name,
    ) ?? []
  const common = ['schemas', 'id', 'meta']
  expect(new Set(Object.keys(full))).toEqual(
    new Set([
      ...common,
      'externalId',
      enterpriseSchema,
      ...namesOf(userSchema),
    ]),
  )
  expect(Object.keys(full[enterpriseSchema] ?? {})).toEqual(
    namesOf(enterpriseSchema),
  )
  expect(new Set(Object.keys(group))).toEqual(
    new Set([...common, ...namesOf(groupSchema)]),
  )
})

test('discovery refuses a filter with 403, and an unknown id with 404', async ({
  portal: { scim },
}) => {
  for (const path of ['/ServiceProviderConfig', '/ResourceTypes', '/Schemas'])
    expect((await scim.get(`${path}?filter=id%20pr`)).status).toBe(403)
  for (const path of ['/ResourceTypes/Device', '/Schemas/urn:unknown'])
    expect(await scim.get(path)).toMatchObject({
      status: 404,
      body: { status: '404' },
    })
})
