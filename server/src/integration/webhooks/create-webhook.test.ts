import { expect } from 'vitest'
import { type Caller, test } from '../../../test/http.ts'

const form = {
  name: 'Feed',
  url: 'https://receiver.example/hook',
  events: ['slv.decided'],
}

/** A webhook of the company's first manager. */
const withWebhook = test.extend('feed', async ({ made, signedIn }) => {
  const owner = await made.seller(
    undefined,
    'manageIntegrations',
    'myCompanyView',
  )
  const asOwner = await signedIn(owner)
  const created = await asOwner('POST', '/v1/integration/webhooks', {
    body: form,
  })
  const { webhook, secret } = created.json()
  return {
    owner,
    asOwner,
    webhook,
    secret,
    path: `/v1/integration/webhooks/${webhook.id}`,
  }
})

withWebhook(
  'every manager of the company can pause, test and delete a webhook, but only its owner can change its address',
  async ({
    made,
    signedIn,
    feed: { owner, asOwner, webhook, secret, path },
  }) => {
    expect(webhook).toMatchObject({
      ...form,
      status: 'ACTIVE',
      owner: { id: owner.id },
      mayEdit: true,
    })
    const colleague = await signedIn(
      await made.seller(owner.companyId, 'manageIntegrations'),
    )
    const list = await colleague('GET', '/v1/integration/webhooks')
    expect(list.json().items).toMatchObject([
      { id: webhook.id, mayEdit: false },
    ])
    expect(list.body).not.toContain(secret)

    for (const body of [
      { url: 'https://mine.example/' },
      { events: ['slv.assigned'] },
      { status: 'ACTIVE' },
    ])
      expect((await colleague('PATCH', path, { body })).json().error).toBe(
        `Only ${owner.name} can change this webhook. You can pause or delete it.`,
      )
    const rotated = await colleague('POST', `${path}/rotate-secret`)
    expect(rotated.statusCode).toBe(409)

    const { id } = (await colleague('POST', `${path}/test`)).json()
    const deliveries = await asOwner('GET', `${path}/deliveries`)
    expect(deliveries.json()).toMatchObject({ total: 1, items: [{ id }] })
    const replay = await colleague('POST', `${path}/deliveries/${id}/replay`)
    expect(replay.json()).toMatchObject({ id })

    const paused = await colleague('PATCH', path, {
      body: { status: 'PAUSED' },
    })
    expect(paused.json().status).toBe('PAUSED')
    expect((await asOwner('POST', `${path}/test`)).json().error).toBe(
      'This webhook isn’t active. Resume it first.',
    )
    const renamed = await asOwner('PATCH', path, {
      body: { status: 'ACTIVE', name: 'LOS' },
    })
    expect(renamed.json().name).toBe('LOS')

    expect((await colleague('DELETE', path)).statusCode).toBe(200)
    expect((await asOwner('GET', `${path}/deliveries`)).statusCode).toBe(404)
  },
)

withWebhook(
  'a webhook of another company is not found',
  async ({ made, signedIn, feed: { asOwner, path } }) => {
    const { id } = (await asOwner('POST', `${path}/test`)).json()
    const other = await signedIn(await made.underwriter('manageIntegrations'))
    const list = await other('GET', '/v1/integration/webhooks')
    expect(list.json().items).toEqual([])
    const calls: Parameters<Caller>[] = [
      ['PATCH', path, { body: {} }],
      ['DELETE', path],
      ['POST', `${path}/rotate-secret`],
      ['POST', `${path}/test`],
      ['GET', `${path}/deliveries`],
      ['POST', `${path}/deliveries/${id}/replay`],
    ]
    for (const call of calls)
      expect((await other(...call)).statusCode, call[1]).toBe(404)
  },
)

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
