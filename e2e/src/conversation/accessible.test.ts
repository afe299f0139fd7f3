import type { BrowserContextOptions } from '@playwright/test'
import { expect, expectAccessible, inReview, test } from '../lib/story.ts'

const looks: [string, BrowserContextOptions][] = [
  ['wide and light', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
  ['narrow and dark', { viewport: { width: 360, height: 780 }, colorScheme: 'dark' }],
]

for (const [look, options] of looks) {
  test(`a conversation is accessible, ${look}`, async ({ as, freshLoan }) => {
    const [seller, admin, underwriter] = [
      await as('seller', options),
      await as('admin'),
      await as('underwriter', options),
    ]
    const { id } = await inReview(seller, admin, underwriter, await freshLoan())
    for (const type of ['INTERNAL', 'EXTERNAL'])
      await underwriter.request.post('/api/v1/conversation-log/proxy-loan', {
        data: {
          proxyLoanId: id,
          type,
          message: `Words ${type}\nand a line that is rather-long-and-has-no-place-to-break-it-anywhere-at-all`,
        },
      })
    const { page } = underwriter
    await page.goto(`/slv/manage-request/${id}?tab=conversation`)
    await expect(page.getByRole('list', { name: 'Comments, newest first' }).getByRole('listitem')).toHaveCount(2)
    await expectAccessible(page, '#slv-side')
    await page.getByRole('textbox', { name: 'Internal comment' }).fill('Hello @')
    await expect(page.getByRole('listbox', { name: 'People to mention' })).toBeVisible()
    await expectAccessible(page, '#slv-side')
    await page.getByText('To seller', { exact: true }).first().click()
    await page.getByRole('textbox', { name: 'Comment to the seller' }).fill('Hello')
    await page.getByRole('button', { name: 'Edit comment' }).first().click()
    await expect(page.getByRole('form', { name: 'Edit comment' })).toBeVisible()
    await expectAccessible(page, '#slv-side')
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(beyond, 'the page itself never scrolls sideways').toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Delete comment' }).first().click()
    await expect(page.getByRole('dialog', { name: 'Delete comment?' })).toBeVisible()
    await expectAccessible(page, '[role=dialog]')

    await seller.page.goto(`/slv/review-request/${id}?tab=conversation`)
    await expect(seller.page.getByRole('list', { name: 'Comments, newest first' }).getByRole('listitem')).toHaveCount(1)
    await expectAccessible(seller.page, '#slv-side')
  })
}
