import { takeAction } from '../lib/actions.ts'
import { decide, get, profileOf } from '../lib/calls.ts'
import { choose, delayResponses, press } from '../lib/page.ts'
import { expect, test } from '../lib/story.ts'

test('reassigning several SLVs is all or none, and names the one that can’t be', async ({
  underwriter,
  chief,
  newSlvInReview,
}) => {
  const decided = await newSlvInReview()
  const open = [await newSlvInReview(), await newSlvInReview()]
  const underwriterOf = async (id: string): Promise<string> =>
    (await get(chief, `/api/v1/proxy-loan/${id}`)).underwriterName
  const before = await underwriterOf(decided.id)
  const me = await profileOf(chief)

  const { page } = chief
  await page.goto('/slv/department?status=REVIEW&sortBy=date&sortType=desc')
  for (const { buyerLoan } of [decided, ...open])
    await page.getByRole('checkbox', { name: `Select ${buyerLoan}` }).check()
  await expect(page.getByText('3 selected')).toBeVisible()
  await page
    .getByRole('searchbox', { name: /^Search by loan number/ })
    .fill(decided.buyerLoan ?? '')
  await expect(page.getByText('3 selected, 2 not on this page')).toBeVisible()
  await press(page, 'Reassign')
  await page.getByRole('menuitem', { name: 'Reassign underwriter' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('2 of the 3 are not on this page.')
  await dialog.getByRole('checkbox', { name: me.name }).check()
  const reassignAll = dialog.getByRole('button', { name: 'Reassign 3 SLVs' })
  await expect(reassignAll).toBeEnabled()

  // The page doesn't hear of the decision before it sends its own change.
  const releaseLists = await delayResponses(page, '**/api/v1/proxy-loans?*')
  const releasePlans = await delayResponses(page, '**/api/v1/assignments/plan')
  await decide(underwriter, decided, {
    decision: 'NOT_NEEDED',
    decisionComment: 'Within the guideline',
  })
  await reassignAll.click()
  releaseLists()
  releasePlans()
  await expect(dialog).toContainText(
    'Nothing was reassigned. These SLVs can’t be:',
  )
  await expect(dialog.getByRole('listitem')).toHaveText(
    new RegExp(`^${decided.buyerLoan}.*The SLV is now Not Needed`),
  )
  for (const { id } of [decided, ...open])
    expect(await underwriterOf(id)).toBe(before)

  await dialog.getByRole('button', { name: 'Leave it out' }).click()
  await press(dialog, 'Reassign 2 SLVs', `2 SLV(s) reassigned to ${me.name}`)
  for (const { id } of open) expect(await underwriterOf(id)).toBe(me.name)
  expect(await underwriterOf(decided.id)).toBe(before)
})

test('a seller with the permission reassigns a request', async ({
  seller,
  colleague,
  draft: slv,
}) => {
  const me = await profileOf(colleague)
  await colleague.page.goto(`/slv/review-request/${slv.id}`)
  await takeAction(colleague.page, 'Reassign seller')
  const dialog = colleague.page.getByRole('dialog')
  await choose(dialog, 'Seller', me.name, new RegExp(me.name))
  await press(dialog, 'Reassign', `1 SLV(s) reassigned to ${me.name}`)

  await seller.page.goto('/slv')
  await expect(seller.page.getByRole('table')).toBeVisible()
  await expect(seller.page.getByRole('checkbox')).toHaveCount(0)
})
