import type { Page } from '@playwright/test'
import { assignTo, draftOf, get, post } from '../lib/calls.ts'
import { choose, press } from '../lib/page.ts'
import { expectSound, narrow, wide } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'
import { change, personOf } from './people.ts'

/** Holds back all reads of the notifications until the result is called. */
async function holdNotifications(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/api\/v1\/notifications(\?|$)/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Asks as a person without a role; a reload in between loses nothing. */
async function askForAccess(page: Page, why: string) {
  const field = page.getByLabel('Why do you need access?')
  await field.fill(why)
  await page.reload()
  await expect(field).toHaveValue(why)
  await page.getByRole('button', { name: 'Ask for access' }).click()
  await expect(page.getByText('Your request was sent. The')).toBeVisible()
}

/** Clicks the notification of the person's request in the bell. */
async function openAccessRequest(page: Page, name: string) {
  await page.goto('/slv')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page
    .getByRole('link', { name: /Someone asks for access/ })
    .filter({ hasText: name })
    .click()
}

/** Opens the person from the list of the open requests. */
async function openFromTab(page: Page, name: string, why: string) {
  await page.goto('/settings/permissions')
  await page.getByRole('link', { name: 'Access requests' }).click()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText(why)
  await expectSound(page)
  await row.getByRole('link', { name }).click()
}

test('rights take effect without a new sign-in', async ({
  freshLoan,
  admin,
  arrival: theo,
  seller,
}) => {
  const { id, name } = await personOf(admin, 'arrival')
  const menu = theo.page.getByRole('navigation', { name: 'Main' })
  await admin.page.setViewportSize(wide)
  await theo.page.setViewportSize(narrow)
  await theo.page.goto('/')
  await expect(
    theo.page.getByRole('heading', { name: 'Your access is pending' }),
  ).toBeVisible()

  const requests = admin.page.getByRole('region', { name: 'Access request' })
  await test.step('a request is declined with a reason', async () => {
    await askForAccess(theo.page, 'I joined the underwriting team')
    await openAccessRequest(admin.page, name)
    await expect(requests).toContainText('I joined the underwriting team')
    await openFromTab(admin.page, name, 'I joined the underwriting team')
    await expect(requests).toContainText('I joined the underwriting team')
    await expectSound(admin.page)
    await requests.getByRole('button', { name: 'Decline…' }).click()
    const dialog = admin.page.getByRole('dialog', { name: /^Decline access/ })
    await dialog.getByLabel('Reason').fill('Please name your manager')
    await dialog.getByRole('button', { name: 'Decline access' }).click()
    await expect(requests).toHaveCount(0)
    await admin.page.keyboard.press('Escape')
    await expect(
      admin.page.getByRole('row').filter({ hasText: name }),
    ).toHaveCount(0)
    await expect(theo.page.getByText('Please name your manager')).toBeVisible()
    await expectSound(theo.page)
  })

  await test.step('a role opens the portal', async () => {
    await theo.page.setViewportSize(narrow)
    await askForAccess(theo.page, 'I report to Anna Lindqvist')
    await openAccessRequest(admin.page, name)
    await requests
      .getByRole('button', { name: 'Grant access as Underwriter' })
      .click()
    await expect(admin.page.getByText(`${name} now has access`)).toBeVisible()
    await expect(theo.page).toHaveURL(/\/slv$/)
    await expectSound(theo.page)
    // The menu of a page that was opened on a phone is folded.
    await theo.page.reload()
    await expect(menu.getByRole('link', { name: 'My Own' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Department' })).toHaveCount(0)
  })

  const drawer = admin.page.getByRole('dialog', { name })
  await test.step('a permission lets its screen appear', async () => {
    await drawer.getByRole('switch', { name: 'View Department' }).click()
    await drawer.getByRole('switch', { name: 'SLVs Management' }).click()
    await drawer.getByLabel('Message').fill('Welcome to the department')
    await expect(drawer.getByText('2 granted')).toBeVisible()
    await expectSound(admin.page)
    await press(admin.page, 'Save', `2 Permission(s) granted to ${name}`)
    await expect(
      drawer.getByText('Granted: SLVs Management, View Department'),
    ).toBeVisible()
    await menu.getByRole('link', { name: 'Department' }).click()
    await expect(theo.page.getByRole('heading', { level: 1 })).toHaveText(
      /Department/,
    )
    await theo.page.getByRole('button', { name: /^Notifications/ }).click()
    await expect(theo.page.getByText('Welcome to the department')).toBeVisible()
    await theo.page.getByRole('button', { name: 'Close notifications' }).click()
  })

  await test.step('removed, its screen closes and says why', async () => {
    const release = await holdNotifications(theo.page)
    await drawer.getByRole('switch', { name: 'View Department' }).click()
    await press(admin.page, 'Save', 'User was successfully updated')
    // The list is refused before the page hears of the change.
    const refusal = theo.page.waitForResponse(
      (response) => response.status() === 403,
    )
    await theo.page
      .getByRole('columnheader', { name: /Amount/ })
      .getByRole('button')
      .click()
    await refusal
    release()
    await expect(theo.page).toHaveURL(/\/slv$/)
    await expect(
      theo.page.getByText('you no longer have access to this screen'),
    ).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Department' })).toHaveCount(0)
  })

  await test.step('deactivated, they are signed out and their open work is reassigned', async () => {
    const slv = await draftOf(seller, await freshLoan())
    await post(seller, `/api/v1/proxy-loan/${slv.id}/send-request`)
    await assignTo(admin, theo, slv.id)
    await drawer.getByRole('button', { name: 'Deactivate' }).click()
    const dialog = admin.page.getByRole('dialog', {
      name: `Deactivate ${name}`,
    })
    await dialog.getByRole('button', { name: 'Deactivate' }).click()
    await expect(
      dialog.getByText('Required', { exact: true }).first(),
    ).toBeVisible()
    await expectSound(admin.page, '[role=dialog]')
    await choose(dialog, /^SLVs they review: \d/, 'Anna', 'Anna Lindqvist')
    await press(dialog, 'Deactivate', 'User status was successfully updated')
    await expect(
      drawer.getByText(/^SLVs they review: \d+ reassigned to Anna Lindqvist$/),
    ).toBeVisible()
    await expect(theo.page).toHaveURL(/multi-factor-auth/)
    await expect(
      theo.page.getByText('Your session has ended. Sign in again.'),
    ).toBeVisible()
    const { underwriterName } = await get(admin, `/api/v1/proxy-loan/${slv.id}`)
    expect(underwriterName).toBe('Anna Lindqvist')
  })

  // Other stories expect this account without rights.
  await change(admin, 'status', { id, status: 'ACTIVE' })
  await change(admin, 'permissions', { id, myOwn: false })
  await change(admin, 'roles', { id, roles: ['DEFAULT'] })
})
