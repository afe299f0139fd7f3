import { draftOf, expect, inReview, press, test } from '../lib/story.ts'

test('a chief reassigns several SLVs at once; one that cannot be is named and nothing is done', async ({
  as,
  freshLoan,
}) => {
  const [seller, admin, underwriter, chief] = [
    await as('seller'),
    await as('admin'),
    await as('underwriter'),
    await as('chief'),
  ]
  const slvs = [
    await inReview(seller, admin, underwriter, await freshLoan()),
    await inReview(seller, admin, underwriter, await freshLoan()),
  ]
  const me = await (await chief.request.get('/api/v1/auth/profile')).json()
  const { page } = chief
  await page.goto(`/slv/department?status=REVIEW&sortBy=date&sortType=desc`)
  for (const { buyerLoan } of slvs) await page.getByRole('checkbox', { name: new RegExp(buyerLoan ?? '') }).check()
  await press(page, 'Reassign underwriter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Reassign to' }).fill(me.name)
  await page.getByRole('option', { name: me.name }).click()
  await dialog.getByRole('button', { name: 'Reassign 2 SLVs' }).click()
  await expect(page.getByText(`2 SLV(s) reassigned to ${me.name}`)).toBeVisible()
  for (const { id } of slvs)
    expect(await (await chief.request.get(`/api/v1/proxy-loan/${id}`)).json()).toMatchObject({
      underwriterName: me.name,
    })
})

test('a seller with the right hands a request to a colleague; one without it has no such button', async ({
  as,
  freshLoan,
}) => {
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
  await expect(colleague.page.getByText(`1 SLV(s) reassigned to ${me.name}`)).toBeVisible()

  await seller.page.goto('/slv')
  await expect(seller.page.getByRole('table')).toBeVisible()
  await expect(seller.page.getByRole('checkbox')).toHaveCount(0)
})
