import { writeXlsx } from 'hucre/xlsx'
import { get, post } from '../lib/calls.ts'
import { expectToast, press, pressKeys } from '../lib/page.ts'
import type { Someone } from '../lib/people.ts'
import { expectSound } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'
import { bring, chooserIn } from './documents.ts'
import { csvOf, pdfOf, pngOf, type SampleFile, scanOf } from './sample-files.ts'

const statements = 'Bank statements, last 12 months'

/**
 * Requests two documents; the seller sends one of them and five more files of
 * all kinds.
 */
const bringSixFiles = async (
  underwriter: Someone,
  seller: Someone,
  id: string,
) => {
  const pendingDocuments = [
    { name: statements, note: '' },
    { name: 'Letter of explanation', note: 'Signed' },
  ]
  const path = `/api/v1/proxy-loan/underwriter/${id}/set-pending-documents`
  const slv = await post(underwriter, path, {
    pendingDocuments,
    statusComment: '',
  })
  const asked = slv.pendingDocuments.find(
    ({ name }: { name: string }) => name === statements,
  )
  const { name, mimeType, buffer } = pdfOf('Statements.pdf', [
    'First month',
    'Second month',
    'Third month',
  ])
  const upload = await seller.request.post(
    `/api/v1/proxy-loan/${id}/documents/upload-pending-documents?pendingDocumentId=${asked.id}`,
    { multipart: { file: { name, mimeType, buffer } } },
  )
  expect(upload.status()).toBe(200)
  const workbook = Buffer.from(
    await writeXlsx({ sheets: [{ name: 'Rents', rows: [['Unit', 'Rent']] }] }),
  )
  const type =
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const broken = pngOf('Broken.png')
  broken.buffer.fill(0, 45, 70)
  const files: SampleFile[] = [
    pngOf('Kitchen.png'),
    scanOf('Fax.tif'),
    csvOf('Rent roll.csv', [
      ['Unit', 'Rent'],
      ['1', '2100'],
    ]),
    { name: 'Rents.xlsx', mimeType: type, buffer: workbook },
    broken,
  ]
  for (const file of files) await bring(seller, id, file)
}

test('an underwriter reads six files beside the request', async ({
  seller,
  underwriter,
  slvInReview: { id },
}) => {
  const { page } = underwriter
  await bringSixFiles(underwriter, seller, id)
  const { documents } = await get(seller, `/api/v1/proxy-loan/${id}/documents`)
  await page.goto(`/slv/manage-request/${id}?tab=documents`)
  const strip = page.getByRole('list', { name: 'Files' })
  const shows = (name: string) =>
    page.getByRole('region', { name, exact: true })

  await test.step('the strip names the files, what they answer and what is missing', async () => {
    await expect(strip.getByRole('button')).toHaveText([
      /Statements\.pdf.*requested \d\d\/\d\d/,
      /New: .*Kitchen\.png/,
      /New: .*Fax\.tif/,
      /New: .*Rent roll\.csv/,
      /New: .*Rents\.xlsx/,
      /New: .*Broken\.png/,
      /Letter of explanation.*missing, requested \d\d\/\d\d/,
    ])
    await expect(shows('Statements.pdf').getByText('First month')).toBeVisible()
    await expect(page.getByText(`For ${statements}, requested`)).toBeVisible()
    await expectSound(page, 'main')
  })

  await test.step('by keyboard', async () => {
    const pdf = shows('Statements.pdf')
    await pressKeys(page, 'o')
    await expect(pdf.getByRole('region', { name: 'Pages' })).toBeFocused()
    await pressKeys(page, 'ArrowRight')
    await expect(pdf.getByLabel('Page', { exact: true })).toHaveValue('2')
    const level = await pdf.getByLabel('Zoom level').textContent()
    await pressKeys(page, '+', 'r')
    await expect(pdf.getByLabel('Zoom level')).not.toHaveText(level ?? '')

    await pressKeys(page, ']')
    await expect(
      shows('Kitchen.png').getByRole('img', { name: 'Kitchen.png' }),
    ).toBeVisible()
    await expect(page.locator('canvas')).toHaveCount(0)
    await pressKeys(page, ']')
    await expect(
      shows('Fax.tif').getByRole('img', { name: 'Fax.tif' }),
    ).toBeVisible()
    await pressKeys(page, ']')
    await expect(
      shows('Rent roll.csv').getByRole('columnheader', { name: 'Rent' }),
    ).toBeVisible()
    await pressKeys(page, ']')
    await expect(shows('Rents.xlsx')).toContainText(
      'Excel files can’t be previewed.',
    )
    await pressKeys(page, ']')
    await expect(shows('Broken.png')).toContainText('can’t be')
    await expect(page.getByLabel('Document', { exact: true })).toHaveText(
      '6 of 6',
    )
    await pressKeys(page, ']', '[')
    await expect(shows('Rents.xlsx')).toBeVisible()
    await expect(strip.getByText('New: ')).toHaveCount(0)
  })

  await test.step('by mouse, at 1024 px, with the last file open again after a reload', async () => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await press(strip, 'Fax.tif')
    await page.reload()
    await expect(
      shows('Fax.tif').getByRole('img', { name: 'Fax.tif' }),
    ).toBeVisible()
    await press(page, 'Next document')
    await expect(
      shows('Rent roll.csv').getByRole('columnheader', { name: 'Rent' }),
    ).toBeVisible()
    await press(page, 'Previous document')
    const popup = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Open Fax.tif in new tab' }).click()
    await expect(
      (await popup).getByRole('heading', { level: 1, name: 'Fax.tif' }),
    ).toBeVisible()
  })

  await test.step('uploads are in the list of all documents', async () => {
    await strip.getByRole('button', { name: /Letter of explanation/ }).click()
    await expect(
      page.getByText(`1 of 2 still missing: Letter of explanation.`),
    ).toBeVisible()
    await chooserIn(
      page.getByRole('region', { name: 'Underwriter documents' }),
    ).setInputFiles(pdfOf('Pricing sheet.pdf', ['Prices']))
    await expectToast(page, 'Documents successfully added')
    await expect(
      strip.getByRole('button', { name: /New: Pricing sheet.pdf/ }),
    ).toBeVisible()
    await press(page, 'All documents')
    await expect(shows('Fax.tif')).toBeVisible()
  })

  await test.step('a file that is deleted while it is open', async () => {
    const { id: documentId } = documents.find(
      ({ name }: { name: string }) => name === 'Fax.tif',
    )
    const { version } = await get(seller, `/api/v1/proxy-loan/${id}`)
    const deleted = await seller.request.delete(
      `/api/v1/proxy-loan/${id}/document/${documentId}`,
      {
        headers: { 'if-match': `"${version}"` },
      },
    )
    expect(deleted.status()).toBe(200)
    await expect(
      page.getByRole('heading', { name: 'This file was deleted' }),
    ).toBeVisible({ timeout: 20_000 })
    await press(page, 'Show the first document')
    await expect(shows('Statements.pdf').getByText('First month')).toBeVisible()
  })
})
