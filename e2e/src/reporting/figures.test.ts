import type { Page } from '@playwright/test'
import { choose, expectToast, press } from '../lib/page.ts'
import { expectAccessible, expectSound } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'
import { home, quiet, quietSearch } from './reports.ts'

/** The link of a figure, by its name. */
const figure = (page: Page, of: string) =>
  page.getByRole('link', { name: new RegExp(`^${of}: `) })
const results = (page: Page) => page.getByText(/^[\d,]+ results?$/)

/** Follows a figure's link and expects this many SLVs in the list. */
const expectList = async (page: Page, of: string, wanted: string) => {
  await figure(page, of).first().click()
  await expect(page).toHaveURL(/\/slv\/department\?/)
  await expect(results(page)).toHaveText(
    wanted === '1' ? '1 result' : `${wanted} results`,
  )
  await page.goBack()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Reporting > SLVs' }),
  ).toBeVisible()
}

test('filters are in the address and survive a reload and going back', async ({
  chief: { page, request },
}) => {
  const summary = await request.get('/api/v1/reporting/slv/summary', {
    params: { sellers: quiet },
  })
  const ofSeller = String((await summary.json()).totalRequests)
  await page.goto('/slv')
  await page
    .getByRole('banner')
    .getByRole('link', { name: 'Reporting' })
    .click()
  await expect(page).toHaveURL(new RegExp(`${home}$`))
  await expect(page).toHaveTitle(/^Reporting > SLVs/)

  await press(page, 'Filters')
  const filters = page.getByRole('region', { name: 'Report filters' })
  await choose(filters, 'Sellers', quiet)
  await expect(page).toHaveURL(/sellers=Bramblecote\+Mortgage$/)
  await expect(figure(page, 'Total # of requests')).toHaveText(ofSeller)
  await filters.getByRole('checkbox', { name: 'Pre-Close' }).check()
  await expect(page).toHaveURL(/type=PRE/)
  await expect(
    page.getByRole('button', { name: 'Remove filter Type: Pre-Close' }),
  ).toBeVisible()

  await page.reload()
  await expect(
    page.getByRole('button', { name: 'Remove filter Type: Pre-Close' }),
  ).toBeVisible()
  await expect(
    page.getByRole('button', { name: `Remove filter Sellers: ${quiet}` }),
  ).toBeVisible()
  await expect(
    filters.getByRole('checkbox', { name: 'Pre-Close' }),
  ).toBeChecked()
  await page.goBack()
  await expect(
    page.getByRole('button', { name: 'Remove filter Type: Pre-Close' }),
  ).toHaveCount(0)
  await expect(results(page)).toHaveText(`${ofSeller} results`)
  const { height } = (await filters.boundingBox()) ?? {}

  await filters.getByRole('combobox', { name: 'Status' }).click()
  for (const status of [
    'Review Pending',
    'Pending Documents',
    'Documents Sent',
  ])
    await page.getByRole('option', { name: status, exact: true }).click()
  await expect(
    page.getByRole('button', {
      name: /^Remove filter Status: .*Documents Sent/,
    }),
  ).toBeVisible()
  await expect
    .poll(() => filters.boundingBox(), 'the figures stay where they are')
    .toMatchObject({ height })
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Clear All' }).first().click()
  await expect(page).toHaveURL(new RegExp(`${home}$`))
  await expect(results(page)).not.toHaveText(`${ofSeller} results`)
})

test('each figure explains itself and links to as many SLVs as it counts', async ({
  chief: { page },
}) => {
  await page.goto(`${home}?${quietSearch}`)
  // Averages have 2 decimals at most (spec.md §9).
  await expect(figure(page, 'Avg. DSCR')).toHaveText(/^\d+\.\d\d$/)
  const requests =
    (await figure(page, 'Total # of requests').textContent()) ?? ''
  expect(Number(requests)).toBeGreaterThan(2)
  await press(page, 'Turn time')
  const definition = page.getByRole('region', { name: 'What Turn time is' })
  await expect(definition).toContainText('Decided requests in the filter')
  await expect(definition).toContainText(/: \d+ requests?\./)
  await page.keyboard.press('Escape')

  await expectList(page, 'Total # of requests', requests)
  const completed = page
    .getByRole('row', { name: /^Completed/ })
    .locator('small')
  await expectList(page, 'Completed', (await completed.textContent()) ?? '')
  const reason = page
    .getByRole('table', { name: 'Top Reasons' })
    .getByRole('row')
    .nth(1)
  const name = await reason.getByRole('rowheader').textContent()
  await figure(page, name ?? '').click()
  await expect(
    page.getByRole('button', { name: `Remove filter Variance: ${name}` }),
  ).toBeVisible()
  await page.goBack()

  await page.getByRole('button', { name: 'Show as table' }).click()
  const month = page
    .getByRole('region', { name: 'Requests by month' })
    .getByRole('link')
    .last()
  const [, label, requested] =
    /^(.*?): ([\d,]+),/.exec((await month.getAttribute('aria-label')) ?? '') ??
    []
  await expectList(page, label ?? '', requested ?? '')
})

