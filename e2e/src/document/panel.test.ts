import { takeAction } from '../lib/actions.ts'
import { expectToast, press } from '../lib/page.ts'
import { expectSound, narrow } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'
import { bring, chooserIn } from './documents.ts'
import { pdfOf } from './sample-files.ts'

test('an underwriter’s files reach LoanDock, not the seller', async ({
  seller,
  underwriter: { page },
  slvInReview: { id },
}) => {
  await bring(seller, id, pdfOf('Rent roll.pdf', ['Rents']))
  await page.goto(`/slv/manage-request/${id}?tab=documents`)
  await press(page, 'All documents')
  const own = page.getByRole('region', { name: 'Underwriter documents' })
  await expect(own).toContainText("Only the buyer's staff can see these")
  await chooserIn(own).setInputFiles(pdfOf('Pricing sheet.pdf', ['Prices']))
  await expectToast(page, 'Documents successfully added')
  const row = own.getByRole('listitem').filter({ hasText: 'Pricing sheet.pdf' })
  await expect(row).toContainText('LoanDock: Sent', { timeout: 30_000 })
  await press(
    page,
    'Send again: Pricing sheet.pdf',
    'Document was successfully sent',
  )
  await expectSound(page, 'main')

  const listed = await (
    await seller.request.get(`/api/v1/proxy-loan/${id}/documents`)
  ).text()
  expect(listed).toContain('Rent roll.pdf')
  expect(listed).not.toContain('Pricing sheet.pdf')

  await page.setViewportSize(narrow)
  await page.goto(`/slv/manage-request/${id}`)
  await takeAction(page, 'Request documents')
  await expect(
    page.getByRole('dialog', { name: 'Request documents' }),
  ).toBeVisible()
  await expectSound(page, '[role=dialog]')
})
