import { decide, expect, expectSound, inReview, narrow, press, test } from '../lib/story.ts'

test('a resubmitted SLV shows what changed since the round before', async ({ as, freshLoan }) => {
  const [seller, admin, underwriter] = [await as('seller'), await as('admin'), await as('underwriter')]
  const slv = await inReview(seller, admin, underwriter, await freshLoan())
  const { id, slvRequests } = slv
  const own = `/api/v1/proxy-loan/${id}`
  const done = async (answer: Promise<{ status: () => number }>) => expect((await answer).status()).toBe(200)
  const first = slvRequests[0]
  if (!first) throw new Error('The request has no variance')

  await decide(underwriter, slv, { decision: 'DECLINED', decisionComment: 'Too far from the guideline' })
  await done(seller.request.post(`${own}/set-draft-resubmitted`))
  await done(seller.request.patch(own, { data: { loanAmount: 401_017, city: 'Visalia' } }))
  await done(
    seller.request.patch(`${own}/slv-request/${first.id}`, { data: { guidelineValue: 700, actualValue: 697 } }),
  )
  await done(
    seller.request.post(`${own}/slv-request`, {
      data: { reason: 'Housing History', justification: 'One late payment, explained' },
    }),
  )
  const file = { name: 'Payment history.txt', mimeType: 'text/plain', buffer: Buffer.from('Paid in full') }
  await done(seller.request.post(`${own}/documents`, { multipart: { file } }))
  await done(seller.request.post(`${own}/set-resubmitted`))

  const { page } = underwriter
  const changes = page.getByRole('region', { name: 'What changed since round 1' })
  await page.goto(`/slv/manage-request/${id}`)
  await expect(changes).toContainText('5 changes')
  await expect(changes.getByRole('listitem').filter({ hasText: 'Loan Amount' })).toContainText('$401,017')
  await expect(changes.getByRole('listitem').filter({ hasText: 'City' })).toContainText('Visalia')
  await expect(changes.getByRole('listitem').filter({ hasText: 'Changed:' })).toContainText(
    'FICO 697 against ≥ 700: −3 points',
  )
  await expect(changes.getByRole('listitem').filter({ hasText: 'Added:' })).toContainText('Housing History')
  await expect(changes.getByRole('link', { name: 'Payment history.txt' })).toBeVisible()
  await expect(changes).not.toContainText('Too far from the guideline')
  await expectSound(page)

  await test.step('it stays collapsed', async () => {
    await changes.getByRole('button').first().click()
    await expect(changes).not.toContainText('Visalia')
    await page.reload()
    await expect(changes).toContainText('5 changes')
    await expect(changes).not.toContainText('Visalia')
  })

  await test.step('the seller sees it too, on a phone', async () => {
    const phone = await as('seller', { viewport: narrow })
    await phone.page.goto(`/slv/review-request/${id}`)
    await expect(phone.page.getByRole('region', { name: 'What changed since round 1' })).toContainText('Visalia')
    await press(phone.page, 'Decision and history')
    await expectSound(phone.page, 'main')
  })
})
