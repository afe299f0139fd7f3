import type { Route } from '@playwright/test'
import { get } from '../lib/calls.ts'
import { accounts, type Someone, ticketFor } from '../lib/people.ts'
import { startPortal } from '../lib/portal.ts'
import { expectSound, narrow, wide } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

test('the setup shows that it loads, why it can’t, and a check that is missing', async ({
  admin: { page },
}) => {
  const setup = '**/api/v1/system/setup'
  const fail = (route: Route) => route.fulfill({ status: 500, json: {} })
  await page.route('**/api/v1/system/checks', fail)
  await page.route(setup, () => {})
  await page.goto('/settings/setup')
  const main = page.getByRole('main')
  await expect(main.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expectSound(page)

  await page.unroute(setup)
  await page.route(setup, fail)
  await page.reload()
  await expect(
    main.getByRole('heading', { name: 'Couldn’t load the state of the setup' }),
  ).toBeVisible()
  await expectSound(page)

  await page.unroute(setup)
  await main.getByRole('button', { name: 'Try again' }).click()
  const open = page.getByRole('list', { name: 'Open steps' })
  await expect(
    open
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Email' }) }),
  ).toContainText('This node couldn’t be checked.')
  await page.setViewportSize(narrow)
  await expect(open).toBeVisible()
})

/** Gives someone who signs in for the first time a role and a permission. */
async function grant(
  admin: Someone,
  email: string,
  permissions: Record<string, boolean>,
) {
  const { items } = await get(admin, '/api/v1/users', { search: email })
  const { id } = items[0]
  const answer = await admin.request.patch('/api/v1/users/permissions', {
    data: { id, roles: ['UNDERWRITER'], ...permissions },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

test('someone who manages users reads which permission a step needs or sees no setup', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const portal = await startPortal({
    DEMO: 'off',
    FIRST_ADMIN_EMAIL: accounts.admin,
  })
  const signIn = async (account: 'admin' | 'arrival' | 'newcomer') => {
    const context = await browser.newContext({
      baseURL: portal.url,
      viewport: wide,
    })
    const { request } = context
    const loanDockId = await ticketFor(request, account, portal.loanDockUrl)
    await request.post('/api/v1/auth/log-in', { data: { loanDockId } })
    return { context, request, page: await context.newPage() }
  }
  const admin = await signIn('admin')
  const { page } = await signIn('arrival')
  await grant(admin, accounts.arrival, { managePermissions: true })

  await test.step('without Manage Guidelines, the setup offers no example', async () => {
    await page.goto('/settings/setup')
    const programs = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Programs' }) })
    await expect(programs).toContainText(
      'To change this, you need the permission Manage Guidelines.',
    )
    await expect(programs.getByRole('button')).toHaveCount(0)
    await expect(
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: 'SLA targets' }) }),
    ).toContainText('you need the permission SLA Management.')
    await expect(
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: 'People' }) }),
    ).toContainText('New requests are assigned to 1 underwriter.')
    await expectSound(page)
  })

  await test.step('without Can Manage Permissions there is no setup', async () => {
    const { page: author } = await signIn('newcomer')
    await grant(admin, accounts.newcomer, { manageGuidelines: true })
    await author.goto('/settings/setup')
    await expect(author).toHaveURL(/\/slv$/)
    await author.goto('/settings/guidelines/programs')
    await expect(
      author.getByRole('heading', { name: 'No programs yet' }),
    ).toBeVisible()
    const tabs = author.getByRole('navigation', { name: 'Settings' })
    await expect(tabs).toContainText('Guidelines')
    await expect(tabs).not.toContainText('Setup')
  })

  await portal.stop()
})

test('a nearly full disk stands above what works on the System page', async ({
  admin: { page },
}) => {
  const warning = 'DATA_DIR is nearly full: 1.3 GB free'
  const warnings = page.getByRole('status', { name: 'Warnings' })
  await page.goto('/settings/system')
  await expect(
    page.getByRole('region', { name: 'Services', exact: true }),
  ).toBeVisible()
  await expect(warnings).toBeHidden()

  // No test can fill the disk of this machine.
  await page.route('**/api/v1/system', async (route) => {
    const response = await route.fetch()
    const json = { ...(await response.json()), warnings: [warning] }
    await route.fulfill({ response, json })
  })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(warnings).toHaveText(warning)
  await expectSound(page)
})
