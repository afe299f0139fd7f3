import type { Page } from '@playwright/test'
import type { SlaItem } from '@portal/contract/sla/api'
import { get } from '../lib/calls.ts'
import { expectToast, press } from '../lib/page.ts'
import type { Someone } from '../lib/people.ts'
import { expectAccessible, expectSound, narrow } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

const address = '/settings/sla-management'

const openSettings = async (page: Page) => {
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Holidays' })).toBeVisible()
}

const change = async (
  { request }: Someone,
  path: string,
  data: object,
  version?: number,
) => {
  const response = await request.patch(path, {
    data,
    headers: { 'if-match': `"${version}"` },
  })
  expect(response.status()).toBe(200)
}

const addHoliday = async (admin: Someone, day: string, name: string) => {
  const { version, cutOff, frames, holidays } = await get(
    admin,
    '/api/v1/sla/calendar',
  )
  await change(
    admin,
    '/api/v1/sla/calendar',
    { cutOff, frames, holidays: [...holidays, { day, name }] },
    version,
  )
}

const setEscalation = async (
  admin: Someone,
  days: { targetDays: number; warnDays: number },
) => {
  const items: SlaItem[] = await get(admin, '/api/v1/sla')
  const { version } = items.find(({ name }) => name === 'tdocEscalation') ?? {}
  await change(
    admin,
    '/api/v1/sla',
    { name: 'tdocEscalation', ...days },
    version,
  )
}

test('the effect of a target on open work is shown before it is saved', async ({
  admin: { page },
}) => {
  await openSettings(page)
  const review = page.getByLabel('SLV review: target in business days')
  await review.fill('0')
  await expect(
    page.getByText(/\d+ of \d+ open SLVs become overdue/),
  ).toBeVisible()
  const example = page
    .getByRole('list', { name: 'Examples' })
    .getByRole('link')
    .first()
  await expect(example).toHaveAttribute('href', /^\/slv\/manage-request\//)
  await expectAccessible(page)

  // Leaving asks before it discards the change.
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await expect(
    page.getByRole('dialog', { name: 'Leave without saving?' }),
  ).toBeVisible()
  await press(page, 'Cancel')
  await expect(review).toHaveValue('0')
  await press(page, 'Discard')
  await expect(review).not.toHaveValue('0')
  await expect(review).toBeFocused()
})

test('a target is saved by keyboard, listed in the changes, and never overwritten unseen', async ({
  as,
}) => {
  const mine = await as('admin')
  const theirs = await as('admin')
  await setEscalation(theirs, { targetDays: 3, warnDays: 1 })
  await openSettings(mine.page)
  const target = mine.page.getByLabel('Escalation: target in business days')
  const warning = mine.page.getByLabel(
    'Escalation: warning days before the target',
  )
  await target.fill('9')
  await warning.fill('12')
  await expect(
    mine.page.getByText('Cannot be more than the target'),
  ).toBeVisible()
  await warning.fill('2')

  await setEscalation(theirs, { targetDays: 4, warnDays: 1 })

  await expect(mine.page.getByText(/\bopen Tdocs?\b/).first()).toBeVisible()
  const save = mine.page.getByRole('button', { name: 'Save', exact: true })
  // Nothing is saved before its effect was shown.
  await expect(save).toBeEnabled()
  await target.press('Enter')
  const conflict =
    'Someone else just set this to 4 Days, with a warning 1 before. Your entry is kept.'
  await expect(mine.page.getByText(conflict)).toBeVisible()
  await press(mine.page, 'Keep mine')
  await expect(save).toBeEnabled()
  await target.press('Enter')
  await expectToast(mine.page, 'SLA was updated successfully')
  await expect(target).toHaveValue('9')
  await expect(
    mine.page.getByText('Escalation: target: 4 → 9').first(),
  ).toBeVisible()
})

test('the calendar shows wrong fields and its effect, and two people who edit it lose nothing', async ({
  as,
}) => {
  const mine = await as('admin', { viewport: narrow })
  const theirs = await as('admin')
  const { page } = mine
  const year = 2034 + Math.floor(Math.random() * 40)
  // The text of a name is never run.
  const theirDay = `Founders Day <img src=x onerror=window.__ran=1>`
  await openSettings(page)

  await test.step('wrong fields are named, and the effect is shown', async () => {
    await press(page, 'Add a holiday')
    await press(page, 'Save the calendar')
    await expect(
      page.getByRole('link', { name: 'New holiday, day' }),
    ).toBeVisible()
    await page.getByRole('link', { name: 'New holiday, name' }).click()
    await page.keyboard.type('The office moves')
    await page.getByLabel('Day of The office moves').fill(`${year}-11-30`)
    await expect(page.getByText('No open work is affected.')).toBeVisible()
    await press(page, 'Show the change')
    await expect(
      page.getByText(`11/30/${year}: no holiday → The office moves`),
    ).toBeVisible()
    await expectSound(page)
    await page.setViewportSize(narrow)
  })

  await test.step('saving shows what someone else changed meanwhile', async () => {
    await addHoliday(theirs, `${year}-12-01`, theirDay)
    await press(page, 'Save the calendar')
    const theirChanges = page.getByRole('list', { name: 'What they changed' })
    await expect(theirChanges).toContainText(
      `12/01/${year}: no holiday → ${theirDay}`,
    )
  })

  await test.step('both holidays are saved and listed', async () => {
    await press(page, 'Keep mine')
    await press(page, 'Save the calendar', 'SLA was updated successfully')
    const { holidays } = await get(mine, '/api/v1/sla/calendar')
    expect(holidays).toContainEqual({
      day: `${year}-11-30`,
      name: 'The office moves',
    })
    expect(holidays).toContainEqual({ day: `${year}-12-01`, name: theirDay })
    const saved = page.getByRole('list', { name: /^Changes by/ })
    await expect(saved.first()).toContainText(
      `11/30/${year}: no holiday → The office moves`,
    )
  })

  expect(await page.evaluate(() => '__ran' in window)).toBe(false)
})

test('a new working day shows what becomes overdue, and is gone once it is discarded', async ({
  as,
}) => {
  const { page } = await as('admin', { colorScheme: 'dark' })
  await openSettings(page)
  await press(page, 'Add hours on Saturday')
  await press(page, 'Add hours on Sunday')
  await expect(page.getByText(/SLA clocks? becomes? overdue/)).toBeVisible()
  await press(page, 'Show the 2 changes')
  await expect(
    page.getByRole('table', { name: 'Effect on open work' }),
  ).toContainText('SLV review')
  await expectAccessible(page)
  await press(page, 'Discard')
  await expect(page.getByRole('group', { name: 'Saturday' })).toContainText(
    'Not a business day',
  )
})
