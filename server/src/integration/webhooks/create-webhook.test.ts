import { expect } from 'vitest'
import { test } from '../../../test/http.ts'

const form = {
  name: 'Feed',
  url: 'https://receiver.example/hook',
  events: ['slv.decided'],
}

test('every manager of the company can pause, test and delete a webhook, but only its owner can change its address', async ({
  made,
  signedIn,
}) => {
  const owner = await made.seller(
    undefined,
    'manageIntegrations',
    'myCompanyView',
  )
  const asOwner = await signedIn(owner)
  const created = (
    await asOwner('POST', '/v1/integration/webhooks', { body: form })
  ).json()
  const path = `/v1/integration/webhooks/${created.webhook.id}`
  expect(created.webhook).toMatchObject({
    ...form,
    status: 'ACTIVE',
    owner: { id: owner.id },
    mayEdit: true,
  })
  const colleague = await signedIn(
    await made.seller(owner.companyId, 'manageIntegrations'),
  )
  const listed = (await colleague('GET', '/v1/integration/webhooks')).json()
    .items
  expect(listed).toMatchObject([{ id: created.webhook.id, mayEdit: false }])
  expect(JSON.stringify(listed)).not.toContain(created.secret)
  for (const body of [
    { url: 'https://mine.example/' },
    { events: ['slv.assigned'] },
    { status: 'ACTIVE' },
  ])
    expect((await colleague('PATCH', path, { body })).json().error).toBe(
      `Only ${owner.name} can change this webhook. You can pause or delete it.`,
    )
  expect((await colleague('POST', `${path}/rotate-secret`)).statusCode).toBe(
    409,
  )
  const tested = (await colleague('POST', `${path}/test`)).json()
  expect((await asOwner('GET', `${path}/deliveries`)).json()).toMatchObject({
    total: 1,
    items: [{ id: tested.id }],
  })
  expect(
    (await colleague('POST', `${path}/deliveries/${tested.id}/replay`)).json(),
  ).toMatchObject({ id: tested.id })
  expect(
    (await colleague('PATCH', path, { body: { status: 'PAUSED' } })).json()
      .status,
  ).toBe('PAUSED')
  expect((await asOwner('POST', `${path}/test`)).json().error).toBe(
    'This webhook isn’t active. Resume it first.',
  )
  expect(
    (
      await asOwner('PATCH', path, { body: { status: 'ACTIVE', name: 'LOS' } })
    ).json().name,
  ).toBe('LOS')

  const stranger = await signedIn(await made.underwriter('manageIntegrations'))
  expect(
    (await stranger('GET', '/v1/integration/webhooks')).json().items,
  ).toEqual([])
  for (const [method, at] of [
    ['PATCH', path],
    ['DELETE', path],
    ['POST', `${path}/rotate-secret`],
    ['POST', `${path}/test`],
    ['GET', `${path}/deliveries`],
    ['POST', `${path}/deliveries/${tested.id}/replay`],
  ] as const)
    expect([
      at,
      (await stranger(method, at, method === 'PATCH' ? { body: {} } : {}))
        .statusCode,
    ]).toEqual([at, 404])

  expect((await colleague('DELETE', path)).statusCode).toBe(200)
  expect((await asOwner('GET', `${path}/deliveries`)).statusCode).toBe(404)
})

test('a webhook owned by a service requires all of its permissions', async ({
  made,
  signedIn,
}) => {
  const lead = await made.underwriter('manageIntegrations', 'viewSlvDepartment')
  const asLead = await signedIn(lead)
  const service = (
    await asLead('POST', '/v1/integration/services', {
      body: { name: 'LOS', permissions: ['viewSlvDepartment'] },
    })
  ).json()
  const body = { ...form, ownerId: service.id }
  const other = await signedIn(
    await made.user({
      role: 'UNDERWRITER',
      companyId: lead.companyId,
      holds: ['manageIntegrations'],
    }),
  )
  expect(
    (await other('POST', '/v1/integration/webhooks', { body })).statusCode,
  ).toBe(409)
  const { webhook } = (
    await asLead('POST', '/v1/integration/webhooks', { body })
  ).json()
  expect(webhook.owner).toEqual({
    id: service.id,
    name: 'LOS',
    isService: true,
  })
  const redirect = { body: { url: 'https://mine.example/' } }
  expect(
    (await other('PATCH', `/v1/integration/webhooks/${webhook.id}`, redirect))
      .statusCode,
  ).toBe(409)
})
