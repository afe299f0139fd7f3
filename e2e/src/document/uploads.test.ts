import type { Route } from '@playwright/test'
import { failOnce } from '../lib/actions.ts'
import { choose, delayResponses, expectToast, press } from '../lib/page.ts'
import { expect, test } from '../lib/story.ts'
import { areaIn, bring, chooserIn, dropOn } from './documents.ts'
import { pdfOf, textOf } from './sample-files.ts'

const endpoint = /\/api\/v1\/proxy-loan\/[^/]+\/documents$/

test('an upload is canceled, cut off and retried, and arrives once', async ({
  seller: { page },
  draft: { id },
}) => {
  await page.goto(`/slv/review-request/${id}`)
  const section = page.getByRole('region', { name: 'Documents' })
  const uploads = section.getByRole('list', { name: 'Uploads' })
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (endpoint.test(request.url()) && request.method() === 'POST')
      keys.push(request.headers()['idempotency-key'])
  })

  await test.step('canceled while nothing gets through', async () => {
    await page.route(endpoint, () => {})
    await chooserIn(section).setInputFiles(
      pdfOf('Appraisal.pdf', ['Appraised']),
    )
    await expect(
      uploads.getByRole('progressbar', { name: 'Uploading Appraisal.pdf' }),
    ).toBeVisible()
    await expect.poll(() => keys.length).toBe(1)
    await press(page, 'Cancel: Appraisal.pdf')
    await expect(uploads).toContainText('Canceled')
    await page.unroute(endpoint)
  })

  await test.step('cut off, it is sent again by itself', async () => {
    const cut = { times: 1 }
    await page.route(endpoint, (route) => route.abort('connectionreset'), cut)
    await press(page, 'Try again: Appraisal.pdf')
    await expectToast(page, 'Documents successfully added')
    await expect(
      section.getByRole('link', { name: 'Appraisal.pdf' }),
    ).toHaveCount(1)
    await expect(uploads).toHaveCount(0)
    expect(new Set(keys)).toEqual(new Set([expect.any(String)]))
    expect(keys).toHaveLength(3)
  })

  await test.step('leaving while files are uploading asks first', async () => {
    await page.route(endpoint, () => {})
    await chooserIn(section).setInputFiles(pdfOf('Title.pdf', ['Title']))
    const back = page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link')
    await back.click()
    const dialog = page.getByRole('dialog', {
      name: 'Leave while files are uploading?',
    })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(
      page.getByRole('progressbar', { name: 'Uploading Title.pdf' }),
    ).toBeVisible()
    await back.click()
    await dialog.getByRole('button', { name: 'Leave without them' }).click()
    await expect(page).toHaveURL(/\/slv$/)
  })
})

test('a file that is interrupted together with parts of the page still arrives, and then the page reloads', async ({
  seller: { page },
  draft: { id },
}) => {
  const isPart = /\/assets\/(upload-guard|eligibility-panel|history-panel)-/
  const waitingParts: Route[] = []
  await page.route(isPart, (part) => void waitingParts.push(part))
  let sends = 0
  await page.route(endpoint, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sends += 1
    if (sends > 1) return route.continue()
    // The connection breaks once, for the file and the parts that wait.
    await page.unroute(isPart)
    for (const broken of [route, ...waitingParts])
      await broken.abort('connectionreset')
  })
  await page.goto(`/slv/review-request/${id}`)
  const section = page.getByRole('region', { name: 'Documents' })
  const isReloaded = page.waitForEvent('load')
  await chooserIn(section).setInputFiles(pdfOf('Appraisal.pdf', ['Appraised']))
  await isReloaded
  expect(waitingParts.length).toBeGreaterThan(0)
  await expect(
    section.getByRole('link', { name: 'Appraisal.pdf' }),
  ).toHaveCount(1)
  expect(sends).toBe(2)
  await expect(page.getByRole('tab', { name: 'History' })).toBeVisible()
})

test('refused files say why, and documents of a draft are deleted and downloaded', async ({
  seller,
  draft: { id },
}) => {
  const { page } = seller
  await bring(seller, id, textOf('wrong.txt', 'Of another loan'))
  await page.goto(`/slv/review-request/${id}`)
  const section = page.getByRole('region', { name: 'Documents' })
  await dropOn(page, areaIn(section), [
    textOf('setup.exe', 'MZ'),
    textOf('empty.txt', ''),
    textOf('letter.txt', 'Dear underwriter'),
  ])
  const uploads = section.getByRole('list', { name: 'Uploads' })
  const upload = (name: string) =>
    uploads.getByRole('listitem').filter({ hasText: name })
  await expect(upload('setup.exe')).toContainText(
    'This type of file is not accepted.',
  )
  await expect(upload('empty.txt')).toContainText('This file is empty.')
  await expect(section.getByRole('link', { name: 'letter.txt' })).toBeVisible()
  await press(page, 'Dismiss: setup.exe')
  await expect(uploads).not.toContainText('setup.exe')

  const details = [{ field: 'file', error: 'Not what its name says' }]
  await failOnce(page, endpoint, 400, '"notes.txt" is not what its name says', {
    details,
  })
  await chooserIn(section).setInputFiles(textOf('notes.txt', 'Notes'))
  await expect(upload('notes.txt')).toContainText('is not what its name says')
  await expect(
    upload('notes.txt').getByRole('button', { name: /^Try again/ }),
  ).toHaveCount(0)

  await press(page, 'Delete wrong.txt')
  const dialog = page.getByRole('dialog', { name: 'Delete this document?' })
  await expect(dialog).toContainText('wrong.txt')
  await press(dialog, 'Delete', 'Documents was successfully deleted')
  await expect(page.getByRole('link', { name: 'wrong.txt' })).toHaveCount(0)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    press(page, 'Download letter.txt'),
  ])
  expect(download.suggestedFilename()).toBe('letter.txt')
})

test('a new variance stays when a file arrives before the request was read again', async ({
  seller: { page },
  draft: { id },
}) => {
  await page.goto(`/slv/review-request/${id}`)
  const documents = page.getByRole('region', { name: 'Documents' })
  await press(page, 'Add variance')
  const readNow = await delayResponses(
    page,
    `**/api/v1/proxy-loan/${id}/detailed`,
  )
  await choose(page, 'Reason', 'Housing', 'Housing History')
  await page.getByLabel('Justification').fill('One late payment, explained')
  await page.getByLabel('Justification').blur()
  await expectToast(page, 'Request was successfully added')
  await chooserIn(documents).setInputFiles(pdfOf('Letter.pdf', ['Explained']))
  await expectToast(page, 'Documents successfully added')
  const variance = page.getByRole('button', { name: /Housing History$/ })
  await expect(variance.first()).toBeVisible()
  readNow()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page
    .getByLabel('Summary of the request')
    .fill('The letter explains the late payment')
  await page.getByLabel('Summary of the request').blur()
  await expect(variance.first()).toBeVisible()
  await expect(page.getByLabel('Justification')).toHaveValue(
    'One late payment, explained',
  )
})
