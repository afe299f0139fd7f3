import { assignTo, decide, expect, get, profileOf, test } from '../lib/story.ts'

const open = (id: string) => `/slv/manage-request/${id}`

test('two people see each other on an SLV, and who is editing it', async ({
  underwriter,
  chief,
  seller,
  slvInReview: slv,
}) => {
  const [one, other] = [await profileOf(underwriter), await profileOf(chief)]
  await underwriter.page.goto(open(slv.id))
  await chief.page.goto(`/slv/department/review-request/${slv.id}`)
  await seller.page.goto(`/slv/review-request/${slv.id}`)
  const shown = (name: string) => name.replace(/ (\w).*/, ' $1.')
  await expect(underwriter.page.getByText(`${shown(other.name)} is here`)).toBeVisible({ timeout: 15_000 })
  await expect(chief.page.getByText(`${shown(one.name)} is here`)).toBeVisible()
  await expect(seller.page.getByText('is here')).toHaveCount(0)

  await chief.page.goto('/slv/department')
  await expect(underwriter.page.getByText('is here')).toHaveCount(0, { timeout: 10_000 })
})

test('a decision shows up on the open list and page of others, without a reload', async ({
  underwriter,
  chief,
  seller,
  slvInReview: slv,
}) => {
  await chief.page.goto(`/slv/department?search=${slv.buyerLoan}`)
  await seller.page.goto(`/slv/review-request/${slv.id}`)
  const row = chief.page.getByRole('row').filter({ hasText: slv.buyerLoan ?? '' })
  await expect(row).toContainText('In Review')
  await decide(underwriter, slv, { decision: 'NOT_NEEDED', decisionComment: 'Within the guideline' })
  await expect(row).toContainText('Not Needed', { timeout: 15_000 })
  await expect(seller.page.getByText('Not Needed').first()).toBeVisible({ timeout: 15_000 })
})

test('someone reassigns what I have open: it leaves my list', async ({
  underwriter,
  admin,
  chief,
  slvInReview: slv,
}) => {
  const { page } = underwriter
  await page.goto(`/slv?search=${slv.buyerLoan}`)
  const row = page.getByRole('row').filter({ hasText: slv.buyerLoan ?? '' })
  await expect(row).toBeVisible()
  await assignTo(admin, chief, slv.id)
  await expect(row).toHaveCount(0, { timeout: 15_000 })
  expect((await get(chief, `/api/v1/proxy-loan/${slv.id}`)).underwriterName).toBe((await profileOf(chief)).name)
})

test('without a stream, the page polls and shows the same', async ({ underwriter, chief, slvInReview: slv }) => {
  const { page } = chief
  await page.route('**/api/v1/stream*', (route) => route.abort())
  await page.goto(`/slv/department?search=${slv.buyerLoan}`)
  const row = page.getByRole('row').filter({ hasText: slv.buyerLoan ?? '' })
  await expect(row).toContainText('In Review')
  await decide(underwriter, slv, { decision: 'NOT_NEEDED', decisionComment: 'Within the guideline' })
  await expect(row).toContainText('Not Needed', { timeout: 25_000 })
  await expect(page.getByRole('alert')).toHaveCount(0)
})
