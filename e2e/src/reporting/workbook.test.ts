import { get, post } from '../lib/calls.ts'
import { download, workbookOf } from '../lib/files.ts'
import { choose, openFilters, press } from '../lib/page.ts'
import { expectAccessible } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'
import { createTdoc, loanOf, newMark } from '../tdoc/tdocs.ts'
import { quiet } from './reports.ts'

test('a list is saved as Excel with the dialog’s filters and the rows of the list', async ({
  as,
}) => {
  // The narrowest dialog with two columns: its open lists don't cover the
  // buttons.
  const chief = await as('chief', { viewport: { width: 768, height: 900 } })
  const { page } = chief
  await page.goto('/slv/department?sortBy=loanAmount&sortType=desc')
  await press(page, 'Download')
  const dialog = page.getByRole('dialog', { name: 'Add Filters & Download' })
  await choose(dialog, 'Status', 'Approved')
  await choose(dialog, 'Sellers', quiet)
  await dialog
    .getByRole('combobox', { name: 'Non-Agency Programs' })
    .fill('Prime')
  await expect(page.getByRole('option', { name: 'DSCR Prime' })).toBeVisible()

  const filters = { tableMode: 'ALL', status: 'APPROVED', sellers: quiet }
  const { total } = await get(chief, '/api/v1/proxy-loans', filters)
  await expect(dialog.getByText(`${total} SLVs found`)).toBeVisible()
  const file = await download(page, () =>
    dialog.getByRole('button', { name: 'Download Excel' }).click(),
  )
  expect(file.name).toBe('SLVExcelReport.xlsx')
  await expect(dialog).toHaveCount(0)
  // The dialog's filters don't change the list.
  await expect(page).not.toHaveURL(/status=/)

  const { rows, about } = await workbookOf(file.bytes)
  const amounts = rows.map(({ Amount }) => Number(Amount))
  expect(amounts).toEqual(amounts.toSorted((one, other) => other - one))
  expect(rows.map(({ Seller, Status }) => `${Seller} ${Status}`)).toEqual(
    Array(total).fill(`${quiet} Approved`),
  )
  for (const row of rows)
    expect(String(row['Distance from Guideline'])).toMatch(/./)
  expect(about).toMatchObject({
    SLVs: String(total),
    List: 'Department, All',
    Status: 'Approved',
    Sellers: quiet,
    'Sorted by': 'Amount, descending',
  })
})

test('a download can be canceled, and one that fails says so', async ({
  as,
}) => {
  const { page } = await as('chief', {
    viewport: { width: 360, height: 780 },
    colorScheme: 'dark',
  })
  await page.goto('/slv/department')
  await page.route('**/proxy-loans/download?*', () => {})
  await press(page, 'Download')
  await expect(page.getByText(/SLVs found/)).toBeVisible()
  await expectAccessible(page, '[role="dialog"]')
  await page.getByRole('button', { name: 'Download Excel' }).click()
  await expect(
    page.getByRole('progressbar', { name: 'Download' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Cancel download' }).click()
  await expect(
    page.getByRole('button', { name: 'Download Excel' }),
  ).toBeEnabled()
  await expect(page.getByText('Failed to download the report')).toHaveCount(0)

  await page.unroute('**/proxy-loans/download?*')
  await page.route('**/proxy-loans/download?*', (route) => route.abort())
  await page.getByRole('button', { name: 'Download Excel' }).click()
  await expect(page.getByText('Failed to download the report')).toBeVisible()
  await expect(
    page.getByRole('dialog', { name: 'Add Filters & Download' }),
  ).toBeVisible()
})

test('Tdocs are filtered by several filters and saved as Excel with their count and the rows of the list', async ({
  underwriter,
}) => {
  const { page } = underwriter
  const mark = newMark()
  const loan = await loanOf(underwriter, 'ACTIVE')
  const tdocs = [
    await createTdoc(underwriter, loan, { mark }),
    await createTdoc(underwriter, loan, { mark }),
  ]
  const other = await createTdoc(underwriter, loan, { mark })
  await post(underwriter, '/api/v1/tdocs/underwriter/set-progress-tracking', {
    tdocIds: [other.id],
    progressTracking: 'DONE',
  })
  await page.goto(`/condition-manager?search=${mark}`)
  await page.route('**/tdocs/download/check?*', (route) =>
    route.fulfill({ status: 500, body: '{}' }),
  )
  await press(page, 'Download')
  await expect(
    page.getByText('Failed to get count of Tdocs to download'),
  ).toBeVisible()
  await page.unroute('**/tdocs/download/check?*')
  const dialog = page.getByRole('dialog', { name: 'Add Filters & Download' })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  const filters = await openFilters(page)
  await choose(filters, 'Buyer Loan Numbers', loan.loanNumber)
  await page.keyboard.press('Tab') // closes the choices, which cover "Apply"
  await choose(filters, 'Type', 'Manual')
  await expect(filters.getByText('3 Tdocs found')).toBeVisible()
  await choose(filters, 'Progress tracking', 'Intake Pending')
  await page.keyboard.press('Tab')
  await expect(filters.getByText('2 Tdocs found')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await filters.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(new RegExp(`loanNumbers=${loan.loanNumber}`))
  await expect(page).toHaveURL(/type=MANUAL&.*progressTracking=INTAKE_PENDING/)
  await expect(
    page.getByRole('button', {
      name: `Remove filter Buyer Loan Numbers: ${loan.loanNumber}`,
    }),
  ).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Remove filter Type: Manual' }),
  ).toBeVisible()
  const listed = page.locator('tbody tr[data-row]')
  await expect(listed).toHaveCount(2)

  await press(page, 'Download')
  const file = await download(page, () =>
    dialog.getByRole('button', { name: 'Download Excel' }).click(),
  )
  expect(file.name).toBe('TdocExcelReport.xlsx')
  const { head, rows, about } = await workbookOf(file.bytes)
  // The columns of the table, in its order, but the description.
  const headings = await page.getByRole('columnheader').allTextContents()
  expect(head).toEqual(headings.filter((text) => head.includes(text)))
  expect(head).toHaveLength(26)
  expect(rows.map((row) => row['Image File Name']).toSorted()).toEqual(
    tdocs.map(({ imageFileName }) => imageFileName).toSorted(),
  )
  for (const [index, row] of rows.entries())
    await expect(listed.nth(index)).toContainText(
      String(row['Image File Name']),
    )
  expect(about).toMatchObject({
    Tdocs: '2',
    Table: 'Active',
    Search: mark,
    'Buyer Loan Numbers': loan.loanNumber,
    Status: 'New',
    Type: 'Manual',
    'Progress Tracking': 'Intake Pending',
  })
  await page
    .getByRole('button', {
      name: `Remove filter Buyer Loan Numbers: ${loan.loanNumber}`,
    })
    .click()
  await expect(page).not.toHaveURL(/loanNumbers=/)
})
