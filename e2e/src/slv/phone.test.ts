import type { Locator, Page } from '@playwright/test'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { previewOf } from '../document/documents.ts'
import { heicOf } from '../document/sample-files.ts'
import { assignTo, get, post } from '../lib/calls.ts'
import { expectToast, recordToasts } from '../lib/page.ts'
import { accounts, portalUrl } from '../lib/people.ts'
import { expect, test } from '../lib/story.ts'

const phone = {
  viewport: { width: 360, height: 780 },
  hasTouch: true,
  isMobile: true,
}

const tap = (where: Page | Locator, name: string | RegExp) =>
  where.getByRole('button', { name, exact: true }).tap()

/** The input that a phone opens its camera for. */
const cameraIn = (where: Locator) => where.locator('input[capture]').first()

/** Types a reason, a justification and a factor, and touches everything else. */
const addVariance = async (page: Page, reason: string) => {
  await tap(page, 'Add variance')
  const choice = page.getByRole('combobox', { name: 'Reason', exact: true })
  await choice.last().tap()
  await choice.last().fill(reason)
  await page.getByRole('option', { name: reason, exact: true }).tap()
  await page.getByLabel('Justification').last().fill('Explained in the letter')
  await page.getByRole('button', { name: 'Add factor' }).last().tap()
  await page
    .getByRole('combobox', { name: 'Factor 1' })
    .last()
    .fill('0x30 housing history')
  await page.getByLabel('Value of factor 1').last().fill('24 months')
  await page.getByLabel('Value of factor 1').last().blur()
}

test('a request with two variances and photographed documents is made, sent and completed on a phone by touch', async ({
  browser,
  freshLoan,
  admin,
  underwriter,
}) => {
  test.setTimeout(180_000)
  const loan = await freshLoan(({ occupancy }) => occupancy === 'P')
  const context = await browser.newContext({ baseURL: portalUrl(), ...phone })
  await context.addInitScript(recordToasts)
  const page = await context.newPage()

  await test.step('the seller signs in', async () => {
    await page.goto('/slv')
    await page.getByRole('link', { name: 'Continue with LoanDock' }).tap()
    await page.getByRole('button', { name: accounts.seller }).tap()
    await expect(page).toHaveURL(/\/slv/)
  })

  await test.step('they open a draft by its loan number', async () => {
    await tap(page, 'New request')
    const dialog = page.getByRole('dialog', { name: 'New request' })
    await dialog.getByLabel('Buyer Loan Number').fill(loan.loanNumber)
    await tap(dialog, 'Open draft')
    await expect(page).toHaveURL(/\/slv\/review-request\/[0-9a-f-]{36}/)
  })
  const id = page.url().split('/').at(-1) ?? ''

  await test.step('they add two variances and photograph three documents', async () => {
    await addVariance(page, 'Housing History')
    await addVariance(page, 'Other')
    const documents = page.getByRole('region', { name: 'Documents' })
    for (const number of [1, 2, 3]) {
      const photo = `IMG_000${number}.heic`
      await cameraIn(documents).setInputFiles(heicOf(photo))
      await expect(documents.getByRole('link', { name: photo })).toBeVisible()
    }
  })

  await test.step('they send it', async () => {
    await tap(page, 'Send request')
    const sent = page.getByRole('region', { name: 'Request sent' })
    await expect(sent).toContainText('2 variances')
    await expect(sent).toContainText(/Expected by/)
  })

  await test.step('the underwriter views a photo, and requests another document', async () => {
    await assignTo(admin, underwriter, id)
    const desk = `/api/v1/proxy-loan/underwriter/${id}`
    await post(underwriter, `${desk}/start-review-process`)
    const slv: SlvDetail = await get(
      underwriter,
      `/api/v1/proxy-loan/${id}/detailed`,
    )
    const [photo] = slv.documents
    if (!photo) throw new Error('No document was sent')
    await underwriter.page.goto(previewOf(id, photo))
    const image = underwriter.page.getByRole('img', { name: photo.name })
    await expect(image).toBeVisible()
    await expect
      .poll(() => image.evaluate((it) => (it as HTMLImageElement).naturalWidth))
      .toBe(480)
    await post(underwriter, `${desk}/set-pending-documents`, {
      pendingDocuments: [{ name: 'Bank statement', note: '' }],
      statusComment: '',
    })
  })

  await test.step('the seller photographs it and sends it', async () => {
    await page.goto(`/slv?search=${loan.loanNumber}`)
    await page.getByRole('link', { name: /^Send documents/ }).tap()
    const card = page.getByRole('listitem', { name: 'Bank statement' })
    await cameraIn(card).setInputFiles(heicOf('IMG_0004.heic'))
    await expectToast(page, 'Documents successfully added')
    await tap(page, 'Send to the underwriter')
    await expect(
      page.getByRole('heading', { name: 'Documents sent', exact: true }),
    ).toBeVisible()
  })
  await context.close()
})
