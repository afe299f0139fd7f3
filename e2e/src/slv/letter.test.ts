import { civil } from '@portal/contract/sla/calendar'
import { decide, post } from '../lib/calls.ts'
import { download, scanPdf } from '../lib/files.ts'
import { press } from '../lib/page.ts'
import { expectSound } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

const approval = { decision: 'APPROVED', priceAdjustment: -25 } as const

test('anyone who has a letter sees that it is current, withdrawn and replaced, and nothing else', async ({
  seller,
  underwriter,
  slvInReview: slv,
  browser,
  baseURL,
}) => {
  await decide(underwriter, slv, approval, 'Strong reserves')
  await seller.page.goto(`/slv/review-request/${slv.id}`)
  const link = seller.page.getByRole('link', { name: /^Letter \w{4}-/ })
  await expect(link).toBeVisible()
  await expect(
    seller.page.getByRole('button', { name: 'Letter (PDF)' }),
  ).toBeVisible()
  const path = (await link.getAttribute('href')) ?? ''

  // Signed out, with the code as someone types it from paper.
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await page.goto('/verify')
  const code = path.slice('/verify/'.length)
  await page
    .getByLabel('Code of the letter')
    .fill(code.toLowerCase().replaceAll('-', ' '))
  await press(page, 'Verify')
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('This letter is current')
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await expect(page.getByText(code)).toBeVisible()
  await expect(page.locator('body')).not.toContainText(
    new RegExp(`${slv.buyerLoan}|${slv.borrowerLastName}|Approved|ACME`),
  )
  await expectSound(page)

  await post(
    underwriter,
    `/api/v1/proxy-loan/underwriter/${slv.id}/start-review-process`,
    { reopenReason: 'A new appraisal came' },
  )
  await page.reload()
  await expect(title).toHaveText('This letter is no longer in effect')
  await post(
    underwriter,
    `/api/v1/proxy-loan/underwriter/${slv.id}/make-final-decision`,
    approval,
  )
  await page.reload()
  await expect(title).toHaveText('This letter was replaced')
  await expectSound(page)

  await page.goto('/verify/0000-0000-0000-0000')
  await expect(title).toHaveText('No letter has this code')
  await expectSound(page)
  await context.close()

  // Also for people who are signed in.
  await seller.page.goto(path)
  await expect(seller.page.getByRole('heading', { level: 1 })).toHaveText(
    'This letter was replaced',
  )
})

test('the QR code on the printed letter leads to its verification', async ({
  seller: { page },
  underwriter,
  slvInReview: slv,
  browser,
}) => {
  await decide(underwriter, slv, approval, 'Strong reserves')
  await page.goto(`/slv/review-request/${slv.id}`)
  const link = page.getByRole('link', { name: /^Letter \w{4}-/ })
  const path = (await link.getAttribute('href')) ?? ''
  const { bytes } = await download(page, () => press(page, 'Letter (PDF)'))
  const scanned = (await scanPdf(bytes)) ?? ''
  expect(new URL(scanned).pathname).toBe(path)

  // As the camera opens it, signed out.
  const context = await browser.newContext()
  const opened = await context.newPage()
  await opened.goto(scanned)
  await expect(opened.getByRole('heading', { level: 1 })).toHaveText(
    'This letter is current',
  )
  await context.close()
})

test('an approval expires on an open page at midnight in New York, and is requested again', async ({
  seller,
  underwriter,
  slvInReview: slv,
}) => {
  const today = civil(new Date()).day
  await decide(underwriter, slv, { ...approval, goodUntil: today }, 'Fine')
  const { page } = seller
  await page.clock.install()
  await page.goto(`/slv/review-request/${slv.id}`)
  const decision = page.getByRole('region', { name: 'Decision' })
  await expect(decision).toContainText('last day')
  await expect(decision.getByRole('button', { name: 'Resubmit' })).toHaveCount(
    0,
  )

  await page.clock.fastForward('24:00:00')
  await expect(decision).toContainText('expired')
  await expect(decision).toContainText('Resubmit it to get a new decision.')
  await expect(page.getByText('Expired', { exact: true })).toBeVisible()
  await press(decision, 'Resubmit')
  await press(page.getByRole('dialog'), 'Open a new round')
  await expect(
    page.getByText('Round 2 is a draft', { exact: false }).first(),
  ).toBeVisible()
})

test('the underwriter sees until when an approval will be good, and chooses another day', async ({
  underwriter: { page },
  slvInReview: slv,
}) => {
  await page.goto(`/slv/manage-request/${slv.id}`)
  const bar = page.getByRole('region', { name: 'Decision' })
  await bar.getByRole('radio', { name: 'Approved' }).check()
  const day = bar.getByLabel(/^Good until/)
  await expect(day).toHaveValue(/^\d\d\/\d\d\/\d{4}$/)
  await expect(bar).toContainText(/Good until · \d+ days? left/)
  await day.fill('01/01/2020')
  await expect(bar).toContainText('Choose today or a later day')
  const [year, month, date] = civil(new Date()).day.split('-')
  await day.fill(`${month}/${date}/${year}`)
  await expect(bar).toContainText('Good until · last day')
})
