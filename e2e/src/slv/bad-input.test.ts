import { draftOf, get, patch, post } from '../lib/calls.ts'
import { loansOf } from '../lib/fresh-loan.ts'
import { delayResponses, press } from '../lib/page.ts'
import { loanDockUrl, signInAtLoanDock } from '../lib/people.ts'
import { expect, test } from '../lib/story.ts'

test('a request’s problems show beside their fields and in a summary', async ({
  freshLoan,
  seller,
}) => {
  const { id } = await post(
    seller,
    `/api/v1/loans/check-loan/${(await freshLoan()).loanNumber}`,
  )
  const { page } = seller
  await page.goto(`/slv/review-request/${id}`)
  await page.getByLabel('Borrower Last Name').fill('')
  await page.getByRole('textbox', { name: /^FICO/ }).fill('900')
  await page.getByLabel('ZIP Code').fill('12')
  await press(page, 'Send request')

  const summary = page.getByRole('region', {
    name: 'Fix these before you send the request',
  })
  await expect(summary).toContainText('FICO')
  await expect(summary).toContainText('ZIP Code')
  await expect(summary).toContainText(/variance/i)
  await expect(page.getByText('No more than 850').first()).toBeVisible()
  await expect(page.getByText('5 or 9 digits').first()).toBeVisible()
  await summary.getByRole('link', { name: /Borrower Last Name/ }).click()
  await expect(page.getByLabel('Borrower Last Name')).toBeFocused()
  await expect(page.getByRole('textbox', { name: /^FICO/ })).toHaveValue('900')

  await page.reload()
  await expect(page.getByRole('textbox', { name: /^FICO/ })).toHaveValue('900')
})

test('the Program field says that no program is active on the lock date', async ({
  seller,
  draft: { id },
}) => {
  const { page } = seller
  await page.goto(`/slv/review-request/${id}`)
  const error =
    'No program is active on 01/15/2019, the lock date. Ask the buyer’s administrator to add one, or to start one earlier.'
  const lockDate = page.getByRole('textbox', { name: 'Original Lock Date' })
  await lockDate.fill('01/15/2019')
  await press(page, 'Send request')
  await expect(page.getByText(error).first()).toBeVisible()
  const summary = page.getByRole('region', {
    name: 'Fix these before you send the request',
  })
  await expect(summary).toContainText('Program')
  await lockDate.fill('01/15/2026')
  await expect(page.getByText(error)).toHaveCount(0)
})

test('a session that ends while typing loses nothing', async ({
  seller,
  draft: { id },
}) => {
  const { page } = seller
  await page.goto(`/slv/review-request/${id}`)
  const name = page.getByLabel('Requestor Name')
  const answerNow = await delayResponses(
    page,
    `**/api/v1/proxy-loan/${id}`,
    'PATCH',
  )
  await name.fill('Typed when the session ended')
  await seller.request.post('/api/v1/auth/log-out')
  answerNow()
  await expect(page).toHaveURL(/\/multi-factor-auth/)
  await signInAtLoanDock(page, 'seller')
  await expect(page).toHaveURL(new RegExp(`/slv/review-request/${id}`))
  await expect(name).toHaveValue('Typed when the session ended')
  await expect
    .poll(
      async () => (await get(seller, `/api/v1/proxy-loan/${id}`)).requestorName,
    )
    .toBe('Typed when the session ended')
})

test('a save that lost a race offers both values', async ({
  underwriter,
  slvInReview: { id },
}) => {
  const { page } = underwriter
  await page.goto(`/slv/manage-request/${id}`)
  await press(page, 'Correct Borrower and property')
  await page.getByLabel('City').fill('Mine')
  await patch(underwriter, `/api/v1/proxy-loan/${id}`, {
    city: 'Theirs',
    zip: '90001',
  })
  await press(page, 'Save')
  const both = page.getByRole('group', { name: 'Two values for City' })
  await expect(both).toContainText('Mine')
  await expect(both).toContainText('Theirs')
  await expect(page.getByLabel('ZIP Code')).toHaveValue('90001')
  await both.getByRole('button', { name: 'Keep yours' }).click()
  await press(page, 'Save', 'SLV Form successfully updated')
  expect(await get(underwriter, `/api/v1/proxy-loan/${id}`)).toMatchObject({
    city: 'Mine',
    zip: '90001',
  })
})

