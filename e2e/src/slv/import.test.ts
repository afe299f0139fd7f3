import { readFile } from 'node:fs/promises'
import { download } from '../lib/files.ts'
import { press } from '../lib/page.ts'
import { expectSound } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

const sample = (name: string) =>
  readFile(
    new URL(`../../../server/test/mismo/${name}`, import.meta.url),
    'utf8',
  )
const fileOf = (name: string, mimeType: string, text: string) => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
})

test('a seller imports a MISMO file and a CSV of loans, and reads the result for each field and row', async ({
  seller: { page },
  freshLoan,
}) => {
  const [first, second] = [await freshLoan(), await freshLoan()]
  const xml = (await sample('loan-3.4.xml')).replaceAll(
    '7001234',
    first.loanNumber,
  )
  const choose = (file: ReturnType<typeof fileOf>) =>
    page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
  const openImport = async (item: string) => {
    await press(page, 'Import')
    await page.getByRole('menuitem', { name: item }).press('Enter')
  }
  await page.goto('/slv')

  await test.step('a broken file says where it is broken', async () => {
    await openImport('MISMO file')
    await choose(
      fileOf('broken.xml', 'application/xml', await sample('broken.xml')),
    )
    await expect(page.getByRole('alert')).toContainText(
      'not well-formed XML (5:62',
    )
  })

  await test.step('a MISMO file creates a draft; each element is listed', async () => {
    await choose(fileOf('Winterbourne.xml', 'application/xml', xml))
    const report = page.getByRole('region', {
      name: `Loan ${first.loanNumber}`,
    })
    await expect(report).toContainText('Draft created')
    await expect(page.getByRole('button', { name: 'Done' })).toBeFocused()
    await expect(
      report.getByRole('row', { name: /^Borrower Last Name/ }),
    ).toContainText('Winterbourne')
    await expect(
      report.getByRole('row', { name: /^ASSET\/ASSET_DETAIL\/AssetType/ }),
    ).toContainText('Not used')
    const { name, bytes } = await download(page, () =>
      press(page, 'Download report'),
    )
    expect([name, bytes.toString()]).toEqual([
      'Import report.txt',
      expect.stringContaining('FICO ('),
    ])
    await report.getByRole('link', { name: 'Open draft' }).click()
    await expect(page.getByLabel('Borrower Last Name')).toHaveValue(
      'Winterbourne',
    )
    await expect(page.getByLabel('Loan Amount')).toHaveValue(/466,000/)
  })

  await test.step('a CSV imports the valid row and rejects the other', async () => {
    await page.goto('/slv')
    await openImport('CSV file')
    const template = await download(page, () =>
      page.getByRole('link', { name: 'Download the template' }).click(),
    )
    expect(template.bytes.toString()).toContain('Loan Number,')
    const csv = `Loan Number,FICO,City\n${second.loanNumber},701,Yountville\n${first.loanNumber},9000,Reno\n`
    await choose(fileOf('Loans.csv', 'text/csv', csv))
    await expect(page.getByRole('dialog')).toContainText(
      'Loans.csv: 1 created · 1 rejected',
    )
    const bad = page.getByRole('region', {
      name: `Row 3 · Loan ${first.loanNumber}`,
    })
    await expect(bad.getByRole('row', { name: /^FICO/ })).toHaveText(
      'FICOInvalid · 9000No more than 850',
    )
    await expectSound(page)
    await page
      .getByRole('region', { name: `Row 2 · Loan ${second.loanNumber}` })
      .getByRole('link', { name: 'Open draft' })
      .click()
    await expect(page.getByLabel('City')).toHaveValue('Yountville')
  })
})
