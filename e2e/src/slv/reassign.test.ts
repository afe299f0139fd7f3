import { decide, draftOf, expect, inReview, press, says, test } from '../lib/story.ts'

test('reassigning several SLVs at once is all or none, and names the SLV that can’t be reassigned', async ({
  as,
  freshLoan,
}) => {
  const [seller, admin, underwriter, chief] = [
    await as('seller'),
    await as('admin'),
    await as('underwriter'),
    await as('chief'),
  ]
  const decided = await inReview(seller, admin, underwriter, await freshLoan())
  const open = [
    await inReview(seller, admin, underwriter, await freshLoan()),
    await inReview(seller, admin, underwriter, await freshLoan()),
  ]
  const underwriterOf = async (id: string): Promise<string> =>
    (await (await chief.request.get(`/api/v1/proxy-loan/${id}`)).json()).underwriterName
  const before = await underwriterOf(decided.id)
  const me = await (await chief.request.get('/api/v1/auth/profile')).json()

  const { page } = chief
  await page.goto('/slv/department?status=REVIEW&sortBy=date&sortType=desc')
  for (const { buyerLoan } of [decided, ...open])
    await page.getByRole('checkbox', { name: `Select ${buyerLoan}` }).check()
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.getByRole('searchbox', { name: /^Search by loan number/ }).fill(decided.buyerLoan ?? '')
  await expect(page.getByText('3 selected, 2 not on this page')).toBeVisible()
  await press(page, 'Reassign')
  await page.getByRole('menuitem', { name: 'Reassign underwriter' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('2 of the 3 are not on this page.')
  await dialog.getByRole('combobox', { name: 'Underwriter' }).fill(me.name)
  await page.getByRole('option', { name: me.name }).click()

  await decide(underwriter, decided, { decision: 'NOT_NEEDED', decisionComment: 'Within the guideline' })
  await dialog.getByRole('button', { name: 'Reassign 3 SLVs' }).click()
  await expect(dialog).toContainText('Nothing was reassigned. These SLVs can’t be:')
  await expect(dialog.getByRole('listitem')).toHaveText(new RegExp(`^${decided.buyerLoan}.*The SLV is now Not Needed`))
  for (const { id } of [decided, ...open]) expect(await underwriterOf(id)).toBe(before)

  await dialog.getByRole('button', { name: 'Leave it out' }).click()
  await dialog.getByRole('button', { name: 'Reassign 2 SLVs' }).click()
  await says(page, `2 SLV(s) reassigned to ${me.name}`)
  for (const { id } of open) expect(await underwriterOf(id)).toBe(me.name)
  expect(await underwriterOf(decided.id)).toBe(before)
})

test('a seller with the permission reassigns a request; one without it can’t', async ({ as, freshLoan }) => {
  const [seller, colleague] = [await as('seller'), await as('colleague')]
  const slv = await draftOf(seller, await freshLoan())
  const me = await (await colleague.request.get('/api/v1/auth/profile')).json()
  await colleague.page.goto(`/slv/review-request/${slv.id}`)
  await press(colleague.page, 'Reassign')
  await colleague.page.getByRole('menuitem', { name: 'Reassign seller' }).click()
  const dialog = colleague.page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Seller' }).fill(me.name)
  await colleague.page.getByRole('option', { name: new RegExp(me.name) }).click()
  await dialog.getByRole('button', { name: 'Reassign' }).click()
  await says(colleague.page, `1 SLV(s) reassigned to ${me.name}`)

  await seller.page.goto('/slv')
  await expect(seller.page.getByRole('table')).toBeVisible()
  await expect(seller.page.getByRole('checkbox')).toHaveCount(0)
})
