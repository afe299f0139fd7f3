import { expect } from '@playwright/test'
import { get } from '../lib/calls.ts'
import { test as base } from '../lib/story.ts'

const test = base.extend<{
  loan: { id: string; buyerLoan: string; sellerLoan: string }
}>({
  loan: async ({ chief }, use) => {
    const { items } = await get(chief, '/api/v1/proxy-loans', {
      size: '1',
      tableMode: 'ALL',
      status: 'DECLINED',
    })
    await use(items[0])
  },
})

test('an administrator puts a loan on hold, lifts the hold and erases the borrower data', async ({
  admin,
  chief,
  loan,
}) => {
  const { page } = admin
  await page.goto('/settings/records')
  await page.getByRole('button', { name: 'Place a legal hold' }).click()
  await page.getByLabel('Loan number').fill('no-such-loan')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    /No SLV or Tdoc has this loan number/,
  )
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByLabel('Loan number').fill(loan.sellerLoan)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('list', { name: 'Loan records' })).toContainText(
    loan.buyerLoan,
  )
  await page.getByLabel('Reason').fill('Litigation')
  await page.getByRole('button', { name: 'Place hold' }).click()
  const hold = page.getByRole('row').filter({
    has: page.getByRole('rowheader', { name: `Loan ${loan.sellerLoan}` }),
  })
  await expect(hold).toContainText(/\d SLVs?, \d Tdocs?/)
  await chief.page.goto(`/slv/department/review-request/${loan.id}`)
  await expect(chief.page.getByText('Legal hold')).toBeVisible()

  const erase = page.getByRole('button', { name: 'Erase borrower data…' })
  const dialog = page.getByRole('dialog')
  await erase.click()
  await dialog.getByLabel('Loan number').fill(loan.buyerLoan)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'On legal hold. Lift the hold before you erase the data.',
  )
  await expect(dialog.getByRole('button', { name: 'Erase' })).toBeDisabled()
  await page.keyboard.press('Escape')

  await page
    .getByRole('button', { name: `Lift the hold on Loan ${loan.sellerLoan}` })
    .click()
  await dialog.getByRole('button', { name: 'Lift the hold' }).click()
  await erase.click()
  await dialog.getByLabel('Loan number').fill(loan.buyerLoan)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await dialog.getByLabel('Reason').fill('Request of the borrower')
  await dialog.getByRole('button', { name: 'Erase' }).click()
  await expect(
    dialog.getByText('Type the loan number to confirm').last(),
  ).toBeVisible()
  await dialog
    .getByLabel('Type the loan number to confirm')
    .fill(loan.buyerLoan)
  await dialog.getByRole('button', { name: 'Erase' }).click()
  await expect(
    page.getByRole('cell', { name: 'Erased an SLV' }).first(),
  ).toBeVisible()

  await chief.page.reload()
  await expect(
    chief.page.getByRole('heading', { name: `${loan.buyerLoan} · Erased` }),
  ).toBeVisible()
  await expect(chief.page.getByText(/^Data erased/)).toBeVisible()
})
