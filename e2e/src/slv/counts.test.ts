import type { Page } from '@playwright/test'
import type { Profile } from '@portal/contract/auth/api'
import { startModeFor } from '@portal/contract/slv/table-mode'
import { get, profileOf } from '../lib/calls.ts'
import type { Account, Someone } from '../lib/people.ts'
import { signInByMail } from '../lib/reviewer.ts'
import { expect, test } from '../lib/story.ts'
import { untilLoaded } from '../lib/until-loaded.ts'

/** A link that shows a number (at least that many, as '99+') and opens a list. */
type Figure = { text: string; value: number; isCut: boolean; href: string }

/**
 * The figures of the open page that link to a list of SLVs or Tdocs. Numbers in
 * parentheses explain a figure.
 */
const findFigures = (page: Page): Promise<Figure[]> =>
  page.evaluate(() => {
    const lists = ['/slv', '/slv/department', '/condition-manager']
    const figures: Figure[] = []
    for (const link of document.querySelectorAll<HTMLAnchorElement>(
      'a[href]',
    )) {
      if (!lists.includes(link.pathname) || !link.checkVisibility()) continue
      const text = link.textContent.replaceAll(/\s+/g, ' ').trim()
      const unexplained = text.replaceAll(/\([^)]*\)/g, '')
      const [number, ...others] = unexplained.match(/\d[\d,]*\+?/g) ?? []
      if (number === undefined || others.length > 0) continue
      figures.push({
        text,
        value: Number(number.replaceAll(/[,+]/g, '')),
        isCut: number.endsWith('+'),
        href: link.pathname + link.search,
      })
    }
    return figures
  })

/** The call of the list that an address opens. */
function toListCall(
  href: string,
  profile: Profile,
): { path: string; query: Record<string, string> } {
  const { pathname, searchParams } = new URL(href, 'http://portal')
  const {
    page: _page,
    size: _size,
    view: _view,
    ...search
  } = Object.fromEntries(searchParams)
  if (pathname === '/condition-manager') {
    const startTab = profile.role === 'TPR' ? 'ALL' : 'NEW'
    const { filterByValue = startTab, ...filters } = search
    const query = { filterBy: 'status', ...filters }
    return {
      path: '/api/v1/tdocs',
      query: filterByValue === 'ALL' ? query : { ...query, filterByValue },
    }
  }
  const path = '/api/v1/proxy-loans'
  if (pathname === '/slv/department')
    return { path, query: { ...search, tableMode: 'ALL' } }
  if (search.tableMode) return { path, query: search }
  // The short address of the first tab.
  const tableMode = startModeFor({ ...profile, companyId: '' }) ?? 'MY_OWN'
  const isOwnWork =
    profile.role === 'UNDERWRITER' &&
    tableMode === 'MY_OWN' &&
    Object.keys(search).length === 0
  return {
    path,
    query: { ...search, tableMode, ...(isOwnWork && { part: 'OPEN' }) },
  }
}

/**
 * The figures of the open page that differ from the list that they open.
 * `checked` has the links whose figure was right before; others are added.
 */
async function findWrongFigures(
  { page, request }: Someone,
  profile: Profile,
  checked: Set<string>,
) {
  const known = new Map<string, number>()
  const wrong: string[] = []
  const figures = await findFigures(page)
  for (const { text, value, isCut, href } of figures) {
    const link = `${text.replaceAll(/[\d,]+/g, '')} ${href}`
    if (checked.has(link)) continue
    const { path, query } = toListCall(href, profile)
    const key = JSON.stringify({ path, query })
    const total: number =
      known.get(key) ??
      (await get({ request }, path, { ...query, size: '1' })).total
    known.set(key, total)
    const isRight = isCut ? total >= value : total === value
    if (isRight) checked.add(link)
    else wrong.push(`${text}: the list has ${total} (${href})`)
  }
  return { figures, wrong }
}

