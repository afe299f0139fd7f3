import { choose, openFilters, press, pressKeys } from '../lib/page.ts'
import { expectSound } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

test('a seller gets a director, and none again; its people are one click away', async ({
  admin: { page },
}) => {
  await page.goto('/settings/permissions?view=companies&kind=SELLER')
  await page
    .getByRole('searchbox', { name: 'Search by name or client ID' })
    .fill('Vintermere')
  const row = page.getByRole('row').filter({ hasText: 'Vintermere' })
  await expect(row.getByText('Unassigned')).toBeVisible()
  await expectSound(page)
  await row
    .getByRole('button', {
      name: /business development director of Vintermere/,
    })
    .click()
  const dialog = page.getByRole('dialog', {
    name: /^Business development director for Vintermere/,
  })
  await choose(
    dialog,
    'Business development director',
    'Owen',
    'Owen Fairbanks',
  )
  await press(dialog, 'Save', 'Owen Fairbanks is now assigned to Vintermere')
  await expect(row.getByText('Owen Fairbanks')).toBeVisible()

  await row
    .getByRole('button', {
      name: /business development director of Vintermere/,
    })
    .click()
  await choose(dialog, 'Business development director', 'Unass', 'Unassigned')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row.getByText('Unassigned')).toBeVisible()

  await row.getByRole('link').click()
  await expect(page).toHaveURL(/companyId=/)
  await expect(
    page.getByRole('button', { name: /^Remove filter Company: Vintermere/ }),
  ).toBeVisible()
  await expect(page.getByRole('table').getByRole('link')).toHaveText([
    'José Villalobos',
  ])
  await page.goBack()
  await expect(page).toHaveURL(/view=companies/)
})

test('filters, sort and person are in the address, and all works by keyboard', async ({
  admin: { page },
}) => {
  await page.goto('/settings/permissions')
  const filters = await openFilters(page)
  await choose(filters, 'Permission', 'Trade Desk M', 'Trade Desk Management')
  await filters.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/permission=manageTradeDesk/)
  await page.getByRole('button', { name: 'Email' }).click()
  await expect(page).toHaveURL(/sortBy=email/)
  const address = page.url()

  const rows = page.getByRole('row')
  await expect(rows.nth(1)).toContainText('admin@buyer.example')
  await rows.nth(1).focus()
  await pressKeys(page, 'ArrowDown', 'Enter')
  const drawer = page.getByRole('dialog', { name: 'Colette Fournier' })
  await expect(
    drawer.getByRole('heading', { name: 'What changed' }),
  ).toBeVisible()
  await drawer.getByRole('switch', { name: 'SLR Management' }).focus()
  await page.keyboard.press('Space')
  await expect(drawer.getByText('1 granted')).toBeVisible()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Close without saving?' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(drawer).toBeVisible()

  // Unsaved changes survive a reload.
  await page.reload()
  await expect(drawer.getByText('1 granted')).toBeVisible()
  await drawer.getByRole('button', { name: 'Discard' }).click()
  await expect(drawer.getByText('1 granted')).toHaveCount(0)
  await page.goBack()
  await expect(drawer).toHaveCount(0)
  await expect(page).toHaveURL(address)
})
