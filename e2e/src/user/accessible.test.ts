import { expect, expectAccessible, expectNoSideways, looks, test } from '../lib/story.ts'
import { personOf } from './people.ts'

for (const [look, options] of looks) {
  test(`people, companies, a person and the dialogs are accessible, ${look}`, async ({ as }) => {
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
    await page.getByRole('textbox', { name: 'Email addresses' }).fill('a@x.example nobody ')
    await expect(page.getByText('1 address is marked')).toBeVisible()
    await expectAccessible(page)
  })
}
