import { randomUUID } from 'node:crypto'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { csvOf, pdfOf, scanOf } from '../document/sample-files.ts'
import { expect, expectAccessible, get, test } from '../lib/story.ts'
import { loanOf, newMark, rowOf } from '../tdoc/tdocs.ts'
import { dropTransmittal, isRead } from './transmittals.ts'

test('a transmittal’s Tdocs are listed with their images', async ({ admin, underwriter }) => {
  const { page } = underwriter
  const { loanNumber } = await loanOf(underwriter, 'ACTIVE')
  const mark = newMark()
  const vendorName = 'Orchid Review'
  const [scan, letter] = [scanOf(`${mark} note.tif`), pdfOf(`${mark} letter.pdf`, ['Payoff letter'])]
  const indexName = `${mark} ${randomUUID()}.csv`
  const row = (name: string, categories: string) => [loanNumber, name, vendorName, categories]
  const index = csvOf(indexName, [
    ['Loan Number', 'Image File Name', 'Vendor', 'Review Categories'],
    row(scan.name, 'TPR;Collateral'),
    row(letter.name, ''),
  ])
  await dropTransmittal(index, [scan, letter])

  const arrived = await test.step('it is read and listed', async () => {
    const { page: staff } = admin
    await isRead(admin, indexName)
    await staff.goto('/settings/transmittals')
    const reading = staff.getByRole('row').filter({ hasText: indexName })
    await expect(reading.getByText('Processed', { exact: true })).toBeVisible()
    await expect(staff.getByText(/^Last checked at .* folder intake$/)).toBeVisible()
    const params = { tableMode: 'ACTIVE', filterBy: 'status', search: mark }
    const { items }: { items: Tdoc[] } = await get(underwriter, '/api/v1/tdocs', params)
    const of = (name: string) => {
      const tdoc = items.find(({ imageFileName }) => imageFileName === name)
      if (!tdoc) throw new Error(`${name} is no Tdoc`)
      return tdoc
    }
    expect(items).toHaveLength(2)
    return { scan: of(scan.name), letter: of(letter.name) }
  })

  await test.step('the images are shown beside the conditions', async () => {
    await page.goto(`/condition-manager/${arrived.letter.id}`)
    const drawer = page.getByRole('dialog', { name: new RegExp(letter.name) })
    await expect(drawer.getByRole('article', { name: 'Page 1' }).getByText('Payoff letter')).toBeVisible()
    await drawer.getByRole('button', { name: 'Close' }).click()
    await page.goto(`/condition-manager?search=${mark}`)
    await expect(rowOf(page, arrived.scan)).toContainText('Automatic')
    await expect(rowOf(page, arrived.scan).getByRole('button', { name: /Days? (in time|overdue)/ })).toBeVisible()
    await rowOf(page, arrived.scan).getByRole('link').first().click()
    const sheet = page.getByRole('dialog', { name: new RegExp(scan.name) }).getByRole('article', { name: 'Page 1' })
    const picture = sheet.getByRole('img', { name: scan.name })
    await expect
      .poll(() =>
        picture.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [naturalWidth, naturalHeight]),
      )
      .toEqual([64, 80])
    await expectAccessible(page, '[role=dialog]')
  })
})
