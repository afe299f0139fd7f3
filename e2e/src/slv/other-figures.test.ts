import { decide } from '../lib/calls.ts'
import { narrow, wide } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

test('an approval at another LTV says what was requested, on a desk and on a phone', async ({
  seller,
  underwriter,
  slvInReview: slv,
}) => {
  const decidedLtv = (slv.ltv ?? 0) - 2.8
  await decide(underwriter, slv, {
    decision: 'APPROVED',
    decisionLtv: Number(decidedLtv.toFixed(2)),
    priceAdjustment: 0,
  })

  const texts = [decidedLtv, slv.ltv ?? 0].map((ltv) => ltv.toFixed(2))
  const sentence = `LTV ${texts[0]}% (requested ${texts[1]}%)`
  const { page } = seller
  for (const size of [wide, narrow])
    await test.step(`the seller reads it at ${size.width} px`, async () => {
      await page.setViewportSize(size)
      await page.goto(`/slv/review-request/${slv.id}`)
      const decision = page.getByRole('region', {
        name: 'Decision',
        exact: true,
      })
      await expect(decision.getByText(sentence).first()).toBeInViewport()
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - innerWidth,
      )
      expect(sideways).toBeLessThanOrEqual(0)
    })
})