test('a new request says what its loan number means: unknown, failed, open already, or purchased', async ({
  freshLoan,
  seller,
}) => {
  const { page } = seller
  const loan = await freshLoan()
  await page.goto('/slv')
  await press(page, 'New request')
  const dialog = page.getByRole('dialog', { name: 'New request' })
  const number = dialog.getByLabel('Buyer Loan Number')
  const unknown = page.waitForResponse((answer) =>
    answer.url().endsWith('/check-loan/0000000'),
  )
  await number.fill('0000000')
  await unknown
  await expect(
    dialog.getByText(/^No ACME .*loan has this number\.$/),
  ).toBeVisible()
  await expect(page.getByText('Failed to check')).toHaveCount(0)

  // The page's own calls fail as they would with LoanDock down; the switch
  // itself would fail every story beside this one.
  const failure = {
    statusCode: 502,
    code: 'loan_dock_failed',
    error: 'LoanDock cannot be reached',
  }
  await page.route('**/api/v1/loans/check-loan/*', (route) =>
    route.fulfill({ status: 502, json: failure }),
  )
  await number.fill(loan.loanNumber)
  await expect(
    page.getByText(
      'Failed to check Buyer Loan Number. Reason: LoanDock cannot be reached',
    ),
  ).toBeVisible()
  await page.unroute('**/api/v1/loans/check-loan/*')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByLabel(`Loan ${loan.loanNumber}`)).toBeVisible()

  const loans = await loansOf(seller.request, loanDockUrl(), 'C1001')
  const sent = await get(seller, '/api/v1/proxy-loans?size=100')
  const taken = new Set(
    sent.items.map(({ buyerLoan }: { buyerLoan: string }) => buyerLoan),
  )
  const purchased = loans.find(
    ({ kind, loanNumber }) => kind === 'PURCHASED' && !taken.has(loanNumber),
  )
  await number.fill(purchased?.loanNumber ?? '')
  await expect(
    dialog.getByText('LoanDock lists this loan as purchased.'),
  ).toBeVisible()
  const openDraft = dialog.getByRole('button', { name: 'Open draft' })
  await expect(openDraft).toBeDisabled()
  await dialog.getByLabel('Request a Pre-Close variance anyway').check()
  await expect(openDraft).toBeEnabled()

  const draft = await draftOf(seller, loan)
  await number.fill(loan.loanNumber)
  await expect(dialog.getByText('This loan already has a draft.')).toBeVisible()
  await openDraft.click()
  await expect(page).toHaveURL(new RegExp(`/slv/review-request/${draft.id}$`))

  await post(seller, `/api/v1/proxy-loan/${draft.id}/send-request`)
  await page.goto('/slv')
  await press(page, 'New request')
  await number.fill(loan.loanNumber)
  await expect(
    dialog.getByText(/^This loan already has an open request, sent /),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Open request' }).click()
  await expect(page).toHaveURL(new RegExp(`/slv/review-request/${draft.id}$`))
})

test('without a connection a draft keeps its text, retries to save it, and is not sent', async ({
  seller,
  draft: { id },
}) => {
  const { page, context } = seller
  await page.goto(`/slv/review-request/${id}`)
  await expect(page.getByLabel('City')).not.toHaveValue('')
  const tries: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') tries.push(Date.now())
  })
  await context.setOffline(true)
  await page.getByLabel('City').fill('Eureka')
  await expect(page.getByText('Not saved. Retrying…')).toBeVisible()
  await expect(page.getByText('Can’t connect. Trying again…')).toBeVisible()
  await expect
    .poll(() => tries.length, { timeout: 30_000 })
    .toBeGreaterThanOrEqual(3)
  expect((tries[2] ?? 0) - (tries[0] ?? 0)).toBeGreaterThan(4000)
  await press(page, 'Send request')
  const unsent = page.getByText(
    'The request wasn’t sent. Send it again once it is saved.',
  )
  await expect(unsent).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await press(page, 'Send request', 'SLV request was successfully sent')
  await expect(unsent).toHaveCount(0)
  const saved = await get(seller, `/api/v1/proxy-loan/${id}/detailed`)
  expect(saved.city).toBe('Eureka')
})
