import { expect } from '@playwright/test'
import { get } from '../lib/calls.ts'
import { press } from '../lib/page.ts'
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
  const dialog = page.getByRole('dialog')
  const erase = page.getByRole('button', { name: 'Erase borrower data…' })
  await page.goto('/settings/records')

  await test.step('a hold needs a loan that is there, and shows on its SLVs', async () => {
    await press(page, 'Place a legal hold')
    await page.getByLabel('Loan number').fill('no-such-loan')
    await press(page, 'Continue')
    await expect(page.getByRole('alert')).toHaveText(
      /No SLV or Tdoc has this loan number/,
    )
    await press(page, 'Back')
    await page.getByLabel('Loan number').fill(loan.sellerLoan)
    await press(page, 'Continue')
    await expect(
      page.getByRole('list', { name: 'Loan records' }),
    ).toContainText(loan.buyerLoan)
    await page.getByLabel('Reason').fill('Litigation')
    await press(page, 'Place hold')
    const hold = page.getByRole('row').filter({
      has: page.getByRole('rowheader', { name: `Loan ${loan.sellerLoan}` }),
    })
    await expect(hold).toContainText(/\d SLVs?, \d Tdocs?/)
    await chief.page.goto(`/slv/department/review-request/${loan.id}`)
    await expect(chief.page.getByText('Legal hold')).toBeVisible()
  })

  await test.step('data on hold is not erased', async () => {
    await erase.click()
    await dialog.getByLabel('Loan number').fill(loan.buyerLoan)
    await press(dialog, 'Continue')
    await expect(dialog.getByRole('alert')).toHaveText(
      'On legal hold. Lift the hold before you erase the data.',
    )
    await expect(dialog.getByRole('button', { name: 'Erase' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await press(page, `Lift the hold on Loan ${loan.sellerLoan}`)
    await press(dialog, 'Lift the hold')
  })

  await test.step('erasing needs a reason and the loan number again', async () => {
    await erase.click()
    await dialog.getByLabel('Loan number').fill(loan.buyerLoan)
    await press(dialog, 'Continue')
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await dialog.getByLabel('Reason').fill('Request of the borrower')
    await press(dialog, 'Erase')
    const confirmation = 'Type the loan number to confirm'
    await expect(dialog.getByText(confirmation).last()).toBeVisible()
    await dialog.getByLabel(confirmation).fill(loan.buyerLoan)
    await press(dialog, 'Erase')
    await expect(
      page.getByRole('cell', { name: 'Erased an SLV' }).first(),
    ).toBeVisible()
  })

  await test.step('the SLV says that its data is erased', async () => {
    await chief.page.reload()
    await expect(
      chief.page.getByRole('heading', { name: `${loan.buyerLoan} · Erased` }),
    ).toBeVisible()
    await expect(chief.page.getByText(/^Data erased/)).toBeVisible()
  })
})
