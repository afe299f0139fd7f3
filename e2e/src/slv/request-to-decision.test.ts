import type { Decision } from '@portal/contract/slv/status'
import { chooserIn } from '../document/documents.ts'
import { pdfOf } from '../document/sample-files.ts'
import { takeAction, takeActionInDialog } from '../lib/actions.ts'
import { answerVariances, assignTo, get } from '../lib/calls.ts'
import { choose, delayResponses, press } from '../lib/page.ts'
import type { Someone } from '../lib/people.ts'
import { narrow, wide } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

const documentedFactor = '0x30 housing history'

/** Answers each variance through the API, and shows the answers. */
const answerAll = async (
  underwriter: Someone,
  id: string,
  decision: Decision,
) => {
  const slv = await get(underwriter, `/api/v1/proxy-loan/${id}/detailed`)
  await answerVariances(underwriter, slv, { decision, comment: 'As decided' })
  await underwriter.page.reload()
}

test('a request is approved, and its resubmission denied', async ({
  freshLoan,
  seller,
  admin,
  underwriter,
  slr,
  tradeDesk,
}) => {
  test.setTimeout(150_000)
  const loan = await freshLoan(({ occupancy }) => occupancy === 'I')
  const { page } = seller
  const story = underwriter.page.getByRole('list', {
    name: 'What decides this request',
  })

  await test.step('the seller opens a draft by its loan number, prefilled from LoanDock', async () => {
    await page.goto('/slv')
    await press(page, 'New request')
    const dialog = page.getByRole('dialog', { name: 'New request' })
    await dialog.getByLabel('Buyer Loan Number').fill(loan.loanNumber)
    await expect(dialog.getByLabel(`Loan ${loan.loanNumber}`)).toContainText(
      loan.borrowerLastName ?? '',
    )
    await dialog.getByRole('button', { name: 'Open draft' }).click()
    await expect(page).toHaveURL(/\/slv\/review-request\/[0-9a-f-]{36}/)
    await expect(page.getByLabel('Borrower Last Name')).toHaveValue(
      loan.borrowerLastName ?? '',
    )
  })
  const id = page.url().split('/').at(-1) ?? ''

  await test.step('the seller adds two variances, and sees how far each is from its guideline', async () => {
    const investor = page.getByRole('radiogroup', {
      name: 'Experienced investor?',
    })
    await investor.getByRole('radio', { name: 'Yes' }).check()
    await press(page, 'Add variance')
    await choose(page, 'Reason', 'Credit Score', /^Credit Score$/)
    // No loan of the demo has such a score.
    await page.getByLabel('Guideline value').fill('850')
    await page.getByLabel('Actual value').fill('845')
    const warning = `The form says ${loan.creditScore}`
    await expect(page.getByRole('listitem').getByText(warning)).toBeVisible()
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: `Variance 1, Actual value: ${warning}` }),
    ).toBeVisible()
    await page.getByLabel('Guideline text').fill('Minimum FICO 850')
    await page.getByLabel('Justification').fill('Eighteen months of reserves')
    await press(page, 'Add factor')
    await page
      .getByRole('combobox', { name: 'Factor 1' })
      .fill('Investor experience')
    await page.getByLabel('Value of factor 1').fill('8 years')
    await expect(
      page.getByText('FICO 845 against ≥ 850: 5 points short').first(),
    ).toBeVisible()
    await page.getByRole('button', { name: /^1\. FICO 845/ }).click()

    await press(page, 'Add variance')
    await choose(page, 'Reason', 'Housing', 'Housing History')
    await page.getByLabel('Justification').fill('One late payment, explained')
    await press(page, 'Add factor')
    await page
      .getByRole('combobox', { name: 'Factor 1' })
      .fill(documentedFactor)
    await page.getByLabel('Value of factor 1').fill('24 months')
    await page.getByLabel('Value of factor 1').blur()
  })

  await test.step('the seller attaches the document of a factor, which awaits verification', async () => {
    const documents = page.getByRole('region', { name: 'Documents' })
    await chooserIn(documents).setInputFiles(
      pdfOf('Payment history.pdf', ['Paid on time']),
    )
    await expect(
      documents.getByRole('link', { name: 'Payment history.pdf' }),
    ).toBeVisible()
    await page
      .getByRole('combobox', { name: `Document for ${documentedFactor}` })
      .click()
    await page.getByRole('option', { name: 'Payment history.pdf' }).click()
    await expect(
      page.getByText('Awaiting verification', { exact: true }),
    ).toBeVisible()
  })

  await test.step('the seller sends the request, and reads what happens next', async () => {
    await page.getByText('What is sent: 2 variances').click()
    await expect(
      page.getByText(/counts once the underwriter verifies its document\.$/),
    ).toBeVisible()
    const promise = page.getByText(/Expected by .* if you send it now/)
    const [day = ''] =
      /Expected by .* ET/.exec((await promise.textContent()) ?? '') ?? []
    await press(page, 'Send request', 'SLV request was successfully sent')
    await expect(
      page.getByRole('main').getByText('Review Pending').first(),
    ).toBeVisible()
    const sent = page.getByRole('region', { name: 'Request sent' })
    await expect(
      sent.getByRole('heading', { name: 'Request sent' }),
    ).toBeFocused()
    await expect(sent).toContainText('received your request with 2 variances.')
    await expect(sent).toContainText(day)
    await expect(
      sent.getByRole('list', { name: 'What was sent' }),
    ).toContainText(documentedFactor)
    await expect(sent.getByRole('link', { name: /^Back to / })).toBeVisible()
    await press(sent, 'New request')
    await page
      .getByRole('dialog', { name: 'New request' })
      .getByRole('button', { name: 'Cancel' })
      .click()
    await press(sent, 'View the request')
    await expect(sent).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  await test.step('the underwriter starts the review and corrects a field', async () => {
    await assignTo(admin, underwriter, id)
    await underwriter.page.goto(`/slv/manage-request/${id}`)
    await press(
      underwriter.page,
      'Start review',
      'Review was successfully started',
    )
    const card = underwriter.page.getByRole('article', {
      name: 'FICO 845 against ≥ 850: 5 points short',
    })
    await expect(card).toContainText('FICO 845, guideline 850')
    await expect(
      card.getByText(`The form says ${loan.creditScore}`),
    ).toBeVisible()
    const documented = underwriter.page.getByRole('article', {
      name: 'Housing History',
    })
    await expect(documented).toContainText('Payment history.pdf')
    await expect(documented).toContainText('awaiting verification')
    await expect(documented).toContainText('No factor counts yet.')
    await press(
      documented,
      `Verify Payment history.pdf for ${documentedFactor}`,
    )
    await expect(documented).toContainText(
      'counts: Verified: a housing history of 24 months',
    )
    await press(underwriter.page, 'Correct Borrower and property')
    await underwriter.page.getByLabel('City').fill('Yountville')
    await press(underwriter.page, 'Save', 'SLV Form successfully updated')
  })

  await test.step('the underwriter sends it to SLR, whose reviewer asks for information and gets it', async () => {
    const { page: uw } = underwriter
    const { page: manager } = slr
    await takeActionInDialog(uw, {
      action: 'Request SLR review',
      fields: { Comment: 'Is the FICO acceptable with these reserves?' },
      submit: 'Request review',
      toast: 'SLR review was successfully requested',
    })

    await manager.goto(`/slv/slr-request/${id}`)
    await press(manager, 'Start SLR review', 'Review was successfully started')
    await takeActionInDialog(manager, {
      action: 'Request information',
      fields: {
        'What do you need to know?': 'Where do the reserves come from?',
      },
      submit: 'Request information',
      toast: 'Pending Information was successfully requested',
    })

    await uw.reload()
    await takeAction(uw, 'Send information to SLR')
    const dialog = uw.getByRole('dialog')
    await expect(dialog).toContainText(
      'asked: Where do the reserves come from?',
    )
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await takeActionInDialog(uw, {
      action: 'Send information to SLR',
      fields: { 'Your answer': 'Two brokerage accounts, seasoned' },
      submit: 'Send information',
      toast: 'Additional information to SLR was successfully sent',
    })

    await manager.reload()
    await press(manager, 'Start SLR review')
    await takeActionInDialog(manager, {
      action: 'Complete SLR review',
      fields: { Decision: 'Approved', Comment: 'Acceptable' },
      submit: 'Complete review',
      toast: 'Review was successfully completed',
    })
  })

  await test.step('to the seller, all of this is a review', async () => {
    await page.reload()
    await expect(
      page.getByRole('main').getByText('In Review').first(),
    ).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(/SLR|Trade Desk/)
  })

  await test.step('the underwriter sends it to the trade desk, which recommends with −25 bps', async () => {
    const { page: uw } = underwriter
    const { page: desk } = tradeDesk
    await uw.reload()
    await takeActionInDialog(uw, {
      action: 'Request Trade Desk review',
      fields: { Comment: 'Please price it' },
      submit: 'Request review',
      toast: 'Trade Desk review was successfully requested',
    })

    await desk.goto(`/slv/trade-desk-request/${id}`)
    await press(desk, 'Start Trade Desk review')
    await takeActionInDialog(desk, {
      action: 'Complete Trade Desk review',
      fields: {
        Decision: 'Approved',
        'Price Adjustment': '-25',
        Comment: 'Fine at that price',
      },
      submit: 'Complete review',
      toast: 'Review was successfully completed',
    })
  })

  await test.step('the underwriter approves subject to conditions', async () => {
    const uw = underwriter.page
    await uw.reload()
    const bar = uw.getByRole('region', { name: 'Decision' })
    await expect(bar.getByLabel('Price Adjustment')).toHaveValue('−25')
    await bar
      .getByLabel('Decision Subject To')
      .fill('Verification of reserves before purchase')
    await bar.getByRole('button', { name: /as requested/ }).click()
    await bar.getByLabel('Internal Comments').fill('Kept within the desk')
    await expect(story).toContainText(
      /Trade Desk recommendation −25 bps *Approved.*Fine at that price/,
    )
    const dialog = uw.getByRole('dialog')
    await press(bar, 'Decide')
    await expect(bar.getByRole('alert')).toContainText(
      'Answer this variance first: ',
    )
    await expect(uw.getByRole('article').first()).toBeFocused()
    await answerAll(underwriter, id, 'APPROVED')
    await expect(bar).toContainText('2 of 2 answered')
    await expect(bar.getByRole('alert')).toHaveCount(0)
    await expect(bar.getByLabel('Approved')).toBeChecked()
    await bar.getByLabel('Price Adjustment').fill('')
    await press(bar, 'Decide')
    await expect(dialog.getByLabel('Missing from the decision')).toContainText(
      'The decision is missing: price',
    )
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(bar.getByRole('button', { name: 'Decide' })).toBeFocused()
    await bar.getByLabel('Price Adjustment').fill('-25')
    await press(bar, 'Decide')
    await expect(dialog.getByLabel('What the seller will see')).toContainText(
      'Verification of reserves',
    )
    await press(dialog, 'Make final', 'Review was successfully completed')
  })

  await test.step('the seller reads it, without internal comments', async () => {
    await page.reload()
    const main = page.getByRole('main')
    await expect(main.getByText('Approved').first()).toBeVisible()
    await expect(main).toContainText('Verification of reserves before purchase')
    const decision = main.getByRole('region', { name: 'Decision' })
    await expect(decision).toContainText(
      /Approved .*for −25 bps, subject to conditions\./,
    )
    await expect(decision).toContainText(/−25 bps · −\$[\d,.]+ on \$[\d,]+/)
    const form = main.getByText(/^The request as it was sent, /)
    await expect(form).toBeVisible()
    const [first, last] = [
      await decision.boundingBox(),
      await form.boundingBox(),
    ]
    expect(first?.y).toBeLessThan(last?.y ?? 0)
    await expect(main).not.toContainText('Kept within the desk')
  })

  await test.step('the seller resubmits it', async () => {
    await takeActionInDialog(page, {
      action: 'Resubmit',
      submit: 'Open a new round',
      toast: 'Resubmit draft successfully',
    })
    await press(
      page,
      'Send resubmission',
      'Request was resubmitted successfully',
    )
  })

  await test.step('the same underwriter denies the second round; the first stays readable', async () => {
    const uw = underwriter.page
    await uw.goto(`/slv/manage-request/${id}`)
    await press(uw, 'Start review', 'Review was successfully started')
    await expect(
      story.getByRole('listitem').filter({ hasText: 'How round 1 ended' }),
    ).toContainText('Verification of reserves')
    await answerAll(underwriter, id, 'DECLINED')
    const dialog = uw.getByRole('dialog')
    const bar = uw.getByRole('region', { name: 'Decision' })
    await expect(bar.getByLabel('Denied')).toBeChecked()
    await press(bar, 'Decide')
    await expect(bar.getByRole('alert')).toContainText(
      'Enter a reason. The seller sees it with the decision.',
    )
    await expect(bar.getByLabel('Price Adjustment')).toHaveCount(0)
    await expect(bar.getByLabel('Reason')).toBeFocused()
    const releaseResponses = await delayResponses(
      uw,
      `**/api/v1/proxy-loan/${id}`,
    )
    await bar.getByLabel('Reason').fill('The guideline applies')
    await press(bar, 'Decide')
    // A slow server: nothing becomes final before the reason is saved.
    await expect(bar.getByRole('button', { name: 'Decide' })).toHaveAttribute(
      'data-loading',
      'true',
    )
    await expect(dialog).toHaveCount(0)
    releaseResponses()
    await press(dialog, 'Make final', 'Review was successfully completed')

    const first = await seller.request.get(
      `/api/v1/proxy-loan-history/${id}/slv-history?resubmitCount=0`,
    )
    expect(await first.json()).toMatchObject({
      status: 'APPROVED',
      priceAdjustment: -25,
    })
    await page.reload()
    await expect(
      page.getByRole('main').getByText('Denied').first(),
    ).toBeVisible()
    await expect(
      page.getByText(/^You can resubmit with different figures/),
    ).toBeVisible()
    const decision = page.getByRole('region', {
      name: 'Decision',
      exact: true,
    })
    await page.setViewportSize(narrow)
    await expect(decision.getByText('Denied.')).toBeInViewport()
    await expect(decision.getByText('The guideline applies')).toBeInViewport()
    await press(decision, 'Resubmit')
    await press(page.getByRole('dialog', { name: 'Resubmit' }), 'Cancel')
    await page.setViewportSize(wide)
  })

  await test.step('the underwriter reopens it with a reason, which the seller reads in the history', async () => {
    const uw = underwriter.page
    const dialog = uw.getByRole('dialog', { name: 'Reopen' })
    await press(uw, 'Reopen')
    await dialog.getByRole('button', { name: 'Reopen' }).click()
    await expect(
      dialog.getByLabel('Why are you reopening this decision?'),
    ).toHaveAccessibleDescription(/^Required/)
    await dialog
      .getByLabel('Why are you reopening this decision?')
      .fill('The reserves were counted twice')
    await press(dialog, 'Reopen', 'Request reopened successfully')

    await page.reload()
    await expect(
      page.getByRole('main').getByText('In Review').first(),
    ).toBeVisible()
    await page.getByRole('tab', { name: 'History' }).click()
    await expect(
      page.getByText('The reserves were counted twice').first(),
    ).toBeVisible()
  })

  await test.step('another decision asks what becomes of the reason for the denial', async () => {
    const uw = underwriter.page
    const bar = uw.getByRole('region', { name: 'Decision', exact: true })
    const dialog = uw.getByRole('dialog', { name: 'Change decision' })
    await bar.getByRole('radio', { name: 'Approved' }).click()
    await expect(dialog).toContainText(
      'The comment was written for “Denied”. The seller reads it with the new decision.',
    )
    await press(dialog, 'Save decision')
    await expect(dialog.getByRole('alert')).toHaveText(
      'Choose what happens to the comment, or change it',
    )
    await dialog.getByRole('radio', { name: 'Remove the comment' }).check()
    await press(dialog, 'Save decision')
    await expect(bar.getByRole('radio', { name: 'Approved' })).toBeChecked()
    await expect(bar.getByLabel('Decision Subject To')).toHaveValue('')
  })
})
