import { takeAction } from '../lib/actions.ts'
import {
  answerVariances,
  assignTo,
  decide,
  get,
  patch,
  profileOf,
} from '../lib/calls.ts'
import { delayResponses, press } from '../lib/page.ts'
import { expect, test } from '../lib/story.ts'

const shortName = (name: string) => name.replace(/ (\w).*/, ' $1.')
const open = (id: string) => `/slv/manage-request/${id}`

test('two people see each other on an SLV, and who is editing it', async ({
  underwriter,
  chief,
  seller,
  slvInReview: slv,
}) => {
  const [one, other] = [await profileOf(underwriter), await profileOf(chief)]
  const streams: string[] = []
  underwriter.context.on('request', (request) => {
    if (request.url().includes('/v1/stream')) streams.push(request.url())
  })
  // Two tabs share one stream.
  const tab = await underwriter.context.newPage()
  await tab.goto('/slv')
  await expect.poll(() => streams.length).toBe(1)
  await underwriter.page.setViewportSize({ width: 1024, height: 768 })
  await underwriter.page.goto(open(slv.id))
  await chief.page.goto(`/slv/department/review-request/${slv.id}`)
  await seller.page.goto(`/slv/review-request/${slv.id}`)
  await expect(
    underwriter.page.getByText(`${shortName(other.name)} is here`),
  ).toBeVisible({ timeout: 15_000 })
  await expect(
    chief.page.getByText(`${shortName(one.name)} is here`),
  ).toBeVisible()
  await expect(seller.page.getByText('is here')).toHaveCount(0)

  await chief.page.goto('/slv/department')
  await expect(underwriter.page.getByText('is here')).toHaveCount(0, {
    timeout: 10_000,
  })
  expect(streams).toHaveLength(1)
})

test('a decision shows up on the open list and page of others, without a reload', async ({
  underwriter,
  chief,
  seller,
  slvInReview: slv,
}) => {
  await chief.page.goto(`/slv/department?search=${slv.buyerLoan}`)
  await seller.page.goto(`/slv/review-request/${slv.id}`)
  const row = chief.page
    .getByRole('row')
    .filter({ hasText: slv.buyerLoan ?? '' })
  await expect(row).toContainText('In Review')
  await decide(underwriter, slv, {
    decision: 'NOT_NEEDED',
    decisionComment: 'Within the guideline',
  })
  await expect(row).toContainText('Not Needed', { timeout: 15_000 })
  await expect(seller.page.getByText('Not Needed').first()).toBeVisible({
    timeout: 15_000,
  })
})

test('a decision made at the desk appears in the seller’s open list, without a reload', async ({
  underwriter,
  seller,
  slvInReview: slv,
}) => {
  const { page: list } = seller
  const loads: string[] = []
  await list.goto(`/slv?search=${slv.buyerLoan}`)
  list.on('load', (page) => loads.push(page.url()))
  const row = list.getByRole('row').filter({ hasText: slv.buyerLoan ?? '' })
  await expect(row).toContainText('In Review')
  await expect(
    list.getByRole('rowheader', { name: 'Waiting on Buyer' }),
  ).toBeVisible()

  await underwriter.page.goto(open(slv.id))
  const desk = underwriter.page.getByRole('main')
  await desk
    .getByRole('textbox', { name: 'Comment for the seller' })
    .fill('The score is too low')
  await desk.getByRole('button', { name: /^Deny/ }).click()
  const bar = underwriter.page.getByRole('region', { name: 'Decision' })
  await expect(bar.getByRole('radio', { name: 'Denied' })).toBeChecked()
  await bar.getByLabel('Reason').fill('Too far from the guideline')
  await press(bar, 'Decide')
  await press(underwriter.page.getByRole('dialog'), 'Make final')

  await expect(row).toContainText('Denied', { timeout: 15_000 })
  await expect(list.getByRole('rowheader', { name: 'Needs you' })).toBeVisible()
  await expect(row.getByRole('link', { name: /^Resubmit/ })).toBeVisible()
  expect(loads).toEqual([])
})

