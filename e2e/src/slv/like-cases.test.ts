import type { LikeCases } from '@portal/contract/slv-request/like-cases'
import { get } from '../lib/calls.ts'
import type { Someone } from '../lib/people.ts'
import { expectSound, wide } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

const readCases = async (someone: Someone, id: string): Promise<LikeCases[]> =>
  (await get(someone, `/api/v1/proxy-loan/${id}/like-cases`)).items

/** A variance of the department that other requests are like, as wanted. */
const findCases = async (
  chief: Someone,
  isWanted: (cases: LikeCases) => boolean,
) => {
  const { items } = await get(chief, '/api/v1/proxy-loans', {
    tableMode: 'ALL',
    status: 'RESUBMITTED,PENDING,REVIEW',
    size: '50',
  })
  for (const { id } of items) {
    const cases = (await readCases(chief, id)).find(isWanted)
    if (cases) return { id, cases }
  }
  throw new Error('The demo has no variance like another')
}

test('a variance says how requests like it were decided, and opens exactly these', async ({
  chief,
  seller,
}) => {
  const { page } = chief
  const { id, cases } = await findCases(
    chief,
    ({ asked, conditions }) => asked > 1 && conditions.length > 0,
  )
  await page.setViewportSize(wide)
  await page.goto(`/slv/department/review-request/${id}`)
  const card = page
    .getByRole('article')
    .filter({ hasText: `${cases.asked} like this` })
    .first()
  await card
    .getByRole('button', { name: `${cases.asked} like this`, exact: true })
    .click()
  await expect(card.getByRole('definition').first()).toHaveText(
    String(cases.asked),
  )
  const [condition] = cases.conditions
  const conditions = card.getByRole('list', { name: 'Most common conditions' })
  await expect(conditions.getByRole('listitem')).toHaveCount(
    cases.conditions.length,
  )
  await expect(conditions.getByRole('listitem').first()).toHaveText(
    `${condition?.text} ${condition?.approvals} of ${cases.approved}`,
  )
  await expectSound(page, 'article')
  await page.setViewportSize(wide)
  await card.getByRole('link', { name: 'Open these requests' }).click()
  await expect(page).toHaveURL(/\/slv\/department\?.*like=/)
  const { buyerLoan } = await get(chief, `/api/v1/proxy-loan/${id}`)
  const rows = page.getByRole('table').locator('tbody tr[data-row]')
  await expect(rows).toHaveCount(cases.asked)
  await expect(rows.filter({ hasText: buyerLoan })).toHaveCount(0)

  const { request } = seller
  const own = await get(seller, '/api/v1/proxy-loans', { size: '1' })
  const answer = await request.get(
    `/api/v1/proxy-loan/${own.items[0].id}/like-cases`,
  )
  expect(answer.status()).toBe(403)
})
