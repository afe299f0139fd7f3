import { decide } from '../lib/calls.ts'
import { loanDockUrl } from '../lib/people.ts'
import { expectSound } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

test('after an approval, the score drops in LoanDock, and both sides see by how much', async ({
  seller,
  underwriter,
  slvInReview: slv,
}) => {
  const score = slv.creditScore ?? 0
  const approval = { decision: 'APPROVED', priceAdjustment: -25 } as const
  await decide(underwriter, slv, approval, 'Strong reserves')
  const changed = await underwriter.request.patch(
    `${loanDockUrl()}/loans/${slv.buyerLoan}`,
    { data: { creditScore: score - 12 } },
  )
  expect(changed.status()).toBe(200)

  for (const { page } of [seller, underwriter]) {
    await page.goto(`/slv/review-request/${slv.id}`)
    const note = page.getByLabel('Figures changed')
    await expect(note).toContainText(
      `FICO ${score - 12}, approved at ${score} (12 lower)`,
    )
    await expect(
      page.getByText('Figures changed', { exact: true }),
    ).toBeVisible()
    await expectSound(page)
  }

  const { page } = underwriter
  await page.goto('/slv?figuresChanged=true')
  const row = page.getByRole('row').filter({ hasText: slv.buyerLoan ?? '' })
  await expect(row).toContainText('Figures changed')
})
