import type { BrowserContextOptions } from '@playwright/test'
import { type Account, expect, expectAccessible, test } from './lib/story.ts'

const looks: [string, BrowserContextOptions][] = [
  ['wide, light', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
  ['narrow, dark', { viewport: { width: 360, height: 780 }, colorScheme: 'dark' }],
]

/** Every screen by who sits at it: its address, or the list in which the first row leads there. */
const screens: { name: string; account: Account; path: string; first?: string }[] = [
  { name: "a seller's list", account: 'colleague', path: '/slv?tableMode=MY_COMPANY' },
  {
    name: "a seller's draft",
    account: 'seller',
    path: '/slv/review-request/',
    first: 'status=DRAFT_RESUBMITTED,DRAFT',
  },
  { name: 'a decided request', account: 'seller', path: '/slv/review-request/', first: 'status=APPROVED' },
  { name: "an underwriter's list", account: 'underwriter', path: '/slv' },
  { name: 'a request to manage', account: 'underwriter', path: '/slv/manage-request/', first: 'status=REVIEW,PENDING' },
  { name: 'the SLR tab', account: 'slr', path: '/slv?tableMode=SLR' },
  { name: 'an SLR request', account: 'slr', path: '/slv/slr-request/', first: 'tableMode=SLR' },
  {
    name: 'a trade desk request',
    account: 'tradeDesk',
    path: '/slv/trade-desk-request/',
    first: 'tableMode=TRADE_DESK',
  },
  { name: 'the department', account: 'chief', path: '/slv/department' },
  {
    name: 'a transferred request',
    account: 'chief',
    path: '/slv/department/review-request/transferred/',
    first: 'tableMode=ALL&departmentTableMode=TRANSFERRED',
  },
  { name: 'a company request', account: 'chief', path: '/slv/review-request/company/', first: 'tableMode=ALL' },
  {
    name: 'a post-close request',
    account: 'chief',
    path: '/slv/post-close-request/',
    first: 'tableMode=ALL&type=POST',
  },
  { name: "a BDD's list", account: 'bdd', path: '/slv' },
  { name: 'what is not there', account: 'bdd', path: '/slv/review-request/00000000-0000-7000-8000-000000000000' },
  { name: 'the page of who has no access yet', account: 'newcomer', path: '/' },
]

for (const [look, options] of looks) {
  for (const { name, account, path, first } of screens) {
    test(`axe finds nothing on ${name} (${look})`, async ({ as }) => {
      const { page, request } = await as(account, options)
      const row = first ? await (await request.get(`/api/v1/proxy-loans?size=1&${first}`)).json() : null
      await page.goto(row ? `${path}${row.items[0]?.id ?? ''}` : path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectAccessible(page)
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(wide, 'the page itself never scrolls sideways').toBeLessThanOrEqual(0)
    })
  }

  test(`axe finds nothing on the sign-in page (${look})`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ ...options, ...(baseURL && { baseURL }) })
    const page = await context.newPage()
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
    await context.close()
  })
}

test('axe finds nothing on the dialogs', async ({ as }) => {
  const { page, request } = await as('underwriter')
  await page.goto('/slv')
  await page.getByRole('button', { name: /Filters/ }).click()
  await expect(page.getByRole('dialog', { name: 'Add Filters' })).toBeVisible()
  await expectAccessible(page)
  const { items } = await (await request.get('/api/v1/proxy-loans?status=REVIEW&size=1')).json()
  await page.goto(`/slv/manage-request/${items[0].id}`)
  for (const name of ['Request documents', 'Request SLR review', 'Request Trade Desk review']) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})
