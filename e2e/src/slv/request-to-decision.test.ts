import type { Decision } from '@portal/contract/slv/status'
import { answerVariances, assignTo, expect, press, says, test } from '../lib/story.ts'

test('a request goes from the seller through SLR and the trade desk to an approval, and its resubmission to a denial', async ({
  as,
  freshLoan,
}) => {
  test.setTimeout(150_000)
  const loan = await freshLoan()
  const [seller, admin, underwriter, slr, tradeDesk] = [
    await as('seller'),
    await as('admin'),
    await as('underwriter'),
    await as('slr'),
    await as('tradeDesk'),
  ]
  const { page } = seller

  await test.step('the seller opens a draft by its loan number, prefilled from LoanDock', async () => {
    await page.goto('/slv')
    await press(page, 'New request')
    const dialog = page.getByRole('dialog', { name: 'New request' })
    await dialog.getByLabel('Buyer Loan Number').fill(loan.loanNumber)
    await expect(dialog.getByLabel(`Loan ${loan.loanNumber}`)).toContainText(loan.borrowerLastName ?? '')
    await dialog.getByRole('button', { name: 'Open draft' }).click()
    await expect(page).toHaveURL(/\/slv\/review-request\/[0-9a-f-]{36}/)
    await expect(page.getByLabel('Borrower Last Name')).toHaveValue(loan.borrowerLastName ?? '')
  })
  const id = page.url().split('/').at(-1) ?? ''
  const answer = async (decision: Decision) => {
    const slv = await (await underwriter.request.get(`/api/v1/proxy-loan/${id}/detailed`)).json()
    await answerVariances(underwriter, slv, { decision, comment: 'As decided' })
    await underwriter.page.reload()
  }

  await test.step('asks for two variances, and sees how far each is from its guideline', async () => {
    await press(page, 'Add variance')
    await page.getByRole('combobox', { name: 'Reason' }).fill('Credit Score')
    await page.getByRole('option', { name: 'Credit Score', exact: true }).click()
    await page.getByLabel('Guideline value').fill('800')
    await page.getByLabel('Actual value').fill('795')
    const warning = `The form says ${loan.creditScore}`
    await expect(page.getByRole('listitem').getByText(warning)).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: `Variance 1, Actual value: ${warning}` })).toBeVisible()
    await page.getByLabel('Guideline text').fill('Minimum FICO 800')
    await page.getByLabel('Justification').fill('Eighteen months of reserves')
    await press(page, 'Add factor')
    await page.getByRole('combobox', { name: 'Factor 1' }).fill('Reserves above requirement')
    await page.getByLabel('Value of factor 1').fill('18 months')
    await expect(page.getByText('FICO 795 against ≥ 800: −5 points').first()).toBeVisible()
    await page.getByRole('button', { name: /^1\. FICO 795/ }).click()

    await press(page, 'Add variance')
    await page.getByRole('combobox', { name: 'Reason' }).fill('Housing')
    await page.getByRole('option', { name: 'Housing History', exact: true }).click()
    await page.getByLabel('Justification').fill('One late payment, explained')
    await press(page, 'Add factor')
    await page.getByRole('combobox', { name: 'Factor 1' }).fill('Years in current job')
    await page.getByLabel('Value of factor 1').fill('11')
    await page.getByLabel('Value of factor 1').blur()
  })

  await test.step('and sends it', async () => {
    await press(page, 'Send request')
    await says(page, 'SLV request was successfully sent')
    await expect(page.getByRole('main').getByText('Review Pending').first()).toBeVisible()
  })

  await test.step('the underwriter starts the review and corrects a field', async () => {
    await assignTo(admin, underwriter, id)
    await underwriter.page.goto(`/slv/manage-request/${id}`)
    await press(underwriter.page, 'Start review')
    await says(underwriter.page, 'Review was successfully started')
    const answers = underwriter.page.getByRole('region', { name: 'Answers to the variances' })
    await expect(answers.getByText(`The form says ${loan.creditScore}`)).toBeVisible()
    await underwriter.page.getByLabel('City').fill('Sacramento')
    await press(underwriter.page, 'Save')
    await says(underwriter.page, 'SLV Form successfully updated')
  })

  await test.step('sends it to SLR, whose reviewer asks for information and gets it', async () => {
    const uw = underwriter.page
    await press(uw, 'Request SLR review')
    await uw.getByRole('dialog').getByLabel('Comment').fill('Is the FICO acceptable with these reserves?')
    await press(uw, 'Request review')
    await says(uw, 'SLR review was successfully requested')

    const manager = slr.page
    await manager.goto(`/slv/slr-request/${id}`)
    await press(manager, 'Start SLR review')
    await says(manager, 'Review was successfully started')
    await press(manager, 'Request information')
    await manager.getByRole('dialog').getByLabel('What do you need to know?').fill('Where do the reserves come from?')
    await manager.getByRole('dialog').getByRole('button', { name: 'Request information' }).click()
    await says(manager, 'Pending Information was successfully requested')

    await uw.reload()
    await press(uw, 'Send information to SLR')
    await uw.getByRole('dialog').getByLabel('Your answer').fill('Two brokerage accounts, seasoned')
    await press(uw, 'Send information')
    await says(uw, 'Additional information to SLR was successfully sent')

    await manager.reload()
    await press(manager, 'Start SLR review')
    await press(manager, 'Complete SLR review')
    const dialog = manager.getByRole('dialog')
    await dialog.getByLabel('Approved').check()
    await dialog.getByLabel('Comment').fill('Acceptable')
    await dialog.getByRole('button', { name: 'Complete review' }).click()
    await says(manager, 'Review was successfully completed')
  })

  await test.step('to the seller all of this is a review', async () => {
    await page.reload()
    await expect(page.getByRole('main').getByText('In Review').first()).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(/SLR|Trade Desk/)
  })

  await test.step('then to the trade desk, which recommends with −25 bps', async () => {
    const uw = underwriter.page
    await uw.reload()
    await press(uw, 'Request Trade Desk review')
    await uw.getByRole('dialog').getByLabel('Comment').fill('Please price it')
    await press(uw, 'Request review')
    await says(uw, 'Trade Desk review was successfully requested')

    const desk = tradeDesk.page
    await desk.goto(`/slv/trade-desk-request/${id}`)
    await press(desk, 'Start Trade Desk review')
    await press(desk, 'Complete Trade Desk review')
    const dialog = desk.getByRole('dialog')
    await dialog.getByLabel('Approved').check()
    await dialog.getByLabel('Price Adjustment').fill('-25')
    await dialog.getByLabel('Comment').fill('Fine at that price')
    await dialog.getByRole('button', { name: 'Complete review' }).click()
    await says(desk, 'Review was successfully completed')
  })

  await test.step('the underwriter approves subject to conditions', async () => {
    const uw = underwriter.page
    await uw.reload()
    const panel = uw.getByRole('tabpanel', { name: 'Decision' })
    await expect(panel.getByLabel('Price Adjustment')).toHaveValue('−25')
    await panel.getByLabel('Decision Subject To').fill('Verification of reserves before purchase')
    await panel.getByLabel('Internal Comments').fill('Kept within the desk')
    const dialog = uw.getByRole('dialog')
    await press(uw, 'Make final decision')
    await dialog.getByLabel('Approved').check()
    await expect(dialog.getByLabel('Missing in the decision')).toContainText('The decision has no LTV')
    await dialog.getByRole('button', { name: 'Make final' }).click()
    await expect(dialog).toContainText('Answer the variance first: ')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await answer('APPROVED')
    await press(uw, 'Make final decision')
    await dialog.getByLabel('Approved').check()
    await expect(dialog.getByLabel('What the seller will read')).toContainText(
      'Verification of reserves before purchase',
    )
    await dialog.getByRole('button', { name: 'Make final' }).click()
    await says(uw, 'Review was successfully completed')
  })

  await test.step('the seller reads it, without a word from inside', async () => {
    await page.reload()
    const main = page.getByRole('main')
    await expect(main.getByText('Approved').first()).toBeVisible()
    await expect(main).toContainText('Verification of reserves before purchase')
    await expect(main).toContainText('−25')
    await expect(main).not.toContainText('Kept within the desk')
  })

  await test.step('and resubmits it', async () => {
    await press(page, 'Resubmit')
    await page.getByRole('dialog').getByRole('button', { name: 'Open a new round' }).click()
    await says(page, 'Resubmit draft successfully')
    await press(page, 'Send resubmission')
    await says(page, 'Request was resubmitted successfully')
  })

  await test.step('the same underwriter denies the second round; the first stays readable', async () => {
    const uw = underwriter.page
    await uw.goto(`/slv/manage-request/${id}`)
    await press(uw, 'Start review')
    await answer('DECLINED')
    const dialog = uw.getByRole('dialog')
    await press(uw, 'Make final decision')
    await dialog.getByLabel('Denied').check()
    await dialog.getByRole('button', { name: 'Make final' }).click()
    await expect(dialog).toContainText('Give the reason in “Decision Subject To”')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await uw.getByLabel('Decision Subject To').fill('The guideline stands')
    await press(uw, 'Make final decision')
    await dialog.getByLabel('Denied').check()
    await dialog.getByRole('button', { name: 'Make final' }).click()
    await says(uw, 'Review was successfully completed')

    const first = await seller.request.get(`/api/v1/proxy-loan-history/${id}/slv-history?resubmitCount=0`)
    expect(await first.json()).toMatchObject({ status: 'APPROVED', priceAdjustment: -25 })
    await page.reload()
    await expect(page.getByRole('main').getByText('Denied').first()).toBeVisible()
  })

  await test.step('and reopens it with a reason, which the seller reads in the history', async () => {
    const uw = underwriter.page
    const dialog = uw.getByRole('dialog', { name: 'Reopen' })
    await press(uw, 'Reopen')
    await dialog.getByRole('button', { name: 'Reopen' }).click()
    await expect(dialog.getByLabel('Why are you reopening this decision?')).toHaveAccessibleDescription(/^Required/)
    await dialog.getByLabel('Why are you reopening this decision?').fill('The reserves were counted twice')
    await dialog.getByRole('button', { name: 'Reopen' }).click()
    await says(uw, 'Request reopened successfully')

    await page.reload()
    await expect(page.getByRole('main').getByText('In Review').first()).toBeVisible()
    await expect(page.getByText('The reserves were counted twice').first()).toBeVisible()
  })
})
