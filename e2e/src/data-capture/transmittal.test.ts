import { randomUUID } from 'node:crypto'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { chooserIn } from '../document/documents.ts'
import { csvOf, pdfOf, scanOf } from '../document/sample-files.ts'
import { newReviewer, signInByMail } from '../lib/reviewer.ts'
import { expect, expectAccessible, get, press, profileOf, says, test } from '../lib/story.ts'
import { choose, loanOf, newMark, rowOf, tdocNow } from '../tdoc/tdocs.ts'
import { dropTransmittal, isRead } from './transmittals.ts'

/** The label of the SLA chip. */
const clock = /Days? (in time|overdue)/

test('a transmittal’s Tdocs are assigned, answered, reviewed and completed', async ({
  page: reviewer,
  admin,
  underwriter,
}) => {
  const { page } = underwriter
  const me = await profileOf(underwriter)
  const { loanNumber } = await loanOf(underwriter, 'ACTIVE')
  const mark = newMark()
  const vendorName = `Vendor ${mark}`
  const email = await newReviewer(admin, vendorName)
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

  await test.step('the underwriter assigns both together', async () => {
    await page.goto(`/condition-manager?search=${mark}`)
    await expect(rowOf(page, arrived.scan)).toContainText('Automatic')
    await expect(rowOf(page, arrived.scan).getByRole('button', { name: clock })).toBeVisible()
    for (const { imageFileName } of [arrived.scan, arrived.letter])
      await page.getByRole('checkbox', { name: new RegExp(`Select .*${imageFileName}`) }).check()
    await press(page, 'Set underwriter')
    await choose(page, me.name)
    await says(page, 'Assigned Underwriter was successfully set')
  })

  await test.step('the reviewer answers both with one file', async () => {
    await signInByMail(reviewer, admin.request, email)
    await reviewer.getByRole('link', { name: 'eFolder' }).click()
    const answers = csvOf(`${mark} answers.csv`, [
      ['Loan Number', 'Image File Name', 'Response', 'Estimated Date', 'Comment'],
      [loanNumber, scan.name, 'Received', '', 'Signed on page one'],
      [loanNumber, letter.name, 'Bypassed', '', ''],
    ])
    await chooserIn(reviewer).setInputFiles(answers)
    await says(reviewer, `${answers.name} Processed successfully.`)
    await reviewer.goto(`/condition-manager/${arrived.scan.id}?descriptionTab=REVIEW_CATEGORY`)
    const drawer = reviewer.getByRole('dialog', { name: new RegExp(scan.name) })
    await drawer.getByRole('button', { name: 'Mark done: TPR' }).click()
    await expect(drawer.getByText('1 of 1 completed')).toBeVisible()
  })

  await test.step('the images are shown beside the conditions', async () => {
    await page.goto(`/condition-manager/${arrived.letter.id}`)
    const drawer = page.getByRole('dialog', { name: new RegExp(letter.name) })
    await expect(drawer.getByRole('article', { name: 'Page 1' }).getByText('Payoff letter')).toBeVisible()
    await page.goto(`/condition-manager/${arrived.scan.id}?filterBy=status&filterByValue=REVIEW_PENDING&search=${mark}`)
    const sheet = page.getByRole('dialog', { name: new RegExp(scan.name) }).getByRole('article', { name: 'Page 1' })
    const picture = sheet.getByRole('img', { name: scan.name })
    await expect
      .poll(() =>
        picture.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [naturalWidth, naturalHeight]),
      )
      .toEqual([64, 80])
    await expectAccessible(page, '[role=dialog]')
  })

  await test.step('the categories are completed, then the Tdoc', async () => {
    const drawer = page.getByRole('dialog', { name: new RegExp(scan.name) })
    await expect(drawer.getByText('1 of 2 completed')).toBeVisible()
    await drawer.getByRole('button', { name: 'Mark done: Collateral' }).click()
    await expect(drawer.getByText('2 of 2 completed')).toBeVisible()
    await press(drawer, 'Complete', 'Status was successfully set')
    await expect(drawer.getByText('Complete', { exact: true }).first()).toBeVisible()
    await expect
      .poll(() => tdocNow(underwriter, arrived.scan.id))
      .toMatchObject({
        ...{ type: 'AUTOMATIC', status: 'COMPLETE', tprResponse: 'RECEIVED', completedBy: me.name, sla: null },
        assignedUnderwriter: { id: me.id },
      })
    // A complete Tdoc has no dropdowns and no SLA (spec.md §3, §4).
    await page.goto(`/condition-manager?filterBy=status&filterByValue=COMPLETE&search=${mark}`)
    const done = rowOf(page, arrived.scan)
    await expect(done).toContainText(me.name)
    await expect(done.getByRole('button', { name: /^(Assigned underwriter|Reviewer)/ })).toHaveCount(0)
    await expect(done.getByRole('button', { name: clock })).toHaveCount(0)
  })
})