/** Opens a list. Returns its address, and those of its tabs. */
async function openList(page: Page, start: string): Promise<string[]> {
  await untilLoaded(page, () => page.goto(start))
  const tabs = page
    .getByRole('navigation', { name: /^(Lists|Tabs|Tables)$/ })
    .getByRole('link')
  const addresses = await tabs.evaluateAll((links) =>
    links.flatMap((link) => link.getAttribute('href') ?? []),
  )
  return [...new Set([start, ...addresses])]
}

/**
 * Opens the lists of a person, each by its tab, and returns the most figures
 * that one has. Figures that someone else's work changed meanwhile are read
 * again.
 */
async function walk(someone: Someone, starts: readonly string[]) {
  const { page } = someone
  const profile = await profileOf(someone)
  let most = 0
  for (const start of starts)
    for (const address of await openList(page, start)) {
      if (address !== start) await untilLoaded(page, () => page.goto(address))
      const checked = new Set<string>()
      await expect(async () => {
        const { figures, wrong } = await findWrongFigures(
          someone,
          profile,
          checked,
        )
        if (wrong.length > 0) await untilLoaded(page, () => page.reload())
        expect(wrong, `${profile.name} at ${address}`).toEqual([])
        if (address === start) expect(figures.length).toBeGreaterThan(0)
        most = Math.max(most, figures.length)
      }).toPass({ timeout: 60_000 })
    }
  return most
}

const walks: readonly (readonly [
  account: Account,
  starts: readonly string[],
  least: number,
])[] = [
  ['seller', ['/slv'], 6],
  ['colleague', ['/slv?tableMode=MY_COMPANY'], 6],
  ['underwriter', ['/slv', '/condition-manager'], 9],
  ['chief', ['/slv', '/slv/department'], 20],
  ['slr', ['/slv'], 10],
  ['tradeDesk', ['/slv'], 10],
  ['admin', ['/slv', '/slv/department'], 20],
  ['bdd', ['/slv'], 8],
]

for (const [account, starts, least] of walks)
  test(`each figure that ${account} sees opens a list with as many rows`, async ({
    as,
  }) => {
    test.slow()
    expect(await walk(await as(account), starts)).toBeGreaterThanOrEqual(least)
  })

test('each figure that a reviewer sees opens a list with as many rows', async ({
  browser,
}) => {
  const context = await browser.newContext({
    baseURL: process.env.PORTAL_URL ?? '',
  })
  const page = await context.newPage()
  await signInByMail(
    page,
    context.request,
    'tpr@orchid.example',
    'demo-Password-2026',
  )
  expect(
    await walk({ page, context, request: context.request }, [
      '/condition-manager',
    ]),
  ).toBeGreaterThan(3)
  await context.close()
})

test('a figure opens its list with the worst first, and leaves the other filters on', async ({
  chief,
}) => {
  const { page } = chief
  await page.goto('/slv/department?type=PRE')
  const card = page
    .getByRole('group', { name: 'List totals' })
    .getByRole('link', { name: /^Overdue/ })
  await card.click()
  await expect(page).toHaveURL(/type=PRE/)
  await expect(page).toHaveURL(/due=OVERDUE/)
  await expect(card).toHaveAttribute('aria-current', 'true')
  await expect(
    page.getByRole('columnheader', { name: /^Due/ }),
  ).toHaveAttribute('aria-sort', 'ascending')
  await expect(async () => {
    const value = (await card.textContent())?.replaceAll(/\D/g, '')
    await expect(page.getByText(`${value} results`)).toBeVisible({
      timeout: 1000,
    })
  }).toPass()

  await page.goto('/slv/department?departmentTableMode=TRANSFERRED')
  await expect(
    page.getByRole('columnheader', { name: /^Due/ }),
  ).toHaveAttribute('aria-sort', 'ascending')
  await expect(
    page.getByRole('columnheader', { name: 'With' }),
  ).toBeInViewport()
  await expect(
    page
      .getByRole('table')
      .getByText(/, (SLR|Trade Desk)$/)
      .first(),
  ).toBeVisible()
})
