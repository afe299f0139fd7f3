import { networkInterfaces } from 'node:os'
import { expect, test } from '@playwright/test'

test('the portal serves its health, its readiness and its API document', async ({
  request,
  page,
}) => {
  for (const path of ['/api/health', '/api/ready'])
    expect((await request.get(path)).status()).toBe(200)
  const description = await (await request.get('/api/openapi.json')).json()
  expect(Object.keys(description.paths).length).toBeGreaterThan(10)

  await page.goto('/api/docs')
  // The page renders every operation before it shows the first.
  await expect(
    page.getByRole('heading', { name: 'Loan-review portal' }),
  ).toBeVisible({ timeout: 60_000 })
})

test('the first page opens without an error in the console', async ({
  page,
}) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    // Without a session the browser logs a 401.
    if (message.type() === 'error' && !message.text().includes('401'))
      errors.push(message.text())
  })

  await page.goto('/')
  await expect(
    page
      .getByRole('link', { name: /LoanDock/ })
      .or(page.getByRole('button', { name: /LoanDock/ })),
  ).toBeVisible()
  expect(errors).toEqual([])
})

test('outside production, the portal and its sandbox listen only on this machine', async () => {
  const others = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  for (const { address, internal, family } of others) {
    if (internal || family !== 'IPv4') continue
    for (const url of [process.env.PORTAL_URL, process.env.LOAN_DOCK_URL]) {
      const { port } = new URL(url ?? '')
      await expect(
        fetch(`http://${address}:${port}/`),
        `${address}:${port}`,
      ).rejects.toThrow('fetch failed')
    }
  }
})
