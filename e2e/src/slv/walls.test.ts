import { type Account, expect, inReview, test } from '../lib/story.ts'

test('a seller finds nothing internal in any answer, nor in the history, its people, its edits or the waiting time', async ({
  as,
  freshLoan,
}) => {
  const [seller, admin, underwriter, slr] = [
    await as('seller'),
    await as('admin'),
    await as('underwriter'),
    await as('slr'),
  ]
  const { id } = await inReview(seller, admin, underwriter, await freshLoan())
  const own = `/api/v1/proxy-loan/${id}`
  const { waitingSince } = await (await seller.request.get(own)).json()
  const internal = {
    decisionCommentsInternal: 'canary-internal-comment',
    decisionComment: 'canary-prepared-decision',
    temporaryStatus: 'DECLINED',
  }
  expect((await underwriter.request.patch(own, { data: internal })).status()).toBe(200)
  for (const [who, action] of [
    [underwriter, 'set-slr-pending'],
    [slr, 'set-slr-review'],
  ] as const) {
    const data = { statusComment: 'canary-status-comment' }
    expect((await who.request.post(`/api/v1/proxy-loan/underwriter/${id}/${action}`, { data })).status()).toBe(200)
  }
  const reviewer = await (await slr.request.get('/api/v1/auth/profile')).json()

  const { page } = seller
  const answers: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) answers.push(await response.text().catch(() => ''))
  })
  await page.goto('/slv')
  await expect(page.getByRole('table')).toBeVisible()
  await page.goto(`/slv/review-request/${id}?tab=history`)
  const panel = page.getByRole('tabpanel', { name: 'History' })
  await expect(panel).toContainText('Started the review')
  await expect(page.getByRole('main')).toContainText(/Waiting on Anna Lindqvist, underwriter, since/)
  await expect(page.getByRole('button', { name: /^SLA/ })).toHaveCount(0)
  await panel.getByRole('button', { name: 'Filter', exact: true }).click()
  await panel.getByRole('combobox', { name: 'What' }).click()
  await expect(page.getByRole('option', { name: 'Withdrawal' })).toBeVisible()
  await expect(page.getByRole('option', { name: /SLR|Trade desk|Comments/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await panel.getByRole('combobox', { name: 'Who' }).click()
  await expect(page.getByRole('option', { name: 'Anna Lindqvist' })).toBeVisible()
  await expect(page.getByRole('option', { name: reviewer.name })).toHaveCount(0)
  await page.goto(`/slv/review-request/${id}?tab=history&history=edits`)
  await expect(panel).toContainText('No edits')
  await page.waitForLoadState('networkidle')

  expect((await (await seller.request.get(own)).json()).waitingSince).toBe(waitingSince)
  expect((await seller.request.get(`/api/v1/sla/proxy-loan/${id}/explanation`)).status()).toBe(403)
  expect(answers.length).toBeGreaterThan(4)
  for (const secret of ['canary-', 'SLR_', 'set-slr', 'SlaStatus', 'temporaryStatus', reviewer.name])
    expect(
      answers.filter((answer) => answer.includes(secret)),
      secret,
    ).toEqual([])
})

const walls: [Account, menu: string[], refused: string[], home?: RegExp][] = [
  ['seller', ['SLVs'], ['/slv/department', '/reporting', '/settings/permissions']],
  ['underwriter', ['Tdocs', 'My Own', 'Reporting'], ['/slv/department', '/settings/transmittals', '/nothing']],
  ['chief', ['Tdocs', 'My Own', 'Department', 'Reporting'], ['/e-folder', '/settings/sla-management']],
  [
    'tradeDesk',
    ['Tdocs', 'My Own', 'Reporting'],
    ['/slv/department', '/slv/slr-request/00000000-0000-7000-8000-000000000000'],
  ],
  ['bdd', ['SLVs'], ['/slv/department', '/reporting']],
  ['newcomer', [], ['/slv', '/slv/department'], /\/$/],
]

test('every role has its menu, and is sent home from other screens', async ({ as }) => {
  for (const [account, menu, refused, home = /\/slv$/] of walls) {
    await test.step(account, async () => {
      const { page } = await as(account)
      for (const path of ['/', ...refused]) {
        await page.goto(path)
        await expect(page, path).toHaveURL(home)
      }
      // The first link is the brand, which leads home.
      const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
      await expect(links).toHaveText([/Buyer/, ...menu])
    })
  }
})

test("another company's SLV is not found, and a BDD can only read their sellers'", async ({ as, freshLoan }) => {
  const [seller, admin, underwriter, stranger, bdd] = [
    await as('seller'),
    await as('admin'),
    await as('underwriter'),
    await as('stranger'),
    await as('bdd'),
  ]
  const { id, buyerLoan, borrowerLastName } = await inReview(seller, admin, underwriter, await freshLoan())
  await stranger.page.goto(`/slv/review-request/${id}`)
  const main = stranger.page.getByRole('main')
  await expect(main).toContainText(/not found|cannot be found|no SLV/i)
  await expect(main).not.toContainText(buyerLoan ?? '-')
  await expect(main).not.toContainText(borrowerLastName ?? '-')
  const looked = await stranger.request.get(`/api/v1/loans/check-loan/${buyerLoan}`)
  expect(looked.status()).toBe(404)

  await bdd.page.goto(`/slv/review-request/${id}`)
  await expect(bdd.page.getByRole('heading', { level: 1 })).toContainText(borrowerLastName ?? '')
  await expect(bdd.page.getByRole('button', { name: /decision|documents|withdraw|save/i })).toHaveCount(0)
})