test('an SLV that someone reassigns leaves its underwriter’s open list', async ({
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
  expect(
    (await get(chief, `/api/v1/proxy-loan/${slv.id}`)).underwriterName,
  ).toBe((await profileOf(chief)).name)
})

test('someone who loses access to an open SLV sees why, keeps what they typed and opens the next one', async ({
  underwriter,
  admin,
  chief,
  newSlvInReview,
}) => {
  const { page } = underwriter
  const borrower = `Lost${Date.now()}`
  for (const { id } of [await newSlvInReview(), await newSlvInReview()])
    await patch(underwriter, `/api/v1/proxy-loan/${id}`, {
      borrowerLastName: borrower,
    })
  await page.goto(`/slv?search=${borrower}`)
  await page
    .getByRole('table')
    .locator('tbody')
    .getByRole('link')
    .first()
    .click()
  await expect(page.getByRole('navigation', { name: /^In / })).toContainText(
    '1 of 2',
  )
  await page
    .getByRole('textbox', { name: 'Comment for the seller' })
    .fill('Strong reserves')
  const [, id = ''] = page.url().match(/manage-request\/([^?]+)/) ?? []
  await assignTo(admin, chief, id)

  const title = page.getByRole('heading', {
    name: 'You no longer have access to this SLV',
  })
  await expect(title).toBeFocused({ timeout: 15_000 })
  const main = page.getByRole('main')
  await expect(main.getByRole('region', { name: 'Not saved' })).toContainText(
    'Strong reserves',
  )
  await expect(main.getByRole('link', { name: /^Back to / })).toBeVisible()
  await main.getByRole('link', { name: /^Open next: / }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(borrower)
  await expect(page.getByRole('region', { name: 'Decision' })).toContainText(
    '0 of 1 answered',
  )
})

test('two people who edit an SLV are warned, and the one who loses it keeps what they typed', async ({
  chief,
  admin,
  slvInReview: slv,
}) => {
  const [one, other] = [await profileOf(chief), await profileOf(admin)]
  await assignTo(admin, chief, slv.id)
  await chief.page.goto(open(slv.id))
  await admin.page.goto(
    `/slv/department/review-request/${slv.id}?tab=conversation`,
  )
  await expect(
    chief.page.getByText(`${shortName(other.name)} is here`),
  ).toBeVisible({ timeout: 15_000 })
  // A comment isn't a change of the SLV.
  await admin.page
    .getByRole('textbox', { name: /comment/i })
    .first()
    .fill('Who decides this?')
  const bar = chief.page.getByRole('region', { name: 'Decision' })
  await bar.getByRole('button', { name: /as requested/ }).click()
  await bar.getByRole('textbox', { name: 'LTV', exact: true }).fill('8o')
  await expect(
    admin.page.getByText(`${shortName(one.name)} is editing`),
  ).toBeVisible({ timeout: 15_000 })
  await expect(
    chief.page.getByText(`${shortName(other.name)} is here`),
  ).toBeVisible()

  await assignTo(admin, admin, slv.id)
  const notice = chief.page
    .getByRole('alert')
    .filter({ hasText: `This SLV is now assigned to ${other.name}` })
  await expect(notice).toContainText('You can no longer change it', {
    timeout: 15_000,
  })
  await expect(notice.getByRole('region', { name: 'Not saved' })).toContainText(
    '8o',
  )
  await admin.page
    .getByRole('textbox', { name: 'Price Adjustment' })
    .fill('-25')
  await expect(
    admin.page.getByText(`${shortName(one.name)} is also editing this SLV.`),
  ).toBeVisible()
})

test('the second of two decisions is refused, and its dialog shows what changed', async ({
  chief,
  admin,
  slvInReview: slv,
}) => {
  const { page } = chief
  await assignTo(admin, chief, slv.id)
  await answerVariances(chief, slv, {
    decision: 'APPROVED',
    comment: 'Strong reserves',
  })
  // The page doesn't learn of the first decision in time.
  await page.route('**/api/v1/stream*', (route) => route.abort())
  await page.goto(open(slv.id))
  const decide = page.getByRole('button', { name: 'Decide' })
  await expect(decide).toBeEnabled()
  await decide.click()
  const dialog = page.getByRole('dialog', { name: 'Make final decision' })
  await expect(dialog).toBeVisible()
  const release = await delayResponses(
    page,
    `**/api/v1/proxy-loan/${slv.id}/detailed`,
  )
  await assignTo(admin, admin, slv.id)
  await admin.request.post(
    `/api/v1/proxy-loan/underwriter/${slv.id}/make-final-decision`,
    {
      data: { decision: 'APPROVED', priceAdjustment: -25 },
    },
  )
  await dialog.getByRole('button', { name: 'Make final' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    /^The SLV is now Approved, by /,
  )
  release()
  await expect(dialog.getByRole('alert').first()).toContainText(
    'This SLV changed while the dialog was open',
  )
  await expect(
    dialog.getByRole('row', { name: 'Status In Review Approved' }),
  ).toBeVisible()
  await expect(
    dialog.getByRole('button', { name: 'Make final' }),
  ).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(
    page.getByText(
      `This SLV is now assigned to ${(await profileOf(admin)).name}.`,
    ),
  ).toBeVisible()
  expect(
    (await get(admin, `/api/v1/proxy-loan/${slv.id}/detailed`)).priceAdjustment,
  ).toBe(-25)
})

test('no key and no late answer opens a second dialog', async ({
  underwriter,
  slvInReview: slv,
}) => {
  const { page } = underwriter
  await answerVariances(underwriter, slv, {
    decision: 'APPROVED',
    comment: 'Strong reserves',
  })
  await page.goto(open(slv.id))
  const decide = page.getByRole('button', { name: 'Decide' })
  await expect(decide).toBeEnabled()
  const release = await delayResponses(
    page,
    `**/api/v1/proxy-loan/${slv.id}`,
    'PATCH',
  )
  await page
    .getByRole('textbox', { name: 'Decision Subject To' })
    .fill('Verify the reserves')
  await decide.click()
  await takeAction(page, 'Request documents')
  const dialogs = page.getByRole('dialog')
  await expect(dialogs).toHaveAccessibleName('Request documents')
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PATCH',
  )
  release()
  await saved
  await expect(decide).toBeEnabled()
  await expect(dialogs).toHaveAccessibleName('Request documents')
  // What this person typed is no change of someone else's.
  await expect(
    dialogs.getByText('This SLV changed while the dialog was open'),
  ).toHaveCount(0)

  await dialogs.locator('header button').focus()
  for (const key of ['Control+Enter', 'Control+k', '.', 'e', '?'])
    await page.keyboard.press(key)
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(dialogs).toHaveAccessibleName('Request documents')
})

for (const { how, answer } of [
  { how: 'fails', answer: 'abort' },
  { how: 'stalls', answer: 'never' },
] as const)
  test(`when the stream ${how}, the page polls and shows the same`, async ({
    underwriter,
    chief,
    slvInReview: slv,
  }) => {
    const { page } = chief
    const never = new Promise<void>(() => {})
    await page.route('**/api/v1/stream*', (route) =>
      answer === 'abort' ? route.abort() : never,
    )
    await page.clock.install()
    await page.goto(`/slv/department?search=${slv.buyerLoan}`)
    const row = page.getByRole('row').filter({ hasText: slv.buyerLoan ?? '' })
    await expect(row).toContainText('In Review')
    await decide(underwriter, slv, {
      decision: 'NOT_NEEDED',
      decisionComment: 'Within the guideline',
    })
    await page.clock.runFor(75_000)
    await expect(row).toContainText('Not Needed')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
