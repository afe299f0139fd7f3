import { signInAtLoanDock, ticketFor } from '../lib/people.ts'
import { expect, test } from '../lib/story.ts'

test('a user signs in with LoanDock, returns to their page, and signs out', async ({
  page,
}) => {
  await page.goto('/slv/department?sortBy=loanAmount')
  await expect(page).toHaveURL(/\/multi-factor-auth/)
  await signInAtLoanDock(page, 'chief')
  await expect(page).toHaveURL(/\/slv\/department\?.*sortBy=loanAmount/)
  await expect(page).not.toHaveURL(/loanDockId/)
  await expect(page.getByRole('table')).toBeVisible()

  // The sign-in page redirects people who are signed in.
  await page.goto('/multi-factor-auth')
  await expect(page).toHaveURL(/\/slv$/)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Underwriter/ })
    .click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/multi-factor-auth/)
  // Without a session the page makes no request that would be refused.
  const refused: string[] = []
  page.on(
    'response',
    (answer) => answer.status() === 401 && refused.push(answer.url()),
  )
  await page.goto('/multi-factor-auth')
  await expect(
    page.getByRole('link', { name: 'Continue with LoanDock' }),
  ).toBeVisible()
  expect(refused).toEqual([])
  await page.goto('/slv')
  await expect(page).toHaveURL(/\/multi-factor-auth/)
})

test('a ticket works once; then the log-in fails with a message', async ({
  page,
  request,
}) => {
  const ticket = await ticketFor(request, 'seller')
  expect(
    (
      await request.post('/api/v1/auth/log-in', {
        data: { loanDockId: ticket },
      })
    ).status(),
  ).toBe(200)
  await page.goto(`/multi-factor-auth?loanDockId=${ticket}`)
  await page.getByRole('button', { name: 'Use this ticket' }).click()
  await expect(page.getByText(/^Login failed/)).toBeVisible()
  await expect(page).not.toHaveURL(/loanDockId/)
})

test('a 403 logs the user out, and a reload stays on the sign-in page', async ({
  seller: { page, request },
}) => {
  await page.goto('/slv')
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
  // Only underwriters may read this, and the server says so.
  const forbidden = new URL('/api/v1/reporting/schedules', page.url()).href
  await page.route('**/api/v1/proxy-loans?*search=700*', (route) =>
    route.continue({ url: forbidden }),
  )
  await page
    .getByPlaceholder('Search by loan number, borrower, seller or owner')
    .fill('700')
  await expect(
    page.getByText('Your session has ended. Sign in again.'),
  ).toBeVisible()
  expect((await request.get('/api/v1/auth/profile')).status()).toBe(401)
  await page.reload()
  await expect(
    page.getByRole('link', { name: 'Continue with LoanDock' }),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/multi-factor-auth/)
})
