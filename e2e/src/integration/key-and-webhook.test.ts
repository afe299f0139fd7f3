import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { APIRequestContext } from '@playwright/test'
import { test as base, expect, expectSound, post, press } from '../lib/story.ts'

type Received = { body: string; headers: IncomingHttpHeaders }

/** A receiver of webhooks, in its own process. */
const test = base.extend<{ receiver: { url: string; received: Received[] } }>({
  receiver: async ({}, use) => {
    const received: Received[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        received.push({ body, headers: request.headers })
        response.writeHead(204).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    await use({ url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/events`, received })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  },
})

const signatureOf = (secret: string, { body, headers }: Received) => {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

const callWith = (request: APIRequestContext, key: string, path: string) =>
  request.get(`/api${path}`, { headers: { authorization: `Bearer ${key}` } })

test('an administrator connects a system: a key, a signed event, its log, and the key’s end', async ({
  admin: { page },
  playwright,
  baseURL,
  underwriter,
  newSlvInReview,
  receiver,
}) => {
  const name = `Loan system ${randomBytes(3).toString('hex')}`
  await page.goto('/settings/integrations')
  await expect(page.getByRole('heading', { name: 'Integrations', exact: true })).toBeVisible()

  await press(page, 'Add service')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('View Department').check()
  await press(dialog, 'Add service', 'Service was successfully created')
  const service = page.getByRole('region', { name, exact: true })
  await expect(service.getByText('View Department')).toBeVisible()
  await press(service, `Create key for ${name}`)
  await press(dialog, 'Create key', 'API key was successfully created')
  const key = await dialog.getByLabel('API key').inputValue()
  await press(page, 'Done')
  await expect(service.getByRole('button', { name: `Create key for ${name}` })).toBeFocused()
  await expect(service.getByRole('button', { name: `Create key for ${name}` })).toBeFocused()

  await press(page, 'Add webhook')
  await dialog.getByLabel('Name').fill('Status feed')
  await dialog.getByLabel('Address').fill(receiver.url)
  await dialog.getByLabel('Send what this account may see').click()
  await page.getByRole('option', { name }).click()
  await dialog.getByLabel('Documents were requested for an SLV').check()
  await press(dialog, 'Add webhook', 'Webhook was successfully created')
  const secret = await dialog.getByLabel('Signing secret').inputValue()
  await press(page, 'Done')
  await expect(page.getByRole('row', { name: /Status feed/ })).toContainText(`Service ${name}`)
  await expectSound(page)

  const slv = await newSlvInReview()
  const outside = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
  const answer = await callWith(outside, key, `/v1/proxy-loan/${slv.id}`)
  expect([answer.status(), (await answer.json()).id]).toEqual([200, slv.id])
  expect((await callWith(outside, key, '/v1/users')).status()).toBe(403)

  const pendingDocuments = [{ name: 'Bank statements' }]
  await post(underwriter, `/api/v1/proxy-loan/underwriter/${slv.id}/set-pending-documents`, { pendingDocuments })
  const find = () => receiver.received.find(({ body }) => body.includes(slv.id))
  await expect.poll(find).toBeDefined()
  const event = find()
  if (!event) throw new Error('There is an event')
  expect(JSON.parse(event.body)).toMatchObject({
    type: 'slv.documents_requested',
    data: { status: 'PENDING_DOCUMENTS' },
  })
  expect(event.headers['webhook-signature']).toBe(signatureOf(secret, event))

  await press(page, 'Actions for Status feed')
  await page.getByRole('menuitem', { name: 'Deliveries' }).click()
  const delivered = dialog.getByRole('row', { name: /slv.documents_requested/ }).first()
  await expect(delivered).toContainText('Delivered')
  await expectSound(page)
  await page.keyboard.press('Escape')

  await service.getByRole('button', { name: /^Revoke the key/ }).click()
  await press(dialog, 'Revoke key', 'API key was successfully revoked')
  expect((await callWith(outside, key, `/v1/proxy-loan/${slv.id}`)).status()).toBe(401)
  await outside.dispose()

  // Nothing of this story concerns the next ones.
  await press(page, 'Actions for Status feed')
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await press(dialog, 'Delete webhook', 'Webhook was successfully deleted')
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await press(service, `Deactivate ${name}`)
  await press(dialog, 'Deactivate', 'Service was successfully updated')
})
