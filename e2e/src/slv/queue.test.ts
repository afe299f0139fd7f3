import { takeAction } from '../lib/actions.ts'
import { assignTo, patch, profileOf } from '../lib/calls.ts'
import { expectToast, press, pressKeys } from '../lib/page.ts'
import { wide } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

test('ten decisions from a list and back to it need no mouse, wide and at 1024', async ({
  underwriter,
  newSlvInReview,
}) => {
  test.slow()
  const { page } = underwriter
  const borrower = `Queue${Date.now()}`
  for (let made = 0; made < 10; made++)
    await patch(
      underwriter,
      `/api/v1/proxy-loan/${(await newSlvInReview()).id}`,
      { borrowerLastName: borrower },
    )
  await page.setViewportSize(wide)
  await page.goto(`/slv?search=${borrower}&status=REVIEW`)
  const rows = page
    .getByRole('table')
    .locator('tbody tr')
    .filter({ hasText: borrower })
  await expect(rows).toHaveCount(10)
  const title = page.getByRole('heading', { level: 1 })
  const status = page.getByRole('status')
  await rows.first().focus()
  await pressKeys(page, 'Enter')

  for (let left = 10; left > 0; left--) {
    if (left === 5) await page.setViewportSize({ width: 1024, height: 768 })
    await expect(page.getByRole('navigation', { name: /^In / })).toContainText(
      `1 of ${left}`,
    )
    await expect(page.getByRole('region', { name: 'Decision' })).toContainText(
      '0 of 1 answered',
    )
    await pressKeys(page, 'a')
    await expect(page.getByRole('region', { name: 'Decision' })).toContainText(
      '1 of 1 answered',
    )
    // The answer implies the decision.
    await pressKeys(page, 'Control+Enter')
    await expect(
      page.getByRole('dialog').getByRole('button', { name: 'Make final' }),
    ).toBeFocused()
    await pressKeys(page, 'Enter')
    await expectToast(page, 'Review was successfully completed')
    const before = await title.textContent()
    if (left === 1) break
    await expect(status.filter({ hasText: `Approved · next: ` })).toContainText(
      borrower,
    )
    await expect(page.getByRole('link', { name: 'Open next' })).toBeFocused()
    await pressKeys(page, 'Enter')
    await expect(title).not.toHaveText(before ?? '')
  }
  await expect(
    status.filter({ hasText: 'Approved. That was the last one in this list.' }),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: /^Back to / })).toBeFocused()
  await pressKeys(page, 'Enter')
  await expect(page).toHaveURL(new RegExp(`search=${borrower}`))
  await expect(rows).toHaveCount(0)
})

test('Shift J and Shift K go through a list, and skip SLVs that others reassign', async ({
  underwriter,
  chief,
  admin,
  newSlvInReview,
}) => {
  const { page } = underwriter
  const borrower = `Walk${Date.now()}`
  const ids = new Map<string, string>()
  for (let made = 0; made < 3; made++) {
    const { id, buyerLoan } = await newSlvInReview()
    ids.set(buyerLoan ?? '', id)
    await patch(underwriter, `/api/v1/proxy-loan/${id}`, {
      borrowerLastName: borrower,
    })
  }
  await page.goto(`/slv?search=${borrower}`)
  const rows = page
    .getByRole('table')
    .locator('tbody tr')
    .filter({ hasText: borrower })
  await expect(rows).toHaveCount(3)
  const numbers = await rows.getByRole('link').allTextContents()
  await page.getByRole('link', { name: numbers[0] ?? '' }).click()
  const title = page.getByRole('heading', { level: 1 })
  const place = page.getByRole('navigation', { name: /^In / })
  await expect(place).toContainText('1 of 3')
  await pressKeys(page, 'Shift+J')
  await expect(title).toContainText(numbers[1] ?? '')
  await expect(place).toContainText('2 of 3')
  await pressKeys(page, 'Shift+K')
  await expect(title).toContainText(numbers[0] ?? '')
  await expect(place).toContainText('1 of 3')
  // Meanwhile, a colleague takes the next one.
  await assignTo(admin, chief, ids.get(numbers[1] ?? '') ?? '')
  await expect(place).toContainText('1 of 2', { timeout: 20_000 })
  await pressKeys(page, 'Shift+J')
  await expect(title).toContainText(numbers[2] ?? '')

  const [own, lead] = [await profileOf(underwriter), await profileOf(chief)]
  await chief.page.goto(
    `/slv/department?search=${borrower}&underwriterIds=${own.id}`,
  )
  await chief.page
    .getByRole('table')
    .locator('tbody')
    .getByRole('link')
    .first()
    .click()
  await expect(
    chief.page.getByRole('navigation', { name: /^In / }),
  ).toContainText('1 of 2')
  await takeAction(chief.page, 'Reassign underwriter')
  await chief.page
    .getByRole('dialog')
    .getByRole('checkbox', { name: lead.name })
    .check()
  await press(
    chief.page.getByRole('dialog'),
    'Reassign',
    `reassigned to ${lead.name}`,
  )
  await expect(
    chief.page.getByRole('status').filter({ hasText: 'Reassigned · next: ' }),
  ).toContainText(borrower)
})
