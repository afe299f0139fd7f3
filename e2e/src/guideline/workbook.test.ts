import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { post } from '../lib/calls.ts'
import { download } from '../lib/files.ts'
import { expectToast, press } from '../lib/page.ts'
import { expectAccessible, expectSound } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

const workbook = (name: string, buffer: Uint8Array) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: Buffer.from(buffer),
})

test('rules go to Excel and back; wrong cells are named and lose nothing', async ({
  admin,
}) => {
  const { page } = admin
  const { items } = await (
    await admin.request.get('/api/v1/guidelines/versions?status=PUBLISHED')
  ).json()
  const draft = await post(admin, '/api/v1/guidelines/versions', {
    title: 'From Excel',
    copyOf: items[0].id,
  })
  await page.goto(`/settings/guidelines/${draft.id}`)
  const limits = page.getByRole('textbox', { name: /^Limit, row/ })

  const file = await download(page, () =>
    page.getByRole('link', { name: 'Download as Excel' }).click(),
  )
  expect(file.name).toBe(`Guidelines version ${draft.number}.xlsx`)
  const rows = (await readXlsx(file.bytes)).sheets[0]?.rows ?? []
  expect(rows.length).toBe(draft.rules + 1)

  const dialog = page.getByRole('dialog', { name: 'Import from Excel' })
  await test.step('wrong cells are listed by their names, and what is typed stays', async () => {
    const typed = await limits.first().inputValue()
    await limits.first().fill('671')
    await press(page, 'Import from Excel')
    await expect(dialog).toContainText('You have unsaved changes')
    const wrong = rows.map((row, index) =>
      index === 3 ? row.with(3, 'much') : row,
    )
    const cells = new Map([['5,3', { formula: '600+60' }]])
    const buffer = await writeXlsx({
      sheets: [{ name: 'Rules', rows: wrong, cells }],
    })
    await dialog
      .locator('input[type=file]')
      .setInputFiles(workbook('Wrong.xlsx', buffer))
    await press(dialog, 'Replace all rules')
    await expect(dialog.getByRole('row')).toHaveText([
      'CellProblem',
      'D4Limit: Not a number',
      'D6D6 contains a formula; paste the value instead',
    ])
    await expect(dialog.getByRole('alert')).toContainText(
      'Nothing was imported',
    )
    await expectSound(page)
    await press(dialog, 'Cancel')
    await expect(limits.first()).toHaveValue('671')
    await press(page, 'Discard')
    await expect(limits.first()).toHaveValue(typed)
  })

  await test.step('a correct workbook replaces the rules', async () => {
    const [titles = [], first = []] = rows
    const buffer = await writeXlsx({
      sheets: [{ name: 'Rules', rows: [titles, first.with(3, 672)] }],
    })
    await press(page, 'Import from Excel')
    await dialog
      .locator('input[type=file]')
      .setInputFiles(workbook('Rules.xlsx', buffer))
    await press(dialog, 'Replace all rules')
    await expectToast(page, '1 rule imported')
    await expect(page.getByRole('tab', { name: 'Rules (1)' })).toBeVisible()
    await expect(limits).toHaveValue('672')
    await expectAccessible(page)
  })
})
