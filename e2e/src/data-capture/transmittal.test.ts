import { randomUUID } from 'node:crypto'
import { csvOf, pdfOf, scanOf } from '../document/sample-files.ts'
import { download } from '../lib/files.ts'
import { expectAccessible } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'
import { loanOf, newMark } from '../tdoc/tdocs.ts'
import { dropTransmittal, waitUntilRead } from './transmittals.ts'

test('a transmittal’s Tdocs are listed with their images', async ({
  admin,
  underwriter,
}) => {
  const { loanNumber } = await loanOf(underwriter, 'ACTIVE')
  const mark = newMark()
  const [scan, letter] = [
    scanOf(`${mark} note.tif`),
    pdfOf(`${mark} letter.pdf`, ['Payoff letter']),
  ]
  const indexName = `${mark} ${randomUUID()}.csv`
  const index = csvOf(indexName, [
    ['Loan Number', 'Image File Name', 'Vendor', 'Review Categories'],
    [loanNumber, scan.name, 'Orchid Review', 'TPR;Collateral'],
    [loanNumber, letter.name, 'Orchid Review', ''],
  ])
  await dropTransmittal(index, [scan, letter])

  await test.step('admins see what was read, and download what was rejected', async () => {
    const { page } = admin
    await waitUntilRead(admin, indexName)
    await page.goto('/settings/account')
    await page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('link', { name: 'Transmittals' })
      .click()
    await expect(page).toHaveURL('/settings/transmittals')
    const reading = page.getByRole('row').filter({ hasText: indexName })
    await expect(reading.getByText('Processed', { exact: true })).toBeVisible()
    await expect(
      page.getByText(/^Last checked at .* folder intake$/),
    ).toBeVisible()
    // The demo's transmittal has one rejected row.
    await waitUntilRead(admin, 'transmittal.csv')
    const demo = page.getByRole('row').filter({ hasText: 'transmittal.csv' })
    await expect(demo.getByText('Partly processed')).toBeVisible()
    const link = demo.getByRole('link', {
      name: /Download rejected rows of transmittal.csv/,
    })
    const rejects = await download(page, () => link.click())
    expect(rejects.bytes.toString('utf8')).toContain(
      'Wire confirmation 0000000.pdf',
    )
  })

  await test.step('the images are shown beside the conditions', async () => {
    const { page } = underwriter
    await page.goto(`/condition-manager?search=${mark}`)
    const rows = page.locator('tbody tr[data-row]')
    await expect(rows).toHaveCount(2)
    const open = async (name: string) => {
      await rows.filter({ hasText: name }).getByRole('link').first().click()
      return page.getByRole('dialog', { name: new RegExp(name) })
    }
    const drawer = await open(letter.name)
    await expect(
      drawer
        .getByRole('article', { name: 'Page 1' })
        .getByText('Payoff letter'),
    ).toBeVisible()
    await drawer.getByRole('button', { name: 'Close' }).click()

    const row = rows.filter({ hasText: scan.name })
    await expect(row).toContainText('Automatic')
    await expect(
      row.getByRole('button', { name: /Days? (on time|overdue)/ }),
    ).toBeVisible()
    const sheet = (await open(scan.name)).getByRole('article', {
      name: 'Page 1',
    })
    const picture = sheet.getByRole('img', { name: scan.name })
    await expect
      .poll(() =>
        picture.evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBe(64)
    expect(
      await picture.evaluate((image: HTMLImageElement) => image.naturalHeight),
    ).toBe(80)
    await expectAccessible(page, '[role=dialog]')
  })
})
