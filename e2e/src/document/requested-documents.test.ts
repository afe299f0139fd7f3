import { choose, expectToast, press, toastRegion } from '../lib/page.ts'
import { expectAccessible } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'
import { areaIn, chooserIn, dropOn } from './documents.ts'
import { pdfOf } from './sample-files.ts'

test('the seller answers requested documents with files, files already sent and reasons, and sends them together', async ({
  seller,
  underwriter,
  slvInReview: { id, buyerLoan },
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
    await dialog.getByRole('button', { name: 'Add a document' }).click()
    await dialog
      .getByRole('combobox', { name: 'Document 3', exact: true })
      .fill('Tax transcript')
    await expectAccessible(page, '[role=dialog]')
    await press(
      dialog,
      'Request documents',
      'Pending Documents were successfully requested',
    )
    await press(page, 'All documents')
    await expect(page.getByRole('tabpanel')).toContainText(
      `3 of 3 still missing: ${statements}; Photo of the kitchen; Tax transcript.`,
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
      page.getByText(
        '2 of 3 still missing: Photo of the kitchen; Tax transcript.',
      ),
    ).toBeVisible()
    await expect(
      page.getByRole('button', { name: 'Send to the underwriter' }),
    ).toBeDisabled()
  })

  await test.step('they name a file that they already sent', async () => {
    const { page } = seller
    const card = page.getByRole('listitem', { name: 'Photo of the kitchen' })
    await press(card, 'Already sent: Photo of the kitchen')
    await choose(
      card,
      'Which document has “Photo of the kitchen”?',
      'State',
      'Statement.pdf',
    )
    await press(card, 'Save answer', 'Answer was saved')
    await expect(card).toContainText('Answered')
    await expect(card).toContainText('Already sent:Statement.pdf')
  })

  await test.step('a reason typed while offline is kept, also after a reload', async () => {
    const { page, context } = seller
    const card = page.getByRole('listitem', { name: 'Tax transcript' })
    const reason = page.getByLabel('Why can’t you provide “Tax transcript”?')
    await press(card, 'Can’t provide: Tax transcript')
    await context.setOffline(true)
    await reason.fill('The IRS sends it in 3 weeks')
    await press(card, 'Save answer', 'Failed to save the answer')
    await expect(reason).toHaveValue('The IRS sends it in 3 weeks')
    await context.setOffline(false)
    await page.reload()
    await expect(reason).toHaveValue('The IRS sends it in 3 weeks')
    await press(card, 'Save answer', 'Answer was saved')
    await expect(card).toContainText(
      'Can’t provide: The IRS sends it in 3 weeks',
    )
  })

  await test.step('they withdraw the reason, and take that back', async () => {
    const { page } = seller
    const card = page.getByRole('listitem', { name: 'Tax transcript' })
    await press(card, 'Withdraw my answer: Tax transcript')
    await expect(card).toContainText('Missing')
    await expect(card).not.toContainText('The IRS sends it')
    await press(toastRegion(page), 'Undo', 'Answer was saved')
    await expect(card).toContainText(
      'Can’t provide: The IRS sends it in 3 weeks',
    )
  })

  await test.step('the list says that they are only to be sent', async () => {
    const { page } = seller
    await page.goto(`/slv?search=${buyerLoan}&needsYou=true`)
    await page
      .getByRole('link', { name: `Send answered documents ${buyerLoan}` })
      .click()
    await expect(
      page.getByText(/^Please send the answered documents by /),
    ).toBeVisible()
    await expect(
      page.getByText('They haven’t been sent to the underwriter yet.'),
    ).toBeInViewport()
  })

  await test.step('they read what is sent, and send it', async () => {
    const { page } = seller
    await expect(
      page.getByText(
        'gets 1 new file, 1 document that you already sent, and 1 reason why you can’t provide a document.',
      ),
    ).toBeVisible()
    await expectAccessible(page)
    await press(page, 'Send to the underwriter')
    await expect(
      page.getByRole('main').getByText('Documents Sent').first(),
    ).toBeVisible()
    // The button that had the focus is gone.
    await expect(
      page.getByRole('heading', { name: 'Documents sent', exact: true }),
    ).toBeFocused()
  })

  await test.step('the underwriter accepts the reason and can request the photo again', async () => {
    const { page } = underwriter
    await page.reload()
    await press(
      page,
      'Accept the answer: Tax transcript',
      'Answer was accepted',
    )
    const card = page.getByRole('listitem', { name: 'Tax transcript' })
    await expect(card).toContainText('Accepted')
    await press(page, 'Start review', 'Review was successfully started')
    await press(page, 'Request documents')
    const dialog = page.getByRole('dialog', { name: 'Request documents' })
    await press(dialog, 'Request again: Photo of the kitchen')
    await expect(
      dialog.getByRole('combobox', { name: 'Document 1', exact: true }),
    ).toHaveValue('Photo of the kitchen')
    await press(
      dialog,
      'Request documents',
      'Pending Documents were successfully requested',
    )
  })

  await test.step('the underwriter reminds the seller once, and then goes on without the photo', async () => {
    const { page } = underwriter
    const dialog = page.getByRole('dialog')
    await press(page, 'Remind seller')
    await press(dialog, 'Remind seller', 'Seller was successfully reminded')
    await press(page, 'Remind seller')
    await expect(dialog).toContainText('The last reminder was sent on')
    await press(dialog, 'Remind seller', 'Failed to remind the seller')
    await press(dialog, 'Cancel')

    await press(page, 'Actions')
    await page
      .getByRole('menuitem', { name: 'Continue without documents' })
      .click()
    await expect(dialog).toContainText(
      'No longer requested: Photo of the kitchen.',
    )
    await dialog
      .getByLabel('Why are you continuing without them?')
      .fill('The appraisal shows the kitchen')
    await expectAccessible(page, '[role=dialog]')
    await press(
      dialog,
      'Continue the review',
      'Review was successfully resumed',
    )
    await expect(
      page.getByRole('listitem', { name: 'Photo of the kitchen' }).last(),
    ).toContainText('No longer needed')
  })

  await test.step('the underwriter views the pages', async () => {
    const { page, context } = underwriter
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
