import type { BrowserContextOptions } from '@playwright/test'
import { expect, expectAccessible, inReview, press, says, test } from '../lib/story.ts'
import { bring, chooserIn } from './documents.ts'
import { pdfOf } from './sample-files.ts'

const looks: [string, BrowserContextOptions][] = [
  ['wide and light', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
  ['narrow and dark', { viewport: { width: 360, height: 780 }, colorScheme: 'dark' }],
]

for (const [look, options] of looks) {
  test(`an underwriter’s own files reach LoanDock, but not the seller, ${look}`, async ({ as, freshLoan }) => {
    const [seller, admin, underwriter] = [await as('seller'), await as('admin'), await as('underwriter', options)]
    const { id } = await inReview(seller, admin, underwriter, await freshLoan())
    await bring(seller, id, pdfOf('Rent roll.pdf', ['Rents']))
    const { page } = underwriter
    await page.goto(`/slv/manage-request/${id}?tab=documents`)
    const own = page.getByRole('region', { name: 'Underwriter documents' })
    await expect(own).toContainText("Only the buyer's staff can see these")
    await chooserIn(own).setInputFiles(pdfOf('Pricing sheet.pdf', ['Prices']))
    await says(page, 'Documents successfully added')
    const row = own.getByRole('listitem').filter({ hasText: 'Pricing sheet.pdf' })
    await expect(row).toContainText('LoanDock: Sent', { timeout: 30_000 })
    await press(page, 'Send again: Pricing sheet.pdf')
    await says(page, 'Document was successfully sent')
    await expectAccessible(page, 'main')
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(beyond, 'the page itself never scrolls sideways').toBeLessThanOrEqual(0)

    const listed = await (await seller.request.get(`/api/v1/proxy-loan/${id}/documents`)).text()
    expect(listed).toContain('Rent roll.pdf')
    expect(listed).not.toContain('Pricing sheet.pdf')

    await page.goto(`/slv/manage-request/${id}`)
    const actions = page.getByRole('button', { name: 'More', exact: true })
    if (options.viewport?.width === 360) {
      await actions.click()
      await page.getByRole('menuitem', { name: 'Request documents' }).click()
    } else await press(page, 'Request documents')
    await expect(page.getByRole('dialog', { name: 'Request documents' })).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
  })
}
