import { post } from '../lib/calls.ts'
import { expect, test } from '../lib/story.ts'

test('a seller’s list says when the buyer acts, and begins with what needs them', async ({
  seller: { page },
  underwriter,
  newSlvInReview,
}) => {
  const { id, buyerLoan } = await newSlvInReview()
  const expectedBy = /Expected by \w{3} \d+\/\d+, 5\sPM\sET/
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: `${buyerLoan}` }) })
  await page.goto(`/slv?search=${buyerLoan}`)
  await expect(row).toContainText(expectedBy)
  await expect(
    page.getByRole('rowheader', { name: 'Waiting on Buyer' }),
  ).toBeVisible()

  await post(underwriter, '/api/v1/conversation-log/proxy-loan', {
    proxyLoanId: id,
    type: 'EXTERNAL',
    message: 'Is the second lien paid off at closing?',
  })
  // The open list reads it again by itself.
  await expect(page.getByRole('rowheader', { name: 'Needs you' })).toBeVisible({
    timeout: 15_000,
  })
  await row.getByRole('link', { name: `Answer ${buyerLoan}` }).click()
  await expect(page.getByRole('main')).toContainText(expectedBy)
  await expect(
    page.getByText('Is the second lien paid off at closing?'),
  ).toBeInViewport()
})
