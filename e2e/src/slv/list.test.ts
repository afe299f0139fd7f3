import { expect, test } from '../lib/story.ts'

test('filters, sort, search and page stand in the address, and Back restores the view', async ({ as }) => {
  const { page } = await as('chief')
  await page.goto('/slv/department')
  const table = page.getByRole('table')
  await expect(table).toBeVisible()

  await page.getByRole('button', { name: /^Completed/ }).click()
  await expect(page).toHaveURL(/status=APPROVED/)
  await page.getByRole('button', { name: /Filters/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Filters' })
  await dialog.getByRole('combobox', { name: 'Non-Agency Programs' }).fill('DSCR Prime')
  await page.getByRole('option', { name: 'DSCR Prime' }).click()
  // The choices stay open for another one, and leave the buttons free.
  await expect(dialog.getByText(/\d+ SLVs? found/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/productCodes=DSCR/)
  await expect(table.getByText('DSCR Prime').first()).toBeVisible()
  await expect(table.getByText('Jumbo Prime')).toHaveCount(0)

  await page.getByPlaceholder('Search by loan number, borrower or seller').fill('700')
  await expect(page).toHaveURL(/search=700/)
  const address = page.url()
  await table.getByRole('link').first().click()
  await expect(page).toHaveURL(/review-request/)
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(page.getByPlaceholder('Search by loan number, borrower or seller')).toHaveValue('700')

  await page.getByRole('button', { name: 'Clear All' }).first().click()
  await expect(page).not.toHaveURL(/productCodes|status=/)
})

test('a link to the department narrows the own list of who does not have it, which says when nothing fits', async ({
  as,
}) => {
  const { page } = await as('underwriter')
  await page.goto('/slv/department?status=REVIEW&search=nothing-is-called-so')
  await expect(page.getByText('The link leads to the list Department, which you do not have.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove filter In Review' })).toBeVisible()
  await expect(page.getByText('No SLV of this list matches the search and the filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(page).toHaveURL(/\/slv$/)
  await expect(page.getByText('The link leads to')).toHaveCount(0)
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
})

test('data that cannot be had raise the global alert, which goes when they can', async ({ as }) => {
  const { page } = await as('underwriter')
  await page.route('**/api/v1/proxy-loans**', (route) =>
    route.fulfill({ status: 503, json: { statusCode: 503, code: 'unavailable', error: 'Away' } }),
  )
  await page.goto('/slv')
  const alert = page.getByText('Unable to fetch data, please try again later or contact support team!')
  await expect(alert).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/api/v1/proxy-loans**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
  await expect(alert).toHaveCount(0)
})

test('while the portal is away the frame stays, and what was asked for comes when it is back', async ({ as }) => {
  const { page } = await as('underwriter')
  await page.goto('/slv')
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
  await page.route('**/*', (route) => route.abort('connectionrefused'))
  // Its screen was not opened before, so that its files are not here yet.
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Tdocs' }).click()
  await expect(page.getByText('Unable to fetch data, please try again later or contact support team!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(menu).toBeVisible()
  await page.unroute('**/*')
  await expect(page.getByRole('heading', { level: 1, name: 'Tdocs' })).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
})
