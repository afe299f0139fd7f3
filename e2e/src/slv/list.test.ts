import { choose, delayResponses, openFilters } from '../lib/page.ts'
import { expect, test } from '../lib/story.ts'

test('filters, sort, search and page are in the address, and Back restores the view', async ({
  chief: { page },
}) => {
  await page.goto('/slv/department')
  const table = page.getByRole('table')
  await expect(table).toBeVisible()

  await page.getByRole('link', { name: /^Completed/ }).click()
  await expect(page).toHaveURL(/status=APPROVED/)
  const dialog = await openFilters(page)
  await choose(dialog, 'Non-Agency Programs', 'DSCR Prime')
  // The open choices don't cover the buttons.
  await expect(dialog.getByText(/\d+ SLVs? found/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/productCodes=DSCR/)
  await expect(table.getByText('DSCR Prime').first()).toBeVisible()
  await expect(table.getByText('Jumbo Prime')).toHaveCount(0)

  await page
    .getByPlaceholder('Search by loan number, borrower, seller or owner')
    .fill('700')
  await expect(page).toHaveURL(/search=700/)
  await expect(table.locator('tbody')).toHaveCSS('opacity', '1')
  const address = page.url()
  await table.getByRole('link').first().click()
  await expect(page).toHaveURL(/review-request/)
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(
    page.getByPlaceholder('Search by loan number, borrower, seller or owner'),
  ).toHaveValue('700')

  await page.getByRole('button', { name: 'Clear All' }).first().click()
  await expect(page).not.toHaveURL(/productCodes|status=/)
})

test('a link to a list that the user lacks opens their own with its filters', async ({
  underwriter: { page },
}) => {
  await page.goto('/slv/department?status=REVIEW&search=nothing-is-called-so')
  await expect(
    page.getByText(
      'This link opens the Department list, which you don’t have access to.',
    ),
  ).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Remove filter Status: In Review' }),
  ).toBeVisible()
  await expect(
    page.getByText('No SLVs in this list match the search and filters.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(page).toHaveURL(/\/slv\?tableMode=MY_OWN$/)
  await expect(page.getByText('This link opens')).toHaveCount(0)
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
})

const notConnected = 'Can’t connect. Trying again…'

test('a failure and a lost connection show alerts, and the page recovers', async ({
  underwriter: { page },
}) => {
  await page.route('**/api/v1/proxy-loans**', (route) =>
    route.fulfill({
      status: 503,
      json: { statusCode: 503, code: 'unavailable', error: 'Away' },
    }),
  )
  await page.goto('/slv')
  const alert = page.getByText(
    'Unable to fetch data, please try again later or contact support team!',
  )
  await expect(alert).toBeVisible({ timeout: 20_000 })
  // Once the server is back the page also recovers by itself, so the button is
  // pressed before that; its call is repeated.
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.unroute('**/api/v1/proxy-loans**')
  const rows = page.getByRole('table').getByRole('link')
  await expect(rows.first()).toBeVisible()
  await expect(alert).toHaveCount(0)

  const title = page.getByRole('heading', { level: 1 })
  const place = await title.boundingBox()
  await page.route('**/*', (route) => route.abort('connectionrefused'))

  // The code of the dialog and of the other screen is not loaded yet.
  const filters = await openFilters(page)
  await expect(page.getByText(notConnected)).toBeVisible()
  await page.unroute('**/*')
  await expect(filters).toBeVisible()
  await expect(page.getByText(notConnected)).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.route('**/*', (route) => route.abort('connectionrefused'))
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Tdocs' })
    .click()
  await expect(page.getByText(notConnected)).toBeVisible()
  await expect(rows.first()).toBeVisible()
  await expect.poll(() => title.boundingBox(), 'nothing jumps').toEqual(place)
  await page.unroute('**/*')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Tdocs' }),
  ).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
})

test('rows of an earlier search are dimmed until the next ones arrive', async ({
  underwriter: { page },
}) => {
  await page.goto('/slv')
  const body = page.getByRole('table').locator('tbody')
  await expect(body.getByRole('link').first()).toBeVisible()
  await expect(body).toHaveCSS('opacity', '1')
  const answerNow = await delayResponses(
    page,
    '**/api/v1/proxy-loans?*search=70*',
  )
  await page
    .getByPlaceholder('Search by loan number, borrower, seller or owner')
    .fill('70')
  await expect(body).toHaveCSS('opacity', '0.45')
  answerNow()
  await expect(body).toHaveCSS('opacity', '1')
})
