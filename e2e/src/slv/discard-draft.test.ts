import { decide, get } from '../lib/calls.ts'
import { press } from '../lib/page.ts'
import { expectAccessible, narrow, wide } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

test('an approval stays in effect until a resubmission is sent', async ({
  seller: { page },
  underwriter,
  slvInReview: slv,
}) => {
  const { id } = slv
  await decide(underwriter, slv, {
    decision: 'APPROVED',
    decisionComment: 'Subject to clear title',
  })

  const dialog = page.getByRole('dialog')
  const main = page.getByRole('main')
  await page.goto(`/slv/review-request/${id}`)
  await press(page, 'Resubmit')
  await expect(dialog).toContainText(
    '(Approved) stays in effect until you send the new round',
  )
  await press(dialog, 'Open a new round', 'Resubmit draft successfully')
  await expect(
    main.getByText('Approved (Draft Resubmission)').first(),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Report' })).toBeVisible()
  await expectAccessible(page, 'main')
  const decision = main.getByRole('region', { name: 'Decision' })
  await expect(decision).toContainText('Subject to clear title')
  const [outcome, form] = [
    await decision.boundingBox(),
    await page.getByLabel('City').boundingBox(),
  ]
  expect(outcome?.y).toBeLessThan(form?.y ?? 0)
  for (const viewport of [narrow, wide]) {
    await page.setViewportSize(viewport)
    await page.evaluate(() => document.querySelector('main')?.scrollTo(0, 0))
    await expect(decision.getByText('Subject to clear title')).toBeInViewport({
      ratio: 1,
    })
  }

  await page.getByLabel('City').fill('Visalia')
  await page.getByLabel('ZIP Code').fill('78')
  await press(page, 'Discard draft')
  await expect(dialog).toContainText('(Approved) stays in effect')
  await press(dialog, 'Discard draft', 'Draft was successfully discarded')
  await expect(page.getByRole('button', { name: 'Resubmit' })).toBeVisible()
  await expect(decision).toContainText('Subject to clear title')
  await page.reload()
  await expect(main).not.toContainText('Visalia')
  const { items } = await get(underwriter, '/api/v1/notifications')
  expect(items).toContainEqual(
    expect.objectContaining({ action: 'DRAFT_DISCARDED', entityId: id }),
  )

  await press(page, 'Resubmit')
  await press(dialog, 'Open a new round', 'Resubmit draft successfully')
  await expect(page.getByLabel('City')).toHaveValue(slv.city ?? '')
  await expect(page.getByLabel('ZIP Code')).toHaveValue(slv.zip ?? '')
})

test('a seller deletes a draft that was never sent', async ({
  seller,
  draft: { id },
}) => {
  const { page } = seller
  const dialog = page.getByRole('dialog')
  await page.goto(`/slv/review-request/${id}`)
  await press(page, 'Discard draft')
  await expect(dialog).toContainText('permanently deletes it')
  // The response is lost, so the page tries again, and the draft is already
  // gone.
  await page.route(
    '**/discard-draft',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await press(dialog, 'Discard draft', 'Draft was successfully discarded')
  await expect(page).toHaveURL(/\/slv(\?.*)?$/)
  expect((await seller.request.get(`/api/v1/proxy-loan/${id}`)).status()).toBe(
    404,
  )
})
