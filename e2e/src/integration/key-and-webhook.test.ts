import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { APIRequestContext } from '@playwright/test'
import { post } from '../lib/calls.ts'
import { press } from '../lib/page.ts'
import { smallTargetsOf, unreachableButtons } from '../lib/small-targets.ts'
import { expectSound } from '../lib/sound.ts'
import { test as base, expect } from '../lib/story.ts'
import type { Order, Receipt } from './receiver.ts'

const program = fileURLToPath(new URL('receiver.ts', import.meta.url))

type Receiver = {
  url: string
  receipts: Receipt[]
  order: (order: Order) => void
  end: () => Promise<unknown>
}

const test = base.extend<{ receiver: Receiver }>({
  receiver: async ({}, use) => {
    const started = fork(program)
    const [{ port }] = (await once(started, 'message')) as [AddressInfo]
    const receipts: Receipt[] = []
    started.on('message', (receipt: Receipt) => {
      receipts.push(receipt)
      const { type } = JSON.parse(receipt.body)
      const { id, isGenuine, status } = receipt
      process.stdout.write(
        `Receiver: ${id} ${type}, ${isGenuine ? 'genuine' : 'not genuine'}, answered ${status}\n`,
      )
    })
    const end = async () => {
      if (started.exitCode !== null || started.signalCode !== null) return
      started.kill()
      await once(started, 'exit')
    }
    await use({
      url: `http://127.0.0.1:${port}/events`,
      receipts,
      order: (order) => void started.send(order),
      end,
    })
    await end()
  },
})

const callWith = (request: APIRequestContext, key: string, path: string) =>
  request.get(`/api${path}`, { headers: { authorization: `Bearer ${key}` } })

