import { get, patch, post } from '../lib/calls.ts'
import { press } from '../lib/page.ts'
import { expectAccessible, wide } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'
import { untilLoaded } from '../lib/until-loaded.ts'

const desks = [
  {
    desk: 'SLR',
    due: 'SLR',
    heading: 'SLR Due',
    mode: 'SLR',
    account: 'slr',
    path: 'slr-request',
    clock: 'slrSlaStatus',
    cards: [
      'Waiting',
      'SLR In Review',
      'Info requested',
      'SLR Completed',
      'Mine',
    ],
    waiting: ['SLR_PENDING', 'SLR_INFO_RECEIVED'],
  },
  {
    desk: 'TD',
    due: 'trade desk',
    heading: 'Trade Desk Due',
    mode: 'TRADE_DESK',
    account: 'tradeDesk',
    path: 'trade-desk-request',
    clock: 'tdSlaStatus',
    cards: ['Waiting', 'TD In Review', 'TD Completed', 'Mine'],
    waiting: ['TD_PENDING'],
  },
] as const

for (const {
  desk,
  due,
  heading,
  mode,
  account,
  path,
  clock,
  cards: labels,
  waiting,
} of desks)
  test(`${desk} has its own cards and clock, on its list and on an SLV opened from it`, async ({
    as,
  }) => {
    const reviewer = await as(account)
    const { page } = reviewer
    await page.goto(`/slv?tableMode=${mode}`)
    const cards = page
      .getByRole('group', { name: 'List totals' })
      .getByRole('link')
    await expect(cards).toHaveText(
      ['Total', ...labels, 'Due today', 'Overdue'].map(
        (label) => new RegExp(`^${label}`),
      ),
    )
    // One clock: its due date, and no days beside it.
    await expect(
      page.getByRole('columnheader', { name: heading }),
    ).toHaveAttribute('aria-sort', 'ascending')
    await expect(page.getByRole('columnheader', { name: /SLA/ })).toHaveCount(0)
    await expectAccessible(page)

    await cards.filter({ hasText: 'Waiting' }).click()
    await expect(page).toHaveURL(
      new RegExp(`status=${waiting.join('(,|%2C)')}`),
    )
    const { items } = await get(reviewer, '/api/v1/proxy-loans', {
      tableMode: mode,
      status: waiting[0],
      sortBy: 'dueAt',
      sortType: 'asc',
    })
    const late: number = items[0][clock].days
    await page.goto(`/slv/${path}/${items[0].id}`)
    const header = page.getByRole('main')
    // One clock: that of the desk, which explains itself.
    const words = late > 0 ? `^${late} days? overdue` : '^due .+'
    await expect(
      header.getByRole('button', { name: new RegExp(`${words} \\(${due}\\)`) }),
    ).toBeVisible()
    await expect(header.getByRole('button', { name: /^SLA/ })).toHaveCount(0)
  })

test('a header keeps its lines at 1440 pixels when the trade desk starts a review', async ({
  underwriter,
  tradeDesk: { page },
  slvInReview: { id },
}) => {
  const own = `/api/v1/proxy-loan/${id}`
  const desk = `/api/v1/proxy-loan/underwriter/${id}`
  await patch(underwriter, own, {
    borrowerLastName: 'Featherstonehaugh Montgomery Wellesley',
  })
  await post(underwriter, `${desk}/set-td-pending`, {
    statusComment: 'Please price it',
  })
  await page.setViewportSize(wide)
  await untilLoaded(page, () => page.goto(`/slv/trade-desk-request/${id}`))
  const title = page.getByRole('heading', { level: 1 })
  const heightOf = () =>
    title.evaluate(
      (heading) =>
        heading.closest('header')?.parentElement?.getBoundingClientRect()
          .height,
    )
  const before = await heightOf()

  await press(page, 'Start Trade Desk review')
  await expect(page.getByText('TD In Review').first()).toBeVisible()
  expect(await heightOf()).toBe(before)
  await expect(title).toHaveAttribute('title', /Wellesley$/)
})

test('the trade desk sees the suggested price, and takes it with one click', async ({
  underwriter,
  tradeDesk,
  slvInReview: { id, slvRequests },
}) => {
  const { page } = tradeDesk
  const [variance] = slvRequests
  // The demo's grid has no price for misses up to 10 points.
  await patch(
    underwriter,
    `/api/v1/proxy-loan/${id}/slv-request/${variance?.id}`,
    { guidelineValue: (variance?.actualValue ?? 0) + 15 },
  )
  const desk = `/api/v1/proxy-loan/underwriter/${id}`
  await post(underwriter, `${desk}/set-td-pending`, {
    statusComment: 'Please price it',
  })
  await post(tradeDesk, `${desk}/set-td-review`)
  const { suggestedPrice } = await get(
    tradeDesk,
    `/api/v1/proxy-loan/${id}/detailed`,
  )
  const bps = `−${-suggestedPrice.total} bps`
  await page.goto(`/slv/trade-desk-request/${id}`)
  await expect(
    page.getByRole('region', { name: 'Variances' }).getByText(/^Suggested/),
  ).toHaveText(new RegExp(`^Suggested price ${bps} · −\\$[\\d,.]+$`))

  await press(page, 'Complete Trade Desk review')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Approved' }).check()
  await dialog.getByRole('button', { name: `${bps} suggested` }).click()
  await expect(
    dialog.getByRole('textbox', { name: 'Price Adjustment' }),
  ).toHaveValue(`−${-suggestedPrice.total}`)
  await expect(dialog).toContainText(/−\$[\d,.]+ suggested/)
  await dialog
    .getByRole('textbox', { name: 'Comment' })
    .fill('As the grid says')
  await expectAccessible(page)
  await press(dialog, 'Complete review')
  await expect(dialog).toHaveCount(0)
  const completed = await get(underwriter, `/api/v1/proxy-loan/${id}/detailed`)
  expect(completed).toMatchObject({
    status: 'TD_COMPLETED',
    priceAdjustment: suggestedPrice.total,
  })
})
