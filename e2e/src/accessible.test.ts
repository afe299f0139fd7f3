import { type Account, expect, expectSound, press, test } from './lib/story.ts'

/** A screen: its address, and when that ends in '/', the list whose first row it shows. */
type Screen = { path: string; first?: string }

/** Every screen, by account. */
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

for (const [account, screens] of screensOf)
  test(`axe finds nothing on the screens of ${account}`, async ({ as }) => {
    const { page, request } = await as(account)
    for (const { path, first } of screens) {
      await test.step(`${path}${first ?? ''}`, async () => {
        const list = first ? await (await request.get(`/api/v1/proxy-loans?size=1&${first}`)).json() : null
        await page.goto(list ? `${path}${list.items[0].id}` : path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')
        await expectSound(page)
      })
    }
  })

test('axe finds nothing on a draft and the dialogs', async ({
  seller,
  underwriter: { page },
  slvInReview: { id },
  draft,
}) => {
  await seller.page.goto(`/slv/review-request/${draft.id}`)
  await seller.page.getByLabel('Borrower Last Name').fill('')
  await seller.page.getByRole('button', { name: /^1\. FICO/ }).click()
  await press(seller.page, 'Send request')
  await expect(seller.page.getByRole('region', { name: 'Fix these before you send the request' })).toBeVisible()
  await expectSound(seller.page)

  const dialog = page.getByRole('dialog')
  await page.goto('/slv')
  await press(page, 'Filters')
  await expect(page.getByRole('dialog', { name: 'Add Filters' })).toBeVisible()
  await expectSound(page, '[role=dialog]')
  await page.goto(`/slv/manage-request/${id}`)
  for (const name of ['Request documents', 'Request SLR review', 'Request Trade Desk review', 'Make final decision']) {
    await press(page, name)
    await expect(dialog).toBeVisible()
    await expectSound(page, '[role=dialog]')
    await press(page, 'Close')
    await expect(dialog).toHaveCount(0)
  }
})

test('nothing moves for people who prefer reduced motion', async ({ as }) => {
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
