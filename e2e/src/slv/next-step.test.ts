import { BusinessDays } from '@portal/contract/sla/calendar'
import { get, post } from '../lib/calls.ts'
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

test('the day by which a draft would be decided moves on at the cutoff, while the page is open', async ({
  seller,
  draft: { id },
}) => {
  const { page } = seller
  const calendar = await get(seller, '/api/v1/work-calendar')
  const days = new BusinessDays(calendar)
  const tomorrow = days.ordinalAt(new Date()) + 1
  const endOfDay = days.getEnd(tomorrow).getTime()
  const shown = (ordinal: number) => {
    const [, month, day] = days.toDay(ordinal).split('-').map(Number)
    return `${month}/${day}, 5\u00a0PM\u00a0ET if you send it now`
  }
  const { targetDays } = calendar.targets.slvReview
  const [hours = 0, minutes = 0] = days.cutOff.split(':').map(Number)
  const beforeEndMs = (17 * 60 - hours * 60 - minutes) * 60_000
  await page.clock.install({ time: endOfDay - beforeEndMs - 60_000 })
  await page.goto(`/slv/review-request/${id}`)
  await expect(page.getByText(shown(tomorrow + targetDays))).toBeVisible()
  await page.clock.fastForward(120_000)
  await expect(page.getByText(shown(tomorrow + 1 + targetDays))).toBeVisible()
})
