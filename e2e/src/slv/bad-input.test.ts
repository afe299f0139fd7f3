import { draftOf, expect, inReview, press, says, signInAtLoanDock, test } from '../lib/story.ts'

test('problems of a request are shown beside their fields and in a summary that links to them', async ({
  as,
  freshLoan,
}) => {
  const seller = await as('seller')
  const opened = await seller.request.post(`/api/v1/loans/check-loan/${(await freshLoan()).loanNumber}`)
  const { id } = await opened.json()
  const { page } = seller
  await page.goto(`/slv/review-request/${id}`)
  await page.getByLabel('Borrower Last Name').fill('')
  await page.getByRole('textbox', { name: /^FICO/ }).fill('900')
  await page.getByLabel('Zip').fill('12')
  await press(page, 'Send request')

  const summary = page.getByRole('region', { name: 'Fix these before you send the request' })
  await expect(summary).toContainText('FICO')
  await expect(summary).toContainText('Zip')
  await expect(summary).toContainText(/variance/i)
  await expect(page.getByText('No more than 850').first()).toBeVisible()
  await expect(page.getByText('5 or 9 digits').first()).toBeVisible()
  await summary.getByRole('link', { name: /Borrower Last Name/ }).click()
  await expect(page.getByLabel('Borrower Last Name')).toBeFocused()
  await expect(page.getByRole('textbox', { name: /^FICO/ })).toHaveValue('900')

  await page.reload()
  await expect(page.getByRole('textbox', { name: /^FICO/ })).toHaveValue('900')
})

test('a session that ends while typing loses nothing', async ({ as, freshLoan }) => {
  const seller = await as('seller')
  const { id } = await draftOf(seller, await freshLoan())
  const { page } = seller
  await page.goto(`/slv/review-request/${id}`)
  const name = page.getByLabel('Requestor Name')
  const loggedOut = Promise.withResolvers<void>()
  await page.route(`**/api/v1/proxy-loan/${id}`, async (route) => {
    if (route.request().method() === 'PATCH') await loggedOut.promise
    await route.continue()
  })
  await name.fill('Typed when the session ended')
  await seller.request.post('/api/v1/auth/log-out')
  loggedOut.resolve()
  await expect(page).toHaveURL(/\/multi-factor-auth/)
  await signInAtLoanDock(page, 'seller')
  await expect(page).toHaveURL(new RegExp(`/slv/review-request/${id}`))
  await expect(name).toHaveValue('Typed when the session ended')
  await expect
    .poll(async () => (await (await seller.request.get(`/api/v1/proxy-loan/${id}`)).json()).requestorName)
    .toBe('Typed when the session ended')
})

test('a save that lost a race shows both values, and saves the chosen one', async ({ as, freshLoan }) => {
  const [seller, admin, underwriter] = [await as('seller'), await as('admin'), await as('underwriter')]
  const { id } = await inReview(seller, admin, underwriter, await freshLoan())
  const { page } = underwriter
  await page.goto(`/slv/manage-request/${id}`)
  await page.getByLabel('City').fill('Mine')
  const other = await underwriter.request.patch(`/api/v1/proxy-loan/${id}`, { data: { city: 'Theirs', zip: '90001' } })
  expect(other.status()).toBe(200)
  await press(page, 'Save')
  const both = page.getByRole('group', { name: 'Two values for City' })
  await expect(both).toContainText('Mine')
  await expect(both).toContainText('Theirs')
  await expect(page.getByLabel('Zip')).toHaveValue('90001')
  await both.getByRole('button', { name: 'Keep yours' }).click()
  await press(page, 'Save')
  await says(page, 'SLV Form successfully updated')
  expect(await (await underwriter.request.get(`/api/v1/proxy-loan/${id}`)).json()).toMatchObject({
    city: 'Mine',
    zip: '90001',
  })
})

test('a loan number that LoanDock does not know gets no message; a failure does, and the form stays usable', async ({
  as,
  freshLoan,
}) => {
  const loan = await freshLoan()
  const { page } = await as('seller')
  await page.goto('/slv')
  await press(page, 'New request')
  const dialog = page.getByRole('dialog', { name: 'New request' })
  const number = dialog.getByLabel('Buyer Loan Number')
  const unknown = page.waitForResponse((answer) => answer.url().endsWith('/check-loan/0000000'))
  await number.fill('0000000')
  await unknown
  await expect(dialog.getByRole('status').first()).toHaveText('')
  await expect(page.getByText('Failed to check')).toHaveCount(0)

  // The page's own calls fail as they would with LoanDock down; the switch itself would fail every story beside this one.
  const failure = { statusCode: 502, code: 'loan_dock_failed', error: 'LoanDock cannot be reached' }
  await page.route('**/api/v1/loans/check-loan/*', (route) => route.fulfill({ status: 502, json: failure }))
  await number.fill(loan.loanNumber)
  await expect(page.getByText('Failed to check Buyer Loan Number. Reason: LoanDock cannot be reached')).toBeVisible()
  await page.unroute('**/api/v1/loans/check-loan/*')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByLabel(`Loan ${loan.loanNumber}`)).toBeVisible()
})

test('without a connection a draft keeps what was typed, retries every few seconds, and is saved once the connection is back', async ({
  as,
  freshLoan,
}) => {
  const seller = await as('seller')
  const { id } = await draftOf(seller, await freshLoan())
  const { page, context } = seller
  await page.goto(`/slv/review-request/${id}`)
  await expect(page.getByLabel('City')).not.toHaveValue('')
  const tries: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') tries.push(Date.now())
  })
  await context.setOffline(true)
  await page.getByLabel('City').fill('Eureka')
  await expect(page.getByText('Not saved — we keep trying')).toBeVisible()
  await expect(page.getByText('Can’t connect. Trying again…')).toBeVisible()
  await expect.poll(() => tries.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(3)
  expect((tries[2] ?? 0) - (tries[0] ?? 0)).toBeGreaterThan(4000)

  await context.setOffline(false)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const saved = await (await seller.request.get(`/api/v1/proxy-loan/${id}/detailed`)).json()
  expect(saved.city).toBe('Eureka')
})
