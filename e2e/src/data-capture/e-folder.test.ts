import { chooserIn, dropOn } from '../document/documents.ts'
import { csvOf } from '../document/sample-files.ts'
import { download, workbookOf } from '../lib/files.ts'
import { expectToast, press } from '../lib/page.ts'
import { newReviewer, signInByMail } from '../lib/reviewer.ts'
import { expectSound } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'
import { createTdoc, loanOf, newMark, rowOf, tdocNow } from '../tdoc/tdocs.ts'

test('a reviewer’s file is applied to Tdocs, and its rejects can be downloaded', async ({
  page,
  admin,
  underwriter,
}) => {
  const vendorName = `Vendor ${newMark()}`
  const email = await newReviewer(admin, vendorName)
  const mark = newMark()
  const tdoc = await createTdoc(
    underwriter,
    await loanOf(underwriter, 'ACTIVE'),
    { mark, vendorName },
  )
  const header = [
    'Loan Number',
    'Image File Name',
    'Response',
    'Estimated Date',
    'Comment',
  ]
  const right = [
    tdoc.buyerLoanNumber,
    tdoc.imageFileName,
    'Not Reviewed',
    '03/01/2027',
    'Page two is missing',
  ]
  const wrong = [tdoc.buyerLoanNumber, `${mark} other.pdf`, 'Received', '', '']

  await signInByMail(page, admin.request, email)
  await page.getByRole('link', { name: 'eFolder' }).click()
  await expect(page).toHaveURL('/e-folder')
  await expect(page.getByText('No uploads yet')).toBeVisible()
  await expectSound(page)

  await test.step('the templates have the columns', async () => {
    const csv = await download(page, () =>
      page.getByRole('link', { name: 'CSV template' }).click(),
    )
    expect(csv.bytes.toString('utf8')).toContain('Image File Name')
    const excel = await download(page, () =>
      page.getByRole('link', { name: 'Excel template' }).click(),
    )
    expect((await workbookOf(excel.bytes)).head).toEqual(header)
  })

  await test.step('a file that is not a table is refused', async () => {
    await chooserIn(page).setInputFiles({
      name: 'Notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Notes'),
    })
    await expect(page.getByRole('alert')).toContainText('Notes.txt')
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await expect(page.getByText('No uploads yet')).toBeVisible()
  })

  await test.step('a failed upload is retried', async () => {
    const endpoint = '**/api/v1/data-capture-tpr/upload-file?*'
    await page.route(endpoint, (route) => route.abort('connectionreset'))
    await dropOn(page, page.locator('[data-upload-area]'), [
      csvOf('Answers.csv', [header, right, wrong]),
    ])
    await expect(page.getByRole('alert')).toContainText(
      '"Answers.csv". Failed to upload, please try again.',
    )
    await page.unroute(endpoint)
    await press(page, 'Try again', '"Answers.csv". 1 of 2 rows applied')
  })

  const row = page.getByRole('row').filter({ hasText: 'Answers.csv' })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Partly applied')
  await expect(row.getByRole('cell').nth(2)).toHaveText('2')
  await expect(row.getByRole('cell').nth(3)).toHaveText('1')
  const rejects = await download(page, () =>
    row.getByRole('link', { name: /^1 · Download .* Answers.csv$/ }).click(),
  )
  expect(rejects.name).toBe('Answers rejects.xlsx')
  expect(await workbookOf(rejects.bytes)).toMatchObject({
    head: [...header, 'Row', 'Reason'],
    rows: [
      {
        'Image File Name': `${mark} other.pdf`,
        Reason: 'Your company has no Tdoc with this image file name',
      },
    ],
  })
  await test.step('the same rows create the unknown Tdoc once the reviewer asks for it', async () => {
    await page
      .getByRole('checkbox', {
        name: 'Create a Tdoc for each new image file name',
      })
      .check()
    await chooserIn(page).setInputFiles(csvOf('New.csv', [header, wrong]))
    await expectToast(page, 'New.csv Processed successfully.')
  })
  await expectSound(page)

  expect(await tdocNow(underwriter, tdoc.id)).toMatchObject({
    tprResponse: 'NOT_REVIEWED',
    tprEstimatedDateOfReview: '2027-03-01',
  })
  await page.goto(
    `/condition-manager?filterBy=status&filterByValue=ALL&search=${mark}`,
  )
  await expect(rowOf(page, tdoc)).toContainText('Not Reviewed')
})