test('an administrator connects a system with a key and a signed webhook, replays a delivery, and revokes the key', async ({
  admin: { page },
  playwright,
  baseURL,
  underwriter,
  newSlvInReview,
  receiver,
}) => {
  const name = `Loan system ${randomBytes(3).toString('hex')}`
  await page.goto('/settings/integrations')
  await expect(
    page.getByRole('heading', { name: 'Integrations', exact: true }),
  ).toBeVisible()

  await press(page, 'Add service')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('View Department').check()
  await press(dialog, 'Add service', 'Service was successfully created')
  const service = page.getByRole('region', { name, exact: true })
  await expect(service.getByText('View Department')).toBeVisible()
  await press(service, `Create key for ${name}`)
  await dialog.getByLabel('Read-only').check()
  await press(dialog, 'Create key', 'API key was successfully created')
  // The key is shown only once, so Escape doesn't close it.
  await page.keyboard.press('Escape')
  const key = await dialog.getByLabel('API key').inputValue()
  await press(page, 'Done')
  await expect(
    service.getByRole('button', { name: `Create key for ${name}` }),
  ).toBeFocused()

  await press(page, 'Add webhook')
  // What is missing is said beside its field, and the first one is focused.
  await press(dialog, 'Add webhook')
  await expect(dialog.getByRole('alert')).toHaveText(
    'Check the highlighted fields',
  )
  await expect(dialog.getByText('Choose at least one event')).toBeVisible()
  await expect(
    dialog.getByText('Enter an address that starts with https://'),
  ).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByLabel('Name').fill('Status feed')
  await dialog.getByLabel('Address').fill(receiver.url)
  await expect(dialog.getByRole('alert')).toBeHidden()
  await dialog.getByLabel('Send what this account can see').click()
  await page.getByRole('option', { name }).click()
  await expect(dialog.getByRole('group').getByRole('group')).toHaveText([
    /^SLVs/,
    /^Documents/,
    /^Tdocs/,
    /^Comments/,
  ])
  await dialog
    .getByRole('group', { name: 'Documents' })
    .getByLabel('Documents were requested for an SLV')
    .check()
  await press(dialog, 'Add webhook', 'Webhook was successfully created')
  receiver.order({
    secret: await dialog.getByLabel('Signing secret').inputValue(),
  })
  await press(page, 'Done')
  await expect(page.getByRole('row', { name: /Status feed/ })).toContainText(
    `Service ${name}`,
  )
  await expectSound(page)

  const slv = await newSlvInReview()
  const outside = await playwright.request.newContext({
    ...(baseURL && { baseURL }),
  })
  const answer = await callWith(outside, key, `/v1/proxy-loan/${slv.id}`)
  expect([answer.status(), (await answer.json()).id]).toEqual([200, slv.id])
  expect((await callWith(outside, key, '/v1/users')).status()).toBe(403)

  const file = await callWith(outside, key, `/v1/proxy-loan/${slv.id}/file`)
  expect(file.status()).toBe(200)
  expect((await file.body()).includes('SLVReport.pdf'), 'Printed').toBe(true)

  const pendingDocuments = [{ name: 'Bank statements' }]
  await post(
    underwriter,
    `/api/v1/proxy-loan/underwriter/${slv.id}/set-pending-documents`,
    { pendingDocuments },
  )
  const find = () => receiver.receipts.find(({ body }) => body.includes(slv.id))
  await expect.poll(find).toMatchObject({ isGenuine: true, status: 204 })
  expect(JSON.parse(find()?.body ?? '')).toMatchObject({
    type: 'slv.documents_requested',
    data: { status: 'PENDING_DOCUMENTS' },
  })

  await press(page, 'Actions for Status feed')
  await page.getByRole('menuitem', { name: 'Deliveries' }).click()
  const delivered = dialog
    .getByRole('row', { name: /slv.documents_requested/ })
    .first()
  await expect(delivered).toContainText('Delivered')
  await expectSound(page)
  await page.keyboard.press('Escape')

  const choose = async (item: string) => {
    await press(page, 'Actions for Status feed')
    await page.getByRole('menuitem', { name: item }).click()
  }
  const tests = () =>
    receiver.receipts.filter(
      ({ body }) => JSON.parse(body).type === 'webhook.test',
    )
  await test.step('a failed delivery is retried with the same id, and can be replayed', async () => {
    receiver.order({ status: 500 })
    await choose('Send test event')
    await expect.poll(() => tests().map(({ status }) => status)).toEqual([500])
    receiver.order({ status: 204 })
    await expect
      .poll(() => tests().map(({ status }) => status), { timeout: 30_000 })
      .toEqual([500, 204])
    await choose('Deliveries')
    await dialog.getByRole('button', { name: /^Replay webhook.test/ }).click()
    await expect.poll(() => tests().length).toBe(3)
    await page.keyboard.press('Escape')
    expect(new Set(tests().map(({ id }) => id)).size).toBe(1)
  })

  await test.step('the new secret verifies, and a dead receiver is named in the list', async () => {
    await choose('Rotate signing secret')
    await press(dialog, 'Rotate secret')
    receiver.order({
      secret: await dialog.getByLabel('Signing secret').inputValue(),
    })
    await press(page, 'Done')
    await choose('Send test event')
    await expect.poll(() => tests().length).toBe(4)
    expect(receiver.receipts.filter(({ isGenuine }) => !isGenuine)).toEqual([])
    await receiver.end()
    await choose('Send test event')
    await choose('Deliveries')
    const failed = dialog.getByRole('row', { name: /webhook.test/ }).first()
    await expect(failed).toContainText('The address can’t be reached')
    await page.keyboard.press('Escape')
  })

  await test.step('on a phone, no button of keys, webhooks and deliveries is off screen', async () => {
    const size = page.viewportSize() ?? { width: 1280, height: 720 }
    await page.setViewportSize({ width: 360, height: 780 })
    await expect(
      service.getByRole('button', { name: /^Revoke the key/ }),
    ).toBeInViewport()
    await expect.poll(() => unreachableButtons(page)).toEqual([])
    await expect.poll(() => smallTargetsOf(page)).toEqual([])
    await choose('Deliveries')
    await expect(
      dialog.getByRole('button', { name: /^Replay/ }).first(),
    ).toBeInViewport({ ratio: 1 })
    await expect.poll(() => unreachableButtons(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.setViewportSize(size)
  })

  await service.getByRole('button', { name: /^Revoke the key/ }).click()
  await press(dialog, 'Revoke key', 'API key was successfully revoked')
  expect(
    (await callWith(outside, key, `/v1/proxy-loan/${slv.id}`)).status(),
  ).toBe(401)
  await outside.dispose()

  // Clean up, so that later stories aren't affected.
  await press(page, 'Actions for Status feed')
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await press(dialog, 'Delete webhook', 'Webhook was successfully deleted')
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await press(service, `Deactivate ${name}`)
  await press(dialog, 'Deactivate', 'Service was successfully updated')
})
