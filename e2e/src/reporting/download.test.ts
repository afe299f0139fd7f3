import type { Page } from '@playwright/test'
import type { Summary } from '@portal/contract/reporting/summary'
import { download, pdfPages } from '../lib/files.ts'
import { mailAbout } from '../lib/mailbox.ts'
import { expectToast, press } from '../lib/page.ts'
import { accounts } from '../lib/people.ts'
import { expectAccessible } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'
import { home, quiet, quietSearch } from './reports.ts'

/** A text in one line: lines break elsewhere on paper. */
const flat = (text: string) => text.replaceAll(/\s+/g, ' ')

/** The values of the page's figures. */
const figuresOf = async (page: Page) => {
  const links = page.getByRole('main').getByRole('link', {
    name: /^(Total|Loan amount|Turn time|Avg|Pre|Post|FICO|LTV|DTI)/,
  })
  // The cards and the capacity table load separately.
  await expect(
    page.getByRole('link', { name: /^Total # of requests/ }).first(),
  ).toBeVisible()
  const shown = await links.allTextContents()
  return shown
    .map((text) => flat(text).trim())
    .filter((text) => /\d/.test(text))
}

const pressDownload = (page: Page) =>
  page.getByRole('button', { name: 'Download File' }).click()
const openSchedules = (page: Page) =>
  page.getByRole('button', { name: 'Email on a schedule…' }).click()

test('the page and the PDF show the same figures', async ({
  chief: { page, request },
}) => {
  const filters = { sellers: quiet, type: 'PRE' }
  const summary: Summary = await (
    await request.get('/api/v1/reporting/slv/summary', { params: filters })
  ).json()
  expect(summary.totalRequests).toBeGreaterThan(2)
  const dollars = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: Number.isInteger(summary.totalVolume) ? 0 : 2,
  })

  await page.goto(
    `${home}?${new URLSearchParams({ ...filters, statuses: 'COMPLETED', topLimit: '10' })}`,
  )
  const shown = await figuresOf(page)
  expect(shown).toContain(String(summary.totalRequests))
  expect(shown).toContain(dollars.format(summary.totalVolume))

  const file = await download(page, () => pressDownload(page))
  expect(file.name).toBe('Reporting-Slv.pdf')
  const pages = await pdfPages(file.bytes)
  const paper = flat(pages.join(' '))
  for (const words of [
    'Sellers',
    quiet,
    'Type',
    'Pre-Close',
    'Status group',
    'Completed',
  ])
    expect(paper).toContain(words)
  for (const value of shown) expect(paper).toContain(value)
  for (const { label } of [...summary.topStates, ...summary.topReasons])
    expect(paper).toContain(label)
  expect(paper).toMatch(/As of \d\d\/\d\d\/\d{4}, \d+:\d\d [AP]M \(New York\)/)
  pages.forEach((text, index) => {
    expect(text).toContain(`Page ${index + 1} of ${pages.length}`)
  })
  expect(paper).not.toMatch(/Download|Show (More|Less)|Remove filter/)
})

test('a report download can be canceled, and a failed one says so', async ({
  chief: { page },
}) => {
  await page.goto(home)
  await page.route('**/reporting/slv/download**', () => {})
  await pressDownload(page)
  await expect(
    page.getByRole('status').filter({ hasText: 'Preparing the report' }),
  ).toBeAttached()
  await expect(
    page.getByRole('button', { name: 'Cancel report' }),
  ).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('button', { name: 'Download File' }),
  ).toBeFocused()
  await expect(page.getByText('Failed to download the report')).toHaveCount(0)

  await page.unroute('**/reporting/slv/download**')
  await page.route('**/reporting/slv/download**', (route) => route.abort())
  await pressDownload(page)
  await expectToast(page, 'Failed to download the report')
})

test('a view is emailed on a schedule, as a PDF with a link', async ({
  request,
  tradeDesk: { page },
}) => {
  const name = `Bramblecote by month ${Date.now()}`
  const dialog = page.getByRole('dialog', { name: 'Email on a schedule' })
  const nameField = dialog.getByRole('textbox', { name: 'Name' })
  const schedule = dialog.getByRole('listitem').filter({ hasText: name })
  const editButton = schedule.getByRole('button', { name: /^Edit / })

  await test.step('a view with two filters is scheduled', async () => {
    await page.goto(`${home}?${quietSearch}&timeframe=LAST_MONTH`)
    await openSchedules(page)
    await expect(dialog).toContainText(
      `with its 2 filters is sent as a PDF to ${accounts.tradeDesk}`,
    )
    await nameField.fill(name)
    await dialog.getByText('Monthly').click()
    await press(dialog, 'Email this view', 'The view will be emailed')
    await expect(dialog).toHaveCount(0)
  })

  await test.step('the schedule is changed, and an edit is canceled', async () => {
    await openSchedules(page)
    await expect(schedule).toContainText(
      /Monthly, on the 1st at 7:00 AM · Next \d\d\/01\/\d{4}, 7:00 AM/,
    )
    await editButton.click()
    await expect(editButton).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByText('Weekly').first().click()
    await press(dialog, 'Save changes', 'The schedule was changed')
    await expect(editButton).toBeFocused()
    await editButton.press('Enter')
    await dialog.getByRole('button', { name: 'Cancel editing' }).press('Enter')
    await expect(editButton).toBeFocused()
    await expect(schedule).toContainText('Weekly, on Monday at 7:00 AM · Next')
    await expectAccessible(page, '[role="dialog"]')
  })

  await test.step('the mail has the PDF, and a link to the view', async () => {
    const sendButton = schedule.getByRole('button', { name: /^Send now/ })
    await sendButton.click()
    await expect(schedule).toContainText('Last sent', { timeout: 20_000 })
    await expect(sendButton).toBeFocused()
    const mail = await mailAbout(
      request,
      accounts.tradeDesk,
      `${name} · Reporting > SLVs`,
    )
    expect(mail.attachments.map(({ name }) => name)).toEqual([
      'Reporting-Slv.pdf',
    ])
    const link = /http\S+single-loan-variance\?\S+/.exec(mail.text)?.[0] ?? ''
    await page.goto(link)
    await expect(
      page.getByRole('button', { name: `Remove filter Sellers: ${quiet}` }),
    ).toBeVisible()
  })

  await test.step('it can be paused', async () => {
    await openSchedules(page)
    await schedule.getByRole('button', { name: /^Pause / }).click()
    await expect(schedule).toContainText('Paused')
    await expect(
      schedule.getByRole('button', { name: /^Resume/ }),
    ).toBeFocused()
    await editButton.click()
    await expect(dialog).toContainText('It stays paused when you save')
    await expect(nameField).toHaveValue(name)
  })

  await test.step('it is deleted while it is edited, which resets the form', async () => {
    const deleteButton = schedule.getByRole('button', { name: /^Delete / })
    await deleteButton.press('Enter')
    await expect(schedule.getByRole('button', { name: /^Keep / })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(deleteButton).toBeFocused()
    await page.keyboard.press('Enter')
    await schedule
      .getByRole('button', { name: `Delete ${name} now` })
      .press('Enter')
    await expectToast(page, 'The schedule was deleted')
    await expect(dialog).toContainText('None yet')
    await expect(
      dialog.getByRole('heading', { name: 'Your schedules' }),
    ).toBeFocused()
    await expect(nameField).toHaveValue('')
    await expect(
      dialog.getByRole('button', { name: 'Email this view' }),
    ).toBeVisible()
  })
})
