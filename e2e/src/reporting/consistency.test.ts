import type { Consistency } from '@portal/contract/reporting/consistency'
import { listWhyNormal } from '@portal/contract/reporting/consistency'
import { readXlsx } from 'hucre/xlsx'
import { get } from '../lib/calls.ts'
import { download } from '../lib/files.ts'
import { press } from '../lib/page.ts'
import { expectSound, wide } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

const home = '/reporting/consistency'

test('consistency shows exceptions that have become routine and opposite outcomes, and a new limit can be simulated', async ({
  admin,
}) => {
  const { page } = admin
  const figures: Consistency = await get(admin, `/api/v1${home}`)
  const [pair] = figures.opposites
  const normal = figures.rules.filter((rule) => listWhyNormal(rule).length > 0)
  expect(pair).toBeDefined()
  expect(normal.length).toBeGreaterThan(0)

  await page.setViewportSize(wide)
  await page.goto('/reporting/single-loan-variance')
  await page
    .getByRole('navigation', { name: 'Reporting' })
    .getByRole('link', { name: 'Consistency' })
    .click()
  await expect(page).toHaveTitle(/^Reporting > Consistency/)
  await expect(
    page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Reporting' }),
  ).toHaveAttribute('aria-current', 'page')
  const rules = page.getByRole('region', {
    name: 'Table of guidelines and programs',
    exact: true,
  })
  await expect(rules.getByRole('row').first()).toBeVisible()
  await expectSound(page)
  await page.setViewportSize(wide)

  await test.step('a figure opens the list of exactly its SLVs', async () => {
    const [first] = figures.rules
    await page
      .getByRole('link', { name: /^Requested: / })
      .first()
      .click()
    await expect(page).toHaveURL(/\/slv\/department\?.*like=/)
    await expect(page.getByText(/^[\d,]+ results?$/)).toHaveText(
      first?.asked === 1
        ? '1 result'
        : `${first?.asked.toLocaleString('en-US')} results`,
    )
    await page.goBack()
  })

  await test.step('an approval and a denial of like requests are side by side', async () => {
    const opposites = page.getByRole('region', {
      name: 'Table of opposite outcomes',
    })
    const row = opposites.getByRole('row').nth(1)
    await expect(row).toContainText(pair?.approvedCase.summary ?? '')
    await expect(row).toContainText(pair?.declinedCase.summary ?? '')
    await expect(
      row.getByRole('link', { name: `Loan ${pair?.declinedCase.loanNumber}` }),
    ).toHaveAttribute('href', new RegExp(`${pair?.declinedCase.id}$`))
  })

  await test.step('the exceptions are downloaded for the filter', async () => {
    const file = await download(page, () => press(page, 'Download Excel'))
    expect(file.name).toBe('Exceptions.xlsx')
    const [sheet] = (await readXlsx(file.bytes)).sheets
    expect(sheet?.rows[0]?.[0]).toBe('Exception ID')
    expect(sheet?.rows.length).toBeGreaterThan(1)
  })

  await test.step('a filter without requests says so, and is cleared', async () => {
    await page.goto(`${home}?timeframe=CUSTOM&from=2001-01-01&to=2001-01-02`)
    await expect(
      page.getByRole('heading', { name: 'No results' }),
    ).toBeVisible()
    await page
      .getByRole('main')
      .getByRole('button', { name: 'Clear All' })
      .last()
      .click()
    await expect(rules.getByRole('row').first()).toBeVisible()
  })

  await test.step('a new limit is simulated in a draft', async () => {
    const becameNormal = page.getByRole('region', {
      name: 'Table of exceptions that have become routine',
    })
    await becameNormal
      .getByRole('link', { name: 'Simulate a new limit' })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'Simulate a new limit' })
    await expect(dialog.getByRole('listitem').first()).toContainText('→')
    await press(dialog, 'Create draft and show its effect')
    await expect(page).toHaveURL(/\/settings\/guidelines\/.*tab=effect/)
    await expect(page.getByRole('tab', { name: 'Effect' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await expect(
      page.getByText(/decided in the last 12 months: .* no longer would/),
    ).toBeVisible()
  })
})

test('people without the department have no consistency', async ({
  underwriter,
  seller,
}) => {
  await underwriter.page.goto(home)
  await expect(underwriter.page).not.toHaveURL(new RegExp(home))
  for (const { request } of [underwriter, seller])
    for (const path of [home, '/reporting/exceptions/download'])
      expect((await request.get(`/api/v1${path}`)).status()).toBe(403)
})
