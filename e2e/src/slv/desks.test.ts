import { expect, expectAccessible, get, test } from '../lib/story.ts'

test('SLR has its own cards and clock, on its list and on an SLV opened from it', async ({ slr }) => {
  const { page } = slr
  await page.goto('/slv?tableMode=SLR')
  const cards = page.getByRole('group', { name: 'List totals' }).getByRole('button')
  await expect(cards).toHaveText([
    /^Total/,
    /^Waiting/,
    /^Mine/,
    /^Info requested/,
    /^Completed/,
    /^Due today/,
    /^Overdue/,
  ])
  await expect(page.getByRole('columnheader', { name: /^SLR SLA/ })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: /^SLA/ })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: /^Due/ })).toHaveAttribute('aria-sort', 'ascending')
  await expectAccessible(page)

  await cards.filter({ hasText: 'Waiting' }).click()
  await expect(page).toHaveURL(/status=SLR_PENDING(,|%2C)SLR_INFO_RECEIVED/)
  const { items } = await get(slr, '/api/v1/proxy-loans', {
    ...{ tableMode: 'SLR', status: 'SLR_PENDING', sortBy: 'dueAt', sortType: 'asc' },
  })
  const late: number = items[0].slrSlaStatus.days
  await page.goto(`/slv/slr-request/${items[0].id}`)
  const header = page.getByRole('main')
  await expect(header.getByText(late > 0 ? `SLR ${late} day` : 'SLR due')).toBeVisible()
  await expect(header.getByRole('button', { name: /^SLR/ })).toBeVisible()
})
