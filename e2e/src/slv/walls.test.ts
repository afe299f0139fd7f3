import { get, patch, post, profileOf } from '../lib/calls.ts'
import type { Account } from '../lib/people.ts'
import { expect, test } from '../lib/story.ts'
import { untilLoaded } from '../lib/until-loaded.ts'
import { answersTo } from '../lib/watched.ts'

test('a seller finds nothing internal in any response', async ({
  seller,
  underwriter,
  slr,
  slvInReview: { id },
}) => {
  const own = `/api/v1/proxy-loan/${id}`
  const { waitingSince } = await get(seller, own)
  const internal = {
    decisionCommentsInternal: 'canary-internal-comment',
    decisionComment: 'canary-prepared-decision',
    temporaryStatus: 'DECLINED',
  }
  await patch(underwriter, own, internal)
  const comment = { statusComment: 'canary-status-comment' }
  await post(
    underwriter,
    `/api/v1/proxy-loan/underwriter/${id}/set-slr-pending`,
    comment,
  )
  await post(slr, `/api/v1/proxy-loan/underwriter/${id}/set-slr-review`)
  const reviewer = await profileOf(slr)

  const { page } = seller
  const answers = answersTo(page)
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

  expect((await get(seller, own)).waitingSince).toBe(waitingSince)
  expect(
    (
      await seller.request.get(`/api/v1/sla/proxy-loan/${id}/explanation`)
    ).status(),
  ).toBe(403)
  expect(answers.length).toBeGreaterThan(4)
  for (const secret of [
    'canary-',
    'SLR_',
    'set-slr',
    'SlaStatus',
    'temporaryStatus',
    reviewer.name,
  ])
    expect(answers.join('\n').includes(secret), secret).toBe(false)
})

const walls: [Account, menu: string[], refused: string[], home?: RegExp][] = [
  [
    'seller',
    ['SLVs'],
    ['/slv/department', '/reporting', '/settings/permissions'],
  ],
  [
    'underwriter',
    ['Tdocs', 'My Own', 'Reporting'],
    ['/slv/department', '/settings/transmittals', '/nothing'],
  ],
  [
    'chief',
    ['Tdocs', 'My Own', 'Department', 'Reporting'],
    ['/e-folder', '/settings/sla-management'],
  ],
  [
    'tradeDesk',
    ['Tdocs', 'My Own', 'Reporting'],
    [
      '/slv/department',
      '/slv/slr-request/00000000-0000-7000-8000-000000000000',
    ],
  ],
  ['bdd', ['SLVs'], ['/slv/department', '/reporting']],
  ['newcomer', [], ['/slv', '/slv/department'], /\/$/],
]

test('every role has its menu, and is sent home from other screens', async ({
  as,
}) => {
  for (const [account, menu, refused, home = /\/slv$/] of walls) {
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
      await expect(links).toHaveText([/Buyer/, ...menu])
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
