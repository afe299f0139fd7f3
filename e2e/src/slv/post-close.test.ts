import type { Loan } from '@portal/contract/loan/model'
import { takeActionInDialog } from '../lib/actions.ts'
import { get, post } from '../lib/calls.ts'
import { press } from '../lib/page.ts'
import { loanDockUrl, type Someone } from '../lib/people.ts'
import { expect, test } from '../lib/story.ts'

/** The number of a closed loan of Birch that has no SLV yet. */
const findClosedLoan = async (someone: Someone): Promise<string> => {
  const { items }: { items: Loan[] } = await get(
    someone,
    `${loanDockUrl()}/loans?sellerCorrId=C1002&size=100`,
  )
  for (const { loanNumber, isClosed } of items) {
    if (!isClosed) continue
    const slvs = await get(
      someone,
      `/api/v1/loans/underwriter/check-loans/${loanNumber}`,
    )
    if (slvs.items.length === 0) return loanNumber
  }
  throw new Error('Birch has no closed loan without an SLV')
}

test('the creator of a post-close SLV needs a second pair of eyes to decide it', async ({
  underwriter,
  slr,
}) => {
  const loanNumber = await findClosedLoan(slr)

  const { page } = underwriter
  await page.goto('/slv')
  await press(page, 'New SLV')
  await page.getByRole('menuitem', { name: 'Create Post Close SLV' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Buyer Loan Number').fill(loanNumber)
  await expect(dialog.getByText('This loan has no SLV yet.')).toBeVisible()
  await dialog.getByLabel('Seller Error').check()
  await press(
    dialog,
    'Create Post Close SLV',
    'Post Close SLV was successfully created',
  )
  await expect(page).toHaveURL(/\/slv\/post-close-request\//)
  const id = page.url().split('/').at(-1) ?? ''

  await expect(
    page.getByText(
      'You created this post-close SLV. It needs an SLR recommendation before you can decide it.',
    ),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Decide' })).toBeDisabled()

  await takeActionInDialog(page, {
    action: 'Request SLR review',
    fields: { Comment: 'Created after closing' },
    submit: 'Request review',
    toast: 'SLR review was successfully requested',
  })
  await post(slr, `/api/v1/proxy-loan/underwriter/${id}/set-slr-review`)
  await post(slr, `/api/v1/proxy-loan/underwriter/${id}/set-slr-completed`, {
    slrRecommendedDecision: 'NOT_NEEDED',
    statusComment: 'Within the guide after all',
  })

  await page.reload()
  await page
    .getByLabel('Decision Subject To')
    .fill('Within the guide after all')
  await page
    .getByRole('region', { name: 'Decision' })
    .getByLabel('Not Needed')
    .check()
  await press(page, 'Decide')
  await press(
    page.getByRole('dialog'),
    'Make final',
    'Review was successfully completed',
  )
})
