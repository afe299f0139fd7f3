import type { BrowserContextOptions, Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../lib/story.ts'
import { personOf } from './people.ts'

const looks: [string, BrowserContextOptions][] = [
  ['wide and light', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
  ['narrow and dark', { viewport: { width: 360, height: 780 }, colorScheme: 'dark' }],
]

const expectNoSideways = async (page: Page) => {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(beyond, 'the page itself never scrolls sideways').toBeLessThanOrEqual(0)
}

for (const [look, options] of looks) {
  test(`axe finds nothing on people, companies, a person and the dialogs, ${look}`, async ({ as }) => {
    const admin = await as('admin', options)
    const { page } = admin
    const { id, name } = await personOf(admin, 'slr')
    for (const path of ['/settings/permissions', '/settings/permissions?view=companies', `/profile/${id}`]) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
      await expectNoSideways(page)
    }
    await page.goto(`/settings/permissions?person=${id}`)
    const drawer = page.getByRole('dialog', { name })
    await drawer.getByRole('switch', { name: 'SLVs Management' }).click()
    await expect(drawer.getByText('1 granted')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectAccessible(page)
    await drawer.getByRole('button', { name: 'Deactivate' }).click()
    const dialog = page.getByRole('dialog', { name: `Deactivate ${name}` })
    await expect(dialog.getByRole('combobox').first()).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await page.goto('/settings/permissions?search=nobody-is-called-so')
    await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
    await page.getByRole('button', { name: 'Invite reviewers' }).click()
    await page.getByRole('textbox', { name: 'E-mail addresses' }).fill('a@x.example nobody ')
    await expect(page.getByText('1 address is marked')).toBeVisible()
    await expectAccessible(page)
  })
}
