import { expect, test } from '@playwright/test'
import { recordToasts } from '../lib/page.ts'
import { accounts } from '../lib/people.ts'
import { type Portal, startPortal } from '../lib/portal.ts'
import { expectSound, narrow, wide } from '../lib/sound.ts'

/** A portal without demo data, and its first administrator. */
const newPortal = test.extend<{ portal: Portal }>({
  portal: async ({ browserName: _ }, use) => {
    const portal = await startPortal({
      DEMO: 'off',
      FIRST_ADMIN_EMAIL: accounts.admin,
    })
    await use(portal)
    await portal.stop()
  },
})

newPortal(
  'the first administrator of an empty portal is led through its setup until requests can be evaluated',
  async ({ portal, page }) => {
    test.setTimeout(180_000)
    await page.addInitScript(recordToasts)
    await page.goto(portal.url)
    await page.getByRole('link', { name: 'Continue with LoanDock' }).click()
    await page.getByRole('button', { name: accounts.admin }).click()

    await expect(page).toHaveURL(`${portal.url}/settings/setup`)
    const open = page.getByRole('list', { name: 'Open steps' })
    const step = (title: string) =>
      page.getByRole('listitem').filter({
        has: page.getByRole('heading', { name: title, exact: true }),
      })
    await expect(step('Programs')).toContainText(
      'No program is active, so no one can send a request.',
    )
    await expect(step('Guidelines')).toContainText('Add programs first.')
    await expect(step('People')).toContainText('1 underwriter, 0 sellers')
    await expect(step('Backup')).toContainText('No backups are scheduled')
    await expect(step('Branding and contact')).toContainText('BRAND_NAME')
    await expectSound(page)

    const done = page.getByText(/^Done \(\d\)$/)
    await done.click()
    await expect(step('LoanDock')).toContainText('publishes its sign-in keys')
    await step('Email').getByRole('button', { name: 'Send a test' }).click()
    await expect(
      page.getByText(`A test email was sent to ${accounts.admin}`).first(),
    ).toBeVisible()
    const answer = await fetch(
      `${portal.mailboxUrl}/messages?to=${accounts.admin}`,
    )
    expect((await answer.json()).items[0].subject).toContain('Test email')

    await step('Programs')
      .getByRole('button', { name: 'Start from an example' })
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Add the example' })
      .click()
    await expect(
      page.getByRole('heading', { name: /Example with invented limits/ }),
    ).toBeVisible()
    await expect(page.getByText('An example with invented')).toBeVisible()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Publish' })
      .click()
    await expect(page.getByText('Version published').first()).toBeVisible()

    await page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('link', { name: 'Setup' })
      .click()
    await expect(open).toContainText('People')
    await expect(open).not.toContainText('Guidelines')
    await page.setViewportSize(narrow)
    await expect(step('People')).toBeVisible()
    await page.setViewportSize(wide)

    // With programs, the administrator begins with the requests.
    await page.goto(portal.url)
    await expect(page).toHaveURL(/\/slv(\?|$)/)
  },
)
