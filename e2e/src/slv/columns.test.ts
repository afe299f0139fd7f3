import type { Page } from '@playwright/test'
import { expect, test } from '../lib/story.ts'

/** Gives every row of a list the longest figures that it can have. */
const lengthen = (page: Page, url: string, figures: object) =>
  page.route(url, async (route) => {
    const response = await route.fetch()
    const { items, ...rest } = await response.json()
    await route.fulfill({
      response,
      json: {
        ...rest,
        items: items.map((item: object) => ({ ...item, ...figures })),
      },
    })
  })

/** The figures that are wider than their cells. */
const cutFigures = (page: Page) =>
  page.locator('table :is(td, tbody th)').evaluateAll((cells) => {
    const figure = /^[\s\d$,.%−+-]+( Days?)?$/
    return cells
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent)
      .filter((text) => figure.test(text))
  })

const longest = {
  loanAmount: 99_999_999.99,
  ltv: 199.99,
  creditScore: 850,
  turnTime: 1_234,
}

test('no figure in a table is cut, however long it is', async ({
  chief: { page },
}) => {
  await lengthen(page, '**/api/v1/proxy-loans?*', longest)
  await lengthen(page, '**/api/v1/tdocs?*', { turnTime: 1_234 })
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    for (const [path, figure] of [
      ['/slv', '$99,999,999.99'],
      ['/slv/department', '$99,999,999.99'],
      ['/condition-manager', '1,234 Days'],
      ['/reporting/single-loan-variance', '%'],
    ] as const) {
      await page.goto(path)
      await page.evaluate(() => document.fonts.ready)
      await expect(
        page.getByRole('cell').filter({ hasText: figure }).first(),
        path,
      ).toBeAttached()
      await expect
        .poll(() => cutFigures(page), `${path} at ${width}`)
        .toEqual([])
    }
  }
})

test('variances, status and due date are visible at 1440 pixels', async ({
  chief: { page },
}) => {
  await page.goto('/slv/department?due=OVERDUE')
  const row = page.getByRole('table').locator('tbody tr').first()
  await expect(row.getByText(/overdue$/).first()).toBeInViewport({ ratio: 1 })
  for (const heading of ['Variances', 'Status', 'Due'])
    await expect(
      page.getByRole('columnheader', { name: heading, exact: true }),
    ).toBeInViewport({ ratio: 1 })
})