test('top lists grow to ten, and the capacity table is sorted and filtered', async ({
  chief: { page },
}) => {
  await page.goto(home)
  const programs = page
    .getByRole('table', { name: 'Top Programs' })
    .getByRole('rowheader')
  await expect(programs).toHaveCount(5)
  await page.getByRole('button', { name: 'Show More' }).click()
  await expect(programs).toHaveCount(10)
  await expect(page).toHaveURL(/topLimit=10/)
  await page.getByRole('button', { name: 'Show Less' }).click()
  await expect(programs).toHaveCount(5)

  const capacity = page.getByRole('region', { name: 'Underwriter Capacity' })
  await expect(
    capacity.getByRole('columnheader', { name: 'Completed' }),
  ).toBeVisible()
  await expect(capacity.getByRole('rowheader').first()).toHaveText(
    'Anna Lindqvist',
  )
  const units = capacity.getByRole('columnheader', { name: 'Total units' })
  await units.getByRole('button').click()
  await expect(page).toHaveURL(/uwcSortBy=totalUnits&uwcSortType=desc/)
  await expect(units).toHaveAttribute('aria-sort', 'descending')
  await units.getByRole('button').click()
  await expect(units).toHaveAttribute('aria-sort', 'ascending')
  const countsOfRows = async () => {
    const shown = await capacity
      .getByRole('link', { name: /^(?!Total).*, total units: / })
      .allTextContents()
    return shown.map((count) => Number(count.replaceAll(',', '')))
  }
  // The heading is marked at the click; the rows come with the next response.
  await expect(async () => {
    const counts = await countsOfRows()
    expect(counts.length).toBeGreaterThan(2)
    expect(counts).toEqual(counts.toSorted((one, other) => one - other))
  }).toPass()

  // The figures of a seller whose SLVs no other story changes.
  await page.goto(`${home}?${quietSearch}`)
  await capacity.getByText('By month').click()
  await expect(page).toHaveURL(/countBy=MONTH/)
  await expect(
    capacity.getByRole('columnheader', { name: 'Completed' }),
  ).toHaveCount(0)
  await capacity.getByRole('button', { name: 'Table filters' }).click()
  await capacity.getByRole('combobox', { name: 'Status group' }).click()
  await page.getByRole('option', { name: 'Completed' }).click()
  await expect(page).toHaveURL(/statuses=COMPLETED/)
  await page.keyboard.press('Escape')
  await expect(
    capacity.getByRole('button', {
      name: 'Remove filter Status group: Completed',
    }),
  ).toBeVisible()
  const total = capacity.getByRole('link', { name: /, total units: / }).first()
  const shown = await total.textContent()
  await total.click()
  await expect(
    page.getByRole('button', { name: 'Remove filter Status: All Completed' }),
  ).toBeVisible()
  await expect(results(page)).toHaveText(
    shown === '1' ? '1 result' : `${shown} results`,
  )
})

test('the table shows the first 50 underwriters until all are requested', async ({
  chief: { page },
}) => {
  await page.route('**/reporting/slv/table*', async (route) => {
    const response = await route.fetch()
    const table = await response.json()
    const more = Array.from({ length: 60 }, (_, index) => {
      return {
        ...table.rows[0],
        underwriterId: crypto.randomUUID(),
        underwriter: `Zora ${index + 1}`,
      }
    })
    await route.fulfill({
      response,
      json: { ...table, rows: [...table.rows, ...more] },
    })
  })
  await page.goto(home)
  const capacity = page.getByRole('region', { name: 'Underwriter Capacity' })
  const people = capacity.locator('tbody').getByRole('rowheader')
  await expect(people).toHaveCount(50)
  await capacity
    .getByRole('button', { name: /^Show all \d+ underwriters$/ })
    .click()
  await expect(people.last()).toHaveText('Zora 60')
  await expect(capacity.getByRole('rowheader').last()).toHaveText('Total')
  await capacity
    .getByRole('button', { name: 'Show the first 50 underwriters' })
    .click()
  await expect(people).toHaveCount(50)
})

