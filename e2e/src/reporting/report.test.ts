import { failOnce } from '../lib/actions.ts'
import { decide } from '../lib/calls.ts'
import { download, pdfPages } from '../lib/files.ts'
import { mailAbout } from '../lib/mailbox.ts'
import { choose, press } from '../lib/page.ts'
import { accounts } from '../lib/people.ts'
import { expectAccessible, expectSound } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

test('the report of a decided SLV shows each person what they may see', async ({
  as,
  seller,
  underwriter,
  slvInReview: slv,
}) => {
  const decision = {
    decision: 'APPROVED',
    priceAdjustment: -12.5,
    decisionComment:
      'Subject to two months of statements. Иванов № 7, 王小明, สมชาย, כהן, 🏠',
    decisionCommentsInternal: 'CANARY-inner-word',
  } as const
  await decide(underwriter, slv, decision, 'Reserves carry it')
  const variance = slv.slvRequests[0]?.summary ?? 'no variance'

  const { page } = seller
  const { page: underwriterPage } = underwriter

  await test.step('the seller reads it', async () => {
    await page.goto(`/slv/review-request/${slv.id}`)
    await press(page, 'Report')
    await page.getByRole('menuitem', { name: 'View report' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      slv.buyerLoan ?? '',
    )
    await expect(page.getByRole('heading', { name: variance })).toBeVisible()
    await expect(page.getByText('−12.5 bps')).toBeVisible()
    await expectSound(page)
  })

  await test.step('the seller downloads it, without internal words', async () => {
    await failOnce(page, '**/api/v1/pdf-printer', 503, 'Try again')
    await press(
      page,
      'Download report',
      'Failed to download the report. Reason: Try again',
    )
    const { name, bytes } = await download(page, () =>
      press(page, 'Download report'),
    )
    expect(name).toBe('SLVReport.pdf')
    const pages = await pdfPages(bytes)
    const text = pages.join('\n')
    for (const words of [
      variance,
      'Approved',
      '−12.5 bps',
      'Subject to two months of statements',
      'Иванов № 7, 王小明, สมชาย',
      'Reserves carry it',
    ])
      expect(text.replaceAll('\n', ' ')).toContain(words)
    expect(pages[0]).toContain(`Page 1 of ${pages.length}`)
    expect(pages.at(-1)).toMatch(
      /Printed \d\d\/\d\d\/\d{4}, .* \(New York\) by/,
    )
    expect(text).not.toMatch(/CANARY|Internal|Recommendation|Download report/)
  })

  await test.step('the underwriter downloads it for themselves and for the seller', async () => {
    const downloadText = async (item: string) => {
      await press(underwriterPage, 'Report')
      const { bytes } = await download(underwriterPage, () =>
        underwriterPage.getByRole('menuitem', { name: item }).click(),
      )
      return (await pdfPages(bytes)).join('\n')
    }
    await underwriterPage.goto(`/slv/manage-request/${slv.id}`)
    const internal = await downloadText('Download report')
    expect(internal).toContain('CANARY-inner-word')
    expect(internal).toContain('Internal: do not share with the seller')
    const shared = await downloadText('Download for the seller')
    expect(shared).toContain('Subject to two months of statements')
    expect(shared).not.toMatch(/CANARY|Internal|Recommendation/)
  })

  await test.step('the seller downloads the whole file of the SLV', async () => {
    await page.goto(`/slv/review-request/${slv.id}`)
    await press(page, 'Report')
    const { name, bytes } = await download(page, () =>
      page.getByRole('menuitem', { name: 'Download file' }).click(),
    )
    expect(name).toBe('SLV.zip')
    // The names of files are not compressed.
    const names = bytes.toString('latin1')
    for (const entry of ['SLVReport.pdf', 'rounds/round-1.json', 'README.txt'])
      expect(names).toContain(entry)
    expect(names).not.toContain('history-hashes.json')
  })

  await test.step('the seller downloads the decision as MISMO', async () => {
    await page.goto(`/slv/review-request/${slv.id}`)
    await press(page, 'Report')
    const { bytes } = await download(page, () =>
      page.getByRole('menuitem', { name: 'Download MISMO' }).click(),
    )
    expect(bytes.toString()).toContain('<MESSAGE')
  })

  await test.step('a link to it is sent by email to people who may open the SLV', async () => {
    await page.goto(`/slv/review-request/${slv.id}`)
    await press(page, 'Report')
    await page.getByRole('menuitem', { name: 'Send report' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send report' })
    await choose(
      dialog,
      'Recipients',
      'Lindqvist',
      /^Anna Lindqvist \(Underwriter/,
    )
    await page.keyboard.press('Escape')
    await expectAccessible(page)

    await failOnce(page, '**/report/send', 500)
    await press(dialog, 'Send', 'Failed to send report')
    await press(dialog, 'Send', 'Report was sent successfully')
    await expect(dialog).toBeHidden()
    const { text } = await mailAbout(
      seller.request,
      accounts.underwriter,
      `SLV report for loan ${slv.buyerLoan} · Buyer`,
    )
    expect(text).toContain(`/decision/slv/report?proxyLoanId=${slv.id}`)
  })

  await test.step('a stranger can neither read nor print it', async () => {
    const { page: strangerPage, request, context } = await as('stranger')
    await strangerPage.goto(`/decision/slv/report?proxyLoanId=${slv.id}`)
    await expect(
      strangerPage.getByRole('heading', { name: 'Not found' }),
    ).toBeVisible()
    const refused = await request.post('/api/v1/pdf-printer', {
      data: { proxyLoanId: slv.id },
    })
    expect(refused.status()).toBe(404)

    await strangerPage.goto('/decision/slv/report')
    await expect(
      strangerPage.getByRole('heading', { name: 'No report chosen' }),
    ).toBeVisible()
    await context.clearCookies()
    await strangerPage.goto('/decision/slv/report')
    await expect(strangerPage).toHaveURL(/multi-factor-auth\?returnTo=/)
  })
})
