import { pdfPages, saved } from '../lib/files.ts'
import { mailAbout } from '../lib/mailbox.ts'
import { accounts, decide, expect, expectAccessible, expectSound, inReview, says, test } from '../lib/story.ts'

test('the report of a decided SLV is read, saved as a PDF and sent, with what each person may see', async ({
  as,
  freshLoan,
}) => {
  const [seller, admin, underwriter] = [await as('seller'), await as('admin'), await as('underwriter')]
  const slv = await inReview(seller, admin, underwriter, await freshLoan())
  const decision = {
    decision: 'APPROVED',
    priceAdjustment: -12.5,
    decisionComment: 'Subject to two months of statements',
    decisionCommentsInternal: 'CANARY-inner-word',
  } as const
  await decide(underwriter, slv, decision, 'Reserves carry it')
  const variance = slv.slvRequests[0]?.summary ?? 'no variance'

  const { page } = seller
  await page.goto(`/slv/review-request/${slv.id}`)
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  await page.getByRole('menuitem', { name: 'View report' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(slv.buyerLoan ?? '')
  await expect(page.getByRole('heading', { name: variance })).toBeVisible()
  await expect(page.getByText('−12.5 bps')).toBeVisible()
  await expectSound(page)

  const failure = { statusCode: 503, code: 'unavailable', error: 'Try again' }
  await page.route('**/api/v1/pdf-printer', (route) => route.fulfill({ status: 503, json: failure }))
  await page.getByRole('button', { name: 'Download report' }).click()
  await says(page, 'Failed to download the report. Reason: Try again')
  await page.unroute('**/api/v1/pdf-printer')

  const theirs = await saved(page, () => page.getByRole('button', { name: 'Download report' }).click())
  expect(theirs.name).toBe('SLVReport.pdf')
  const pages = await pdfPages(theirs.bytes)
  const text = pages.join('\n')
  for (const words of [variance, 'Approved', '−12.5 bps', 'Subject to two months of statements', 'Reserves carry it'])
    expect(text.replaceAll('\n', ' ')).toContain(words)
  expect(pages[0]).toContain(`Page 1 of ${pages.length}`)
  expect(pages.at(-1)).toMatch(/Printed \d\d\/\d\d\/\d{4}, .* \(New York\) by/)
  expect(text).not.toMatch(/CANARY|Internal|Recommendation|Download report/)

  const inside = underwriter.page
  await inside.goto(`/slv/manage-request/${slv.id}`)
  await inside.getByRole('button', { name: 'Report', exact: true }).click()
  const ours = await saved(inside, () => inside.getByRole('menuitem', { name: 'Download report' }).click())
  const inner = (await pdfPages(ours.bytes)).join('\n')
  expect(inner).toContain('CANARY-inner-word')
  expect(inner).toContain('Internal: not for the seller')

  await test.step('a link to it is sent by email to people who may open the SLV', async () => {
    await page.goto(`/slv/review-request/${slv.id}`)
    await page.getByRole('button', { name: 'Report', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Send report' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send report' })
    await dialog.getByRole('combobox', { name: 'Recipients' }).fill('Lindqvist')
    await page.getByRole('option', { name: /^Anna Lindqvist \(Underwriter/ }).click()
    await page.keyboard.press('Escape')
    await expectAccessible(page)

    await page.route('**/report/send', (route) => route.fulfill({ status: 500, json: {} }))
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await says(page, 'Failed to send report')
    await page.unroute('**/report/send')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await says(page, 'Report was sent successfully')
    await expect(dialog).toBeHidden()
    const { text } = await mailAbout(
      seller.request,
      accounts.underwriter,
      `SLV report for loan ${slv.buyerLoan} · Buyer`,
    )
    expect(text).toContain(`/decision/slv/report?proxyLoanId=${slv.id}`)
  })

  const { page: elsewhere, request, context } = await as('stranger')
  await elsewhere.goto(`/decision/slv/report?proxyLoanId=${slv.id}`)
  await expect(elsewhere.getByRole('heading', { name: 'Not found' })).toBeVisible()
  expect((await request.post('/api/v1/pdf-printer', { data: { proxyLoanId: slv.id } })).status()).toBe(404)

  await elsewhere.goto('/decision/slv/report')
  await expect(elsewhere.getByRole('heading', { name: 'No report chosen' })).toBeVisible()
  await context.clearCookies()
  await elsewhere.goto('/decision/slv/report')
  await expect(elsewhere).toHaveURL(/multi-factor-auth\?returnTo=/)
})
