import { chooserIn, dropOn } from '../document/documents.ts'
import { csvOf } from '../document/sample-files.ts'
import { post } from '../lib/calls.ts'
import { download, workbookOf } from '../lib/files.ts'
import { expectToast } from '../lib/page.ts'
import { newReviewer, signInByMail } from '../lib/reviewer.ts'
import { expectSound } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'
import { createTdoc, loanOf, newMark, tdocNow } from '../tdoc/tdocs.ts'

const header = [
  'Loan Number',
  'Image File Name',
  'Response',
  'Estimated Date',
  'Comment',
]

for (const width of [1440, 360])
  test(`reviewers download their open Tdocs, preview a changed file, apply it and send the corrected rejects, at ${width} px`, async ({
    page,
    admin,
    underwriter,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const vendorName = `Vendor ${newMark()}`
    const email = await newReviewer(admin, vendorName)
    const mark = newMark()
    const loan = await loanOf(underwriter, 'ACTIVE')
    const create = (name: string) =>
      createTdoc(underwriter, loan, { mark: `${mark} ${name}`, vendorName })
    const [first, second] = [await create('one'), await create('two')]
    const third = await create('three')
    await signInByMail(page, admin.request, email)
    await page.goto('/e-folder')
    await expect(page.getByText('No uploads yet')).toBeVisible()

    const open = await download(page, () =>
      page.getByRole('link', { name: 'Download my open Tdocs' }).click(),
    )
    expect(open.name).toBe('Open Tdocs.xlsx')
    const { head, rows } = await workbookOf(open.bytes)
    expect(head).toEqual(header)
    expect(rows.map((row) => row['Image File Name'])).toEqual(
      [first, second, third].map(({ imageFileName }) => imageFileName),
    )

    const toCells = (tdoc: typeof first, ...cells: string[]) => [
      tdoc.buyerLoanNumber,
      tdoc.imageFileName,
      ...cells,
    ]
    const added = [first.buyerLoanNumber, `${mark} new.pdf`, 'Received', '', '']
    const changed = csvOf('Answers.csv', [
      header,
      toCells(first, 'Not Reviewed', '03/01/2027', 'Page two is missing'),
      toCells(second, 'Perhaps', '', ''),
      toCells(third, '', '', ''),
      added,
    ])
    await chooserIn(page).setInputFiles(changed)
    const panel = page.getByRole('region', { name: 'Preview of Answers.csv' })
    await expect(panel.getByRole('heading', { level: 2 })).toBeFocused()
    await expect(panel.getByRole('status')).toHaveText(
      '1 updated, 1 new, 1 unchanged, 1 rejected. Nothing is applied yet.',
    )
    await expect(
      panel.getByRole('row').filter({ hasText: second.imageFileName }),
    ).toContainText('Response: The response is not one of')
    await expect(
      panel.getByRole('row').filter({ hasText: first.imageFileName }),
    ).toContainText('Response: Not Reviewed')
    await expectSound(page)
    await page.setViewportSize({ width, height: 900 })
    expect(await tdocNow(underwriter, first.id)).toMatchObject({
      tprResponse: null,
    })

    await panel.getByRole('checkbox', { name: 'Create 1 new Tdoc' }).check()
    await panel.getByRole('button', { name: 'Apply' }).click()
    await expectToast(page, '"Answers.csv". 3 of 4 rows applied')
    expect(await tdocNow(underwriter, first.id)).toMatchObject({
      tprResponse: 'NOT_REVIEWED',
      tprEstimatedDateOfReview: '2027-03-01',
    })

    const uploaded = page.getByRole('row').filter({ hasText: 'Answers.csv' })
    await expect(uploaded).toContainText('Partly applied')
    const rejects = await download(page, () =>
      uploaded
        .getByRole('link', { name: /^1 · Download .* Answers.csv$/ })
        .click(),
    )
    expect(rejects.name).toBe('Answers rejects.xlsx')
    const rejected = await workbookOf(rejects.bytes)
    expect(rejected.rows).toHaveLength(1)
    const corrected = rejected.head.map((title) =>
      String(
        title === 'Response' ? 'Bypassed' : (rejected.rows[0]?.[title] ?? ''),
      ),
    )
    await chooserIn(page).setInputFiles(
      csvOf('Corrected.csv', [rejected.head, corrected]),
    )
    await page
      .getByRole('region', { name: 'Preview of Corrected.csv' })
      .getByRole('button', { name: 'Apply' })
      .click()
    await expectToast(page, 'Corrected.csv Processed successfully.')
    expect(await tdocNow(underwriter, second.id)).toMatchObject({
      tprResponse: 'BY_PASSED',
    })
  })

test('a preview is refused for other files, retried, and shown again if its Tdocs changed', async ({
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
  const { buyerLoanNumber, imageFileName } = tdoc
  const rows = [header, [buyerLoanNumber, imageFileName, 'Received', '', '']]
  await signInByMail(page, admin.request, email)
  await page.goto('/e-folder')

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
  })

  const panel = page.getByRole('region', { name: 'Preview of Answers.csv' })
  await test.step('a preview that failed is retried', async () => {
    const endpoint = '**/api/v1/data-capture-tpr/preview'
    await page.route(endpoint, (route) => route.abort('connectionreset'))
    await dropOn(page, page.locator('[data-upload-area]'), [
      csvOf('Answers.csv', rows),
    ])
    await expect(page.getByRole('alert')).toContainText(
      '"Answers.csv". Failed to upload, please try again.',
    )
    await page.unroute(endpoint)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(panel).toContainText('1 updated.')
  })

  await test.step('what changed meanwhile is shown before it is applied', async () => {
    await post(underwriter, '/api/v1/tdocs/underwriter/set-status', {
      tdocIds: [tdoc.id],
      status: 'COMPLETE',
    })
    await panel.getByRole('button', { name: 'Apply' }).click()
    await expect(panel.getByRole('alert')).toContainText(
      `One row changed after the preview. Check the new preview, then apply it. Row 2, ${imageFileName}: The Tdoc is now Complete`,
    )
    await expect(panel.getByRole('status')).toContainText('1 rejected')
    await expect(panel.getByRole('button', { name: 'Apply' })).toBeDisabled()
    await panel.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('No uploads yet')).toBeVisible()
  })
})