test('filters without a match say so, and a failed request can be retried', async ({
  chief: { page },
}) => {
  await page.goto(`${home}?timeframe=CUSTOM&from=1999-01-01&to=1999-01-31`)
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear All' }).last().click()
  await expect(figure(page, 'Total # of requests')).toBeVisible()

  await page.route('**/reporting/slv/*', (route) =>
    route.fulfill({ status: 500, json: {} }),
  )
  await page.goto(`${home}?type=POST`)
  await expect(
    page.getByRole('heading', { name: 'Couldn’t load the figures' }),
  ).toBeVisible()
  await expect(
    page.getByRole('heading', { name: 'Couldn’t load the table' }),
  ).toBeVisible()
  await expectToast(page, 'Failed to get the report table')
  await page.unroute('**/reporting/slv/*')
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(figure(page, 'Total # of requests')).toBeVisible()
})

/** The widths of the chart cards, by their titles. */
const chartWidths = async (page: Page) => {
  const cards = page.locator('section[data-span]')
  await expect(cards).toHaveCount(11)
  const widths = await cards.evaluateAll((all) =>
    all.map(
      (card) =>
        [
          card.querySelector('h3')?.textContent,
          card.getBoundingClientRect().width,
        ] as const,
    ),
  )
  return new Map(widths)
}

test('the printed page has wider charts and no controls', async ({
  chief: { page },
  seller,
}) => {
  await page.goto(home)
  const usual = await chartWidths(page)
  await expect(page.getByRole('button', { name: 'Show More' })).toBeVisible()
  await page.goto(`${home}?mode=download`)
  await expect(page).toHaveURL(`${home}/download?mode=download`)
  const wide = await chartWidths(page)
  await expect(page.getByRole('button', { name: 'Show More' })).toHaveCount(0)
  for (const [title, width] of usual)
    expect(wide.get(title), title).toBeGreaterThan(width)

  await page.goto(
    `${home}?mode=download&${quietSearch}&type=PRE&statuses=COMPLETED`,
  )
  await expect(page).toHaveURL(/\/reporting\/single-loan-variance\/download\?/)
  await expect(page.locator('[data-print="ready"]')).toBeVisible()
  const sheet = page.getByRole('article', { name: 'Reporting > SLVs' })
  await expect(sheet.getByRole('button')).toHaveCount(0)
  await expect(sheet.getByRole('link')).toHaveCount(0)
  await expectAccessible(page)

  await seller.page.goto(`${home}/download`)
  await expect(
    seller.page.getByRole('heading', {
      name: 'Only underwriters can see Reporting',
    }),
  ).toBeVisible()
  await seller.page.goto('/reporting')
  await expect(seller.page).toHaveURL(/\/slv$/)
})

test('the figures are accessible', async ({ chief: { page } }) => {
  await page.goto(`${home}?type=PRE`)
  await expect(page.getByRole('row', { name: /^Total/ })).toBeVisible()
  const byProgram = page.getByRole('table', {
    name: 'Average Loan Amount By Program',
  })
  const amounts = byProgram.locator('tfoot').getByText(/^\$[\d.]+M$/)
  await expect(amounts.last()).toBeVisible()
  await page.getByRole('button', { name: /^Filters/ }).click()
  await expect(page.getByRole('combobox', { name: 'Sellers' })).toBeVisible()
  // The chart is hidden from screen readers; the printed page is checked with
  // it.
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expectSound(page)

  // Old figures have less color and enough contrast while the next ones load.
  await page.route('**/reporting/slv/summary?*', () => {})
  await page.getByRole('checkbox', { name: 'Post-Close' }).check()
  await expect(page.getByText('Refreshing the figures')).toBeAttached()
  await expectSound(page, '[data-stale]')
})
