import { get, patch, post, profileOf } from '../lib/calls.ts'
import type { Account } from '../lib/people.ts'
import { expect, test } from '../lib/story.ts'
import { untilLoaded } from '../lib/until-loaded.ts'
import { recordAnswers } from '../lib/watched.ts'

test('a seller finds nothing internal in any response', async ({
  seller,
  underwriter,
  slr,
  slvInReview: { id },
}) => {
  const address = `/api/v1/proxy-loan/${id}`
  const { waitingSince } = await get(seller, address)
  await patch(underwriter, address, {
    decisionCommentsInternal: 'canary-internal-comment',
    decisionComment: 'canary-prepared-decision',
    temporaryStatus: 'DECLINED',
  })
  await post(
    underwriter,
    `/api/v1/proxy-loan/underwriter/${id}/set-slr-pending`,
    { statusComment: 'canary-status-comment' },
  )
  await post(slr, `/api/v1/proxy-loan/underwriter/${id}/set-slr-review`)
  const reviewer = await profileOf(slr)

  const { page } = seller
  const answers = recordAnswers(page)
  await page.goto('/slv')
  await expect(page.getByRole('table')).toBeVisible()
  await page.goto(`/slv/review-request/${id}?tab=history`)
  const panel = page.getByRole('tabpanel', { name: 'History' })
  await expect(panel).toContainText('Started the review')
  await expect(page.getByRole('main')).toContainText(
    /Waiting on Anna Lindqvist, underwriter, since/,
  )
  await expect(page.getByRole('button', { name: /^SLA/ })).toHaveCount(0)
  await untilLoaded(page, () =>
    page.goto(`/slv/review-request/${id}?tab=history&history=edits`),
  )
  await expect(panel).toContainText('No edits')

  expect((await get(seller, address)).waitingSince).toBe(waitingSince)
  const explanation = await seller.request.get(
    `/api/v1/sla/proxy-loan/${id}/explanation`,
  )
  expect(explanation.status()).toBe(403)
  expect(answers.length).toBeGreaterThan(4)
  const secrets = [
    'canary-',
    'SLR_',
    'set-slr',
    'SlaStatus',
    'temporaryStatus',
    reviewer.name,
  ]
  const text = answers.join('\n')
  for (const secret of secrets)
    expect(text.includes(secret), secret).toBe(false)
})

type Access = {
  account: Account
  menu: string[]
  /** Screens that lead home. */
  refused: string[]
  home?: RegExp
}

const accesses: Access[] = [
  {
    account: 'seller',
    menu: ['SLVs'],
    refused: ['/slv/department', '/reporting', '/settings/permissions'],
  },
  {
    account: 'underwriter',
    menu: ['Tdocs', 'My Own', 'Reporting'],
    refused: ['/slv/department', '/settings/transmittals', '/nothing'],
  },
  {
    account: 'chief',
    menu: ['Tdocs', 'My Own', 'Department', 'Reporting'],
    refused: ['/e-folder', '/settings/sla-management'],
  },
  {
    account: 'tradeDesk',
    menu: ['Tdocs', 'My Own', 'Reporting'],
    refused: [
      '/slv/department',
      '/slv/slr-request/00000000-0000-7000-8000-000000000000',
    ],
  },
  {
    account: 'bdd',
    menu: ['SLVs'],
    refused: ['/slv/department', '/reporting'],
  },
  {
    account: 'newcomer',
    menu: [],
    refused: ['/slv', '/slv/department'],
    home: /\/$/,
  },
]

test('every role has its menu, and is sent home from other screens', async ({
  as,
}) => {
  for (const { account, menu, refused, home = /\/slv$/ } of accesses) {
    await test.step(account, async () => {
      const { page } = await as(account)
      for (const path of ['/', ...refused]) {
        await page.goto(path)
        await expect(page, path).toHaveURL(home)
      }
      // The first link is the brand, which leads home; saved views come after
      // the menu.
      const links = page
        .getByRole('navigation', { name: 'Main' })
        .locator('a:not([href*="view="])')
      await expect(links).toHaveText([/Buyer/, ...menu, 'Help'])
    })
  }
})

test("another company's SLV is not found, and a BDD can only read their sellers'", async ({
  stranger,
  bdd,
  slvInReview: { id, buyerLoan, borrowerLastName },
}) => {
  await stranger.page.goto(`/slv/review-request/${id}`)
  const main = stranger.page.getByRole('main')
  await expect(main).toContainText(/not found|cannot be found|no SLV/i)
  await expect(main).not.toContainText(buyerLoan ?? '-')
  await expect(main).not.toContainText(borrowerLastName ?? '-')

  await bdd.page.goto(`/slv/review-request/${id}`)
  await expect(bdd.page.getByRole('heading', { level: 1 })).toContainText(
    borrowerLastName ?? '',
  )
  await expect(
    bdd.page.getByRole('button', { name: /decision|documents|withdraw|save/i }),
  ).toHaveCount(0)
})
