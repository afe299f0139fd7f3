import type { BrowserContextOptions, Page } from '@playwright/test'
import { type Account, draftOf, expect, expectAccessible, press, test } from './lib/story.ts'

const looks: [string, BrowserContextOptions][] = [
  ['wide and light', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
  ['narrow and dark', { viewport: { width: 360, height: 780 }, colorScheme: 'dark' }],
]

/** A screen: its address, and when that ends in '/', the list whose first row it shows. */
type Screen = { path: string; first?: string }

/** Every screen, by who sits at it. */
const screensOf: [Account, Screen[]][] = [
  ['seller', [{ path: '/slv/review-request/', first: 'status=APPROVED' }]],
  ['colleague', [{ path: '/slv' }, { path: '/slv?tableMode=MY_COMPANY' }]],
  ['underwriter', [{ path: '/slv' }, { path: '/slv/manage-request/', first: 'status=REVIEW,PENDING' }]],
  ['slr', [{ path: '/slv?tableMode=SLR' }, { path: '/slv/slr-request/', first: 'tableMode=SLR' }]],
  [
    'tradeDesk',
    [{ path: '/slv?tableMode=TRADE_DESK' }, { path: '/slv/trade-desk-request/', first: 'tableMode=TRADE_DESK' }],
  ],
  [
    'chief',
    [
      { path: '/slv/department' },
      { path: '/slv/department?departmentTableMode=TRANSFERRED' },
      { path: '/slv/department/review-request/', first: 'tableMode=ALL' },
      {
        path: '/slv/department/review-request/transferred/',
        first: 'tableMode=ALL&departmentTableMode=TRANSFERRED',
      },
      { path: '/slv/review-request/company/', first: 'tableMode=ALL' },
      { path: '/slv/post-close-request/', first: 'tableMode=ALL&type=POST' },
    ],
  ],
  ['bdd', [{ path: '/slv' }, { path: '/slv/review-request/00000000-0000-7000-8000-000000000000' }]],
  ['newcomer', [{ path: '/' }]],
]

/** The page has come to rest; axe finds nothing on it, and it does not scroll sideways. */
const expectSound = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expectAccessible(page)
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(beyond, 'the page itself never scrolls sideways').toBeLessThanOrEqual(0)
}

for (const [look, options] of looks) {
  for (const [account, screens] of screensOf) {
    test(`axe finds nothing on the screens of ${account}, ${look}`, async ({ as }) => {
      const { page, request } = await as(account, options)
      for (const { path, first } of screens) {
        await test.step(`${path}${first ?? ''}`, async () => {
          const list = first ? await (await request.get(`/api/v1/proxy-loans?size=1&${first}`)).json() : null
          await page.goto(list ? `${path}${list.items[0].id}` : path)
          await expectSound(page)
        })
      }
    })
  }

  test(`axe finds nothing on a draft and on what keeps it from being sent, ${look}`, async ({ as, freshLoan }) => {
    const seller = await as('seller', options)
    const { id } = await draftOf(seller, await freshLoan())
    const { page } = seller
    await page.goto(`/slv/review-request/${id}`)
    await expectSound(page)
    await page.getByLabel('Borrower Last Name').fill('')
    await page.getByRole('button', { name: /^1\. FICO/ }).click()
    await press(page, 'Send request')
    await expect(page.getByRole('region', { name: 'Fix these before you send the request' })).toBeVisible()
    await expectSound(page)
  })

  test(`axe finds nothing on the sign-in page and at LoanDock, ${look}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ ...options, ...(baseURL && { baseURL }) })
    const page = await context.newPage()
    await page.goto('/')
    await expectSound(page)
    await page.getByRole('link', { name: 'Continue with LoanDock' }).click()
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
    await expectSound(page)
    await context.close()
  })
}

test('nothing moves for who asks for less motion', async ({ as }) => {
  const { page } = await as('chief', { reducedMotion: 'reduce' })
  for (const path of ['/slv/department', '/condition-manager', '/reporting/single-loan-variance']) {
    await page.goto(path)
    await expect(page.getByRole('table').first()).toBeVisible()
    const moving = await page.evaluate(() => {
      const longest = (times: string) => Math.max(...times.split(',').map(Number.parseFloat))
      return [...document.querySelectorAll('body, body *')].flatMap((element) =>
        ['', '::before', '::after'].flatMap((part) => {
          const { transitionDuration, animationName, animationDuration } = getComputedStyle(element, part || null)
          const isMoving = longest(transitionDuration) > 0.001 || longest(animationDuration) > 0.001
          return isMoving ? [`${element.className}${part} ${animationName}`] : []
        }),
      )
    })
    expect(moving).toEqual([])
  }
})

test('axe finds nothing on the dialogs', async ({ as }) => {
  const dialog = '[role=dialog]'
  const { page, request } = await as('underwriter')
  await page.goto('/slv')
  await press(page, 'Filters')
  await expect(page.getByRole('dialog', { name: 'Add Filters' })).toBeVisible()
  await expectAccessible(page, dialog)
  const { items } = await (await request.get('/api/v1/proxy-loans?status=REVIEW&size=1')).json()
  await page.goto(`/slv/manage-request/${items[0].id}`)
  for (const name of ['Request documents', 'Request SLR review', 'Request Trade Desk review', 'Make final decision']) {
    await press(page, name)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, dialog)
    await press(page, 'Close')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})
