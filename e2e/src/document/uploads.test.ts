import { draftOf, expect, press, says, test } from '../lib/story.ts'
import { areaIn, bring, chooserIn, dropOn } from './documents.ts'
import { pdfOf, textOf } from './sample-files.ts'

const endpoint = /\/api\/v1\/proxy-loan\/[^/]+\/documents$/

test('an upload is cancelled, cut off and tried again; it arrives once', async ({ as, freshLoan }) => {
  const seller = await as('seller')
  const { page } = seller
  const { id } = await draftOf(seller, await freshLoan())
  await page.goto(`/slv/review-request/${id}`)
  const section = page.getByRole('region', { name: 'Documents' })
  const uploads = section.getByRole('list', { name: 'Uploads' })
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (endpoint.test(request.url()) && request.method() === 'POST') keys.push(request.headers()['idempotency-key'])
  })

  await test.step('cancelled while nothing gets through', async () => {
    await page.route(endpoint, () => {})
    await chooserIn(section).setInputFiles(pdfOf('Appraisal.pdf', ['Appraised']))
    await expect(uploads.getByRole('progressbar', { name: 'Uploading Appraisal.pdf' })).toBeVisible()
    await press(page, 'Cancel: Appraisal.pdf')
    await expect(uploads).toContainText('Cancelled')
    await page.unroute(endpoint)
  })

  await test.step('cut off: the file says so', async () => {
    await page.route(endpoint, (route) => route.abort('connectionreset'))
    await press(page, 'Try again: Appraisal.pdf')
    await expect(uploads).toContainText('"Appraisal.pdf". Failed to upload, please try again.')
    await page.unroute(endpoint)
  })

  await test.step('tried again', async () => {
    await press(page, 'Try again: Appraisal.pdf')
    await says(page, 'Documents successfully added')
    await expect(section.getByRole('link', { name: 'Appraisal.pdf' })).toHaveCount(1)
    await expect(uploads).toHaveCount(0)
    expect(new Set(keys)).toEqual(new Set([expect.any(String)]))
    expect(keys).toHaveLength(3)
  })
})

test('what is not taken in says so at the file, and the rest goes on', async ({ as, freshLoan }) => {
  const seller = await as('seller')
  const { page } = seller
  const { id } = await draftOf(seller, await freshLoan())
  await page.goto(`/slv/review-request/${id}`)
  const section = page.getByRole('region', { name: 'Documents' })
  await dropOn(page, areaIn(section), [
    textOf('setup.exe', 'MZ'),
    textOf('empty.txt', ''),
    textOf('letter.txt', 'Dear underwriter'),
  ])
  const uploads = section.getByRole('list', { name: 'Uploads' })
  await expect(uploads.getByRole('listitem').filter({ hasText: 'setup.exe' })).toContainText(
    'This type of file is not accepted.',
  )
  await expect(uploads.getByRole('listitem').filter({ hasText: 'empty.txt' })).toContainText('This file is empty.')
  await expect(section.getByRole('link', { name: 'letter.txt' })).toBeVisible()
  await press(page, 'Dismiss: setup.exe')
  await expect(uploads).not.toContainText('setup.exe')
})

test('a seller deletes a document of a draft and takes another home', async ({ as, freshLoan }) => {
  const seller = await as('seller')
  const { page } = seller
  const { id } = await draftOf(seller, await freshLoan())
  await bring(seller, id, textOf('wrong.txt', 'Of another loan'))
  await bring(seller, id, textOf('right one.txt', 'Of this loan'))
  await page.goto(`/slv/review-request/${id}`)
  await press(page, 'Delete wrong.txt')
  const dialog = page.getByRole('dialog', { name: 'Delete this document?' })
  await expect(dialog).toContainText('wrong.txt')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await says(page, 'Documents was successfully deleted')
  await expect(page.getByRole('link', { name: 'wrong.txt' })).toHaveCount(0)

  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download right one.txt')])
  expect(download.suggestedFilename()).toBe('right one.txt')
})

test('whoever leaves while files are on their way is asked first', async ({ as, freshLoan }) => {
  const seller = await as('seller')
  const { page } = seller
  const { id } = await draftOf(seller, await freshLoan())
  await page.goto(`/slv/review-request/${id}`)
  await page.route(endpoint, () => {})
  await chooserIn(page.getByRole('region', { name: 'Documents' })).setInputFiles(pdfOf('Title.pdf', ['Title']))
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click()
  const dialog = page.getByRole('dialog', { name: 'Leave while files are uploading?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('progressbar', { name: 'Uploading Title.pdf' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click()
  await dialog.getByRole('button', { name: 'Leave without them' }).click()
  await expect(page).toHaveURL(/\/slv$/)
})
