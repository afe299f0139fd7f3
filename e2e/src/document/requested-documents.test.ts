import { choose, expectToast, press } from '../lib/page.ts'
import { expectAccessible } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'
import { areaIn, chooserIn, dropOn } from './documents.ts'
import { pdfOf, pngOf } from './sample-files.ts'

test('requested documents hand the request back once all are uploaded', async ({
  seller,
  underwriter,
  slvInReview: { id },
}) => {
  const statements = 'Bank statements, last 12 months'

  await test.step('the underwriter requests them, with a note and an example', async () => {
    const { page } = underwriter
    await page.goto(`/slv/manage-request/${id}?tab=documents`)
    await press(page, 'Request documents')
    const dialog = page.getByRole('dialog', { name: 'Request documents' })
    await choose(dialog, 'Document 1', 'bank', statements)
    await dialog
      .getByLabel('Note on document 1')
      .fill('All pages, also the empty ones')
    await chooserIn(dialog).setInputFiles(
      pdfOf('Example of a statement.pdf', ['How a statement looks']),
    )
    await expect(
      dialog.getByRole('combobox', { name: 'Example for document 1' }),
    ).toHaveValue('Example of a statement.pdf')
    await dialog.getByRole('button', { name: 'Add a document' }).click()
    await dialog
      .getByRole('combobox', { name: 'Document 2', exact: true })
      .fill('Photo of the kitchen')
    await expectAccessible(page, '[role=dialog]')
    await press(
      dialog,
      'Request documents',
      'Pending Documents were successfully requested',
    )
    await press(page, 'All documents')
    await expect(page.getByRole('tabpanel')).toContainText(
      `2 of 2 still missing: ${statements}; Photo of the kitchen.`,
    )
  })

  await test.step('the seller reads the note, opens the example and drops the first file', async () => {
    const { page, context } = seller
    await page.goto(`/slv/review-request/${id}`)
    const card = page.getByRole('listitem', { name: statements })
    await expect(card).toContainText('All pages, also the empty ones')
    const [example] = await Promise.all([
      context.waitForEvent('page'),
      card.getByRole('link', { name: 'Example of a statement.pdf' }).click(),
    ])
    await expect(example.getByText('How a statement looks')).toBeVisible()
    await example.close()

    await dropOn(page, areaIn(card), [
      pdfOf('Statement.pdf', ['First month', 'Second month', 'Third month']),
    ])
    await expectToast(page, 'Documents successfully added')
    await expect(card).toContainText('Received')
    await expect(
      page.getByText('1 of 2 still missing: Photo of the kitchen.'),
    ).toBeVisible()
  })

  await test.step('the last file hands the request back', async () => {
    const { page } = seller
    const card = page.getByRole('listitem', { name: 'Photo of the kitchen' })
    await chooserIn(card).setInputFiles(pngOf('Kitchen.png'))
    await expect(
      page.getByText(
        'All documents are uploaded. The request is back with the underwriter.',
      ),
    ).toBeVisible()
    await expect(
      page.getByRole('main').getByText('Documents Sent').first(),
    ).toBeVisible()
    // The button that had the focus is gone.
    await expect(
      page.getByRole('heading', { name: 'Documents sent', exact: true }),
    ).toBeFocused()
  })

  await test.step('the underwriter views the pages', async () => {
    const { page, context } = underwriter
    await page.reload()
    await expect(
      page.getByRole('main').getByText('Documents Sent').first(),
    ).toBeVisible()
    const list = page.getByRole('list', { name: "Seller's documents" })
    await expect(list.getByText(`For: ${statements}`)).toBeVisible()
    const [preview] = await Promise.all([
      context.waitForEvent('page'),
      list.getByRole('link', { name: 'Statement.pdf', exact: true }).click(),
    ])
    await expect(
      preview.getByRole('heading', { level: 1, name: 'Statement.pdf' }),
    ).toBeVisible()
    await expect(preview.getByText('First month')).toBeInViewport()
    const level = preview.getByLabel('Zoom level')
    const before = await level.textContent()
    await press(preview, 'Zoom in')
    await expect(level).not.toHaveText(before ?? '')
    await press(preview, 'Next page')
    await expect(preview.getByLabel('Page', { exact: true })).toHaveValue('2')
    await expect(preview.getByText('Second month')).toBeInViewport()
    await preview.close()
  })
})
