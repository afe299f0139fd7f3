import type { Page } from '@playwright/test'
import { countingFactor, get, post } from '../lib/calls.ts'
import { expectToast, press } from '../lib/page.ts'
import { narrow, wide } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

/** What the standard decision with two conditions may cost. */
const [maxClicks, maxKeys] = [8, 16]

/** The button that approves the first variance. */
const approveFirst = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: 'Approve', exact: true })
    .first()

/** Two of the demo's library, which no story changes. */
const library = [
  {
    title: 'Reserves verified',
    text: 'Verified reserves, seasoned 30 days; cash-out proceeds are not eligible.',
    timing: 'PRIOR_TO_FUNDING',
  },
  {
    title: 'Subordination agreement',
    text: 'Executed subordination agreement for the second lien.',
    timing: 'PRIOR_TO_FUNDING',
  },
]

test('an underwriter adds two conditions from the library by typing', async ({
  underwriter,
  slvInReview: { id },
}) => {
  const { page, request } = underwriter
  const factor = await countingFactor({ request }, id)
  await post({ request }, `/api/v1/proxy-loan/${id}/slv-request`, {
    reason: 'Other',
    justification: 'Explained in the letter',
    compensatingFactors: [factor],
  })
  await page.setViewportSize(wide)
  await page.goto(`/slv/manage-request/${id}`)
  const bar = page.getByRole('region', { name: 'Decision' })
  await expect(bar).toContainText('0 of 2 answered')
  let keys = 0
  const press = async (...names: string[]) => {
    for (const name of names) {
      keys += 1
      await page.keyboard.press(name)
    }
  }
  await press('a', 'a')
  await expect(bar).toContainText('2 of 2 answered')
  // The focus is in the price, where a letter would be typed.
  await expect(
    bar.getByRole('textbox', { name: 'Price Adjustment' }),
  ).toBeFocused()
  await press('Shift+Tab', 'c')
  const field = bar.getByRole('combobox', { name: 'Conditions' })
  await expect(field).toBeFocused()
  const type = async (text: string, title: RegExp) => {
    keys += text.length
    await page.keyboard.type(text)
    await expect(page.getByRole('option', { name: title })).toBeVisible()
  }
  await type('res', /^Reserves/)
  await press('Enter')
  const rows = bar.getByRole('list', { name: 'Conditions' })
  await expect(rows.getByRole('listitem')).toHaveCount(1)
  await type('sub', /^Subordination/)
  await press('Enter')
  await expect(rows).toContainText('Executed subordination')
  await press('Control+Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('subject to two conditions')
  await expect(dialog.getByRole('button', { name: 'Make final' })).toBeFocused()
  await press('Enter')
  await expectToast(page, 'Review was successfully completed')
  const { status, conditions } = await get(
    underwriter,
    `/api/v1/proxy-loan/${id}/detailed`,
  )
  expect(status).toBe('APPROVED')
  expect(conditions.map(({ text }: { text: string }) => text)).toEqual(
    library.map(({ text }) => text),
  )
  process.stdout.write(`The decision with two conditions: ${keys} keys\n`)
  expect(keys).toBeLessThanOrEqual(maxKeys)
})

test('Enter adds the first condition found, also if the library arrives after the letters', async ({
  underwriter: { page },
  slvInReview: { id },
}) => {
  const letters = Promise.withResolvers<void>()
  await page.route('**/api/v1/condition-library', async (route) => {
    await letters.promise
    await route.continue()
  })
  await page.goto(`/slv/manage-request/${id}`)
  await approveFirst(page).click()
  const bar = page.getByRole('region', { name: 'Decision' })
  const field = bar.getByRole('combobox', { name: 'Conditions' })
  await field.fill('reserves')
  letters.resolve()
  await expect(page.getByRole('option', { name: /^Reserves/ })).toBeVisible()
  await field.press('Enter')
  await expect(bar.getByRole('list', { name: 'Conditions' })).toContainText(
    'Verified reserves',
  )
})

test('the same decision takes few clicks', async ({
  underwriter,
  slvInReview: { id },
}) => {
  const { page } = underwriter
  await page.setViewportSize(wide)
  await page.goto(`/slv/manage-request/${id}`)
  const bar = page.getByRole('region', { name: 'Decision' })
  let clicks = 0
  const click = async (locator: ReturnType<typeof page.getByRole>) => {
    clicks += 1
    await locator.click()
  }
  await click(approveFirst(page))
  const field = bar.getByRole('combobox', { name: 'Conditions' })
  for (const { title } of library) {
    await click(field)
    await click(page.getByRole('option', { name: title }))
  }
  await click(bar.getByRole('button', { name: 'Decide' }))
  await click(
    page.getByRole('dialog').getByRole('button', { name: 'Make final' }),
  )
  await expectToast(page, 'Review was successfully completed')
  process.stdout.write(`The decision with two conditions: ${clicks} clicks\n`)
  expect(clicks).toBeLessThanOrEqual(maxClicks)
})

test('a condition that is typed but not added is not left out silently', async ({
  underwriter,
  slvInReview: { id },
}) => {
  const { page } = underwriter
  await page.setViewportSize(wide)
  await page.goto(`/slv/manage-request/${id}`)
  await approveFirst(page).click()
  const bar = page.getByRole('region', { name: 'Decision' })
  const field = bar.getByRole('combobox', { name: 'Conditions' })
  await field.fill('Termite report')
  await bar.getByRole('button', { name: 'Decide' }).click()
  const problem = bar.getByText(
    'Add the condition “Termite report”, or clear it',
  )
  await expect(problem).toBeVisible()
  await expect(field).toBeFocused()
  await page.getByRole('option', { name: 'Add “Termite report”' }).click()
  await expect(problem).toBeHidden()
  await bar.getByRole('button', { name: 'Decide' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    'subject to one condition',
  )
})

test('a seller answers conditions with a document and a sentence, and the underwriter clears them', async ({
  seller,
  underwriter,
  slvInReview: { id },
}) => {
  const { slvRequests } = await get(
    underwriter,
    `/api/v1/proxy-loan/${id}/detailed`,
  )
  for (const { id: slvRequestId } of slvRequests)
    await post(underwriter, `/api/v1/proxy-loan/${id}/slv-decision-request`, {
      slvRequestId,
      decision: 'APPROVED',
    })
  await post(
    underwriter,
    `/api/v1/proxy-loan/underwriter/${id}/make-final-decision`,
    {
      decision: 'APPROVED',
      conditions: library.map(({ text, timing }) => ({
        text,
        timing,
        dueOn: '2098-01-01',
      })),
    },
  )
  const { page } = seller
  await page.setViewportSize(narrow)
  await page.goto(`/slv/review-request/${id}`)
  const section = page.getByRole('region', { name: 'Conditions' })
  await expect(section).toContainText('0 of 2 cleared')
  const [reserves, subordination] = library.map(({ text }) =>
    section.getByRole('listitem', { name: text }),
  )
  if (!reserves || !subordination) throw new Error('No conditions')
  const chooser = page.waitForEvent('filechooser')
  await reserves.getByRole('button', { name: /^Add document/ }).click()
  await (await chooser).setFiles({
    name: 'june.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Statement of June'),
  })
  await expect(reserves).toContainText('june.txt')
  await expect(reserves).toContainText('Answered, to be reviewed')
  await subordination.getByRole('button', { name: /^Answer in words/ }).click()
  await page
    .getByRole('textbox', { name: /^Your answer/ })
    .fill('The lien was paid off')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(subordination).toContainText('The lien was paid off')
  await expect(subordination).toContainText('Answered, to be reviewed')
  await expect(
    subordination.getByRole('button', { name: /^Edit answer/ }),
  ).toBeVisible()

  const desk = underwriter.page
  await desk.setViewportSize(wide)
  await desk.goto(`/slv/manage-request/${id}`)
  const conditions = desk.getByRole('region', { name: 'Conditions' })
  await conditions
    .getByRole('button', { name: /^Met: Verified reserves/ })
    .click()
  await expect(conditions).toContainText('1 of 2 cleared')
  await conditions.getByRole('button', { name: /^Waive: Executed/ }).click()
  await desk
    .getByRole('textbox', { name: /^Why are you waiving/ })
    .fill('Paid off')
  await conditions.getByRole('button', { name: 'Waive', exact: true }).click()
  await expect(conditions).toContainText('2 of 2 cleared')
  await expect(section).toContainText('Paid off')
  await expect(section).toContainText('2 of 2 cleared')
})

test('conditions of the library are moved by keyboard, and keep their place', async ({
  admin: { page },
}) => {
  await page.goto('/settings/guidelines/conditions')
  const titles = page
    .getByRole('region', { name: 'Conditions' })
    .getByRole('rowheader')
  const moveOf = (way: 'up' | 'down') =>
    page.getByRole('button', { name: `Move Flood insurance ${way}` })
  const save = () => press(page, 'Save conditions', 'Conditions were saved')
  await expect(titles.last()).toHaveText('Final title policy')
  await moveOf('down').press('Enter')
  await expect(titles.last()).toHaveText('Flood insurance')
  // The last one can only be moved up.
  await expect(moveOf('down')).toBeDisabled()
  await expect(moveOf('up')).toBeFocused()
  await save()
  await page.reload()
  await expect(titles.last()).toHaveText('Flood insurance')

  await moveOf('up').press('Enter')
  await expect(moveOf('up')).toBeFocused()
  await expect(titles.last()).toHaveText('Final title policy')
  await save()
})
