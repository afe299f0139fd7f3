import { type Account, expect, inReview, test } from '../lib/story.ts'

/** Words of an SLV that stay within the buyer's house; each is looked for in every answer that a seller gets. */
const secrets = ['canary-status-comment', 'canary-internal-comment', 'canary-prepared-decision']

test('a seller finds nothing of the inside in any answer', async ({ as, freshLoan }) => {
  const [seller, admin, underwriter] = [await as('seller'), await as('admin'), await as('underwriter')]
  const { id } = await inReview(seller, admin, underwriter, await freshLoan())
  const saved = await underwriter.request.patch(`/api/v1/proxy-loan/${id}`, {
    data: { decisionCommentsInternal: secrets[1], decisionComment: secrets[2], temporaryStatus: 'DECLINED' },
  })
  expect(saved.status()).toBe(200)
  const sent = await underwriter.request.post(`/api/v1/proxy-loan/underwriter/${id}/set-slr-pending`, {
    data: { statusComment: secrets[0] },
  })
  expect(sent.status()).toBe(200)

  const answers: string[] = []
  seller.page.on('response', async (response) => {
    if (response.url().includes('/api/')) answers.push(await response.text().catch(() => ''))
  })
  await seller.page.goto('/slv')
  await expect(seller.page.getByRole('table')).toBeVisible()
  await seller.page.goto(`/slv/review-request/${id}`)
  await seller.page.getByRole('tab', { name: 'History' }).click()
  await expect(seller.page.getByRole('tabpanel', { name: 'History' })).toContainText('Started the review')
  await seller.page.waitForLoadState('networkidle')

  expect(answers.length).toBeGreaterThan(4)
  for (const secret of [...secrets, 'SLR_PENDING', 'set-slr-pending', 'groupSlaStatus', 'temporaryStatus'])
    expect(
      answers.filter((answer) => answer.includes(secret)),
      secret,
    ).toEqual([])
})

const walls: { account: Account; menu: string[]; refused: string[]; home: RegExp }[] = [
  {
    account: 'seller',
    menu: ['SLVs'],
    refused: ['/slv/department', '/reporting', '/settings/permissions'],
    home: /\/slv$/,
  },
  {
    account: 'underwriter',
    menu: ['Tdocs', 'My Own', 'Reporting'],
    refused: ['/slv/department', '/nothing'],
    home: /\/slv$/,
  },
  { account: 'chief', menu: ['Tdocs', 'My Own', 'Department', 'Reporting'], refused: ['/e-folder'], home: /\/slv$/ },
  {
    account: 'tradeDesk',
    menu: ['Tdocs', 'My Own', 'Reporting'],
    refused: ['/slv/department', '/slv/slr-request/00000000-0000-7000-8000-000000000000'],
    home: /\/slv$/,
  },
  { account: 'bdd', menu: ['SLVs'], refused: ['/slv/department', '/reporting'], home: /\/slv$/ },
  { account: 'newcomer', menu: [], refused: ['/slv', '/slv/department'], home: /\/$/ },
]

for (const { account, menu, refused, home } of walls) {
  test(`${account} has the menu of their role, and is sent home from what is not theirs`, async ({ as }) => {
    const { page } = await as(account)
    for (const path of ['/', ...refused]) {
      await page.goto(path)
      await expect(page, path).toHaveURL(home)
    }
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    // The first is the brand, which leads home.
    await expect(links).toHaveText([/Buyer/, ...menu])
  })
}

test("another company's SLV is not found, and says no more", async ({ as, freshLoan }) => {
  const [seller, admin, underwriter, stranger] = [
    await as('seller'),
    await as('admin'),
    await as('underwriter'),
    await as('stranger'),
  ]
  const { id, buyerLoan, borrowerLastName } = await inReview(seller, admin, underwriter, await freshLoan())
  await stranger.page.goto(`/slv/review-request/${id}`)
  const main = stranger.page.getByRole('main')
  await expect(main).toContainText(/not found|cannot be found|no SLV/i)
  await expect(main).not.toContainText(buyerLoan ?? '-')
  await expect(main).not.toContainText(borrowerLastName ?? '-')
  const looked = await stranger.request.get(`/api/v1/loans/check-loan/${buyerLoan}`)
  expect(looked.status()).toBe(404)
})

test('a BDD reads what belongs to their sellers and can do nothing to it', async ({ as, freshLoan }) => {
  const [seller, admin, underwriter, bdd] = [
    await as('seller'),
    await as('admin'),
    await as('underwriter'),
    await as('bdd'),
  ]
  const { id, borrowerLastName } = await inReview(seller, admin, underwriter, await freshLoan())
  await bdd.page.goto(`/slv/review-request/${id}`)
  await expect(bdd.page.getByRole('heading', { level: 1 })).toContainText(borrowerLastName ?? '')
  await expect(bdd.page.getByRole('button', { name: /decision|documents|withdraw|save/i })).toHaveCount(0)
})
