import { press, pressKeys } from '../lib/page.ts'
import { expectSound } from '../lib/sound.ts'
import { expect } from '../lib/story.ts'
import { rowOf, tdocNow, test } from './tdocs.ts'

test('the condition manager is accessible, never scrolls sideways', async ({
  underwriter: { page },
  tdoc,
  mark,
}) => {
  await page.goto(`/condition-manager?search=${mark}`)
  await expect(rowOf(page, tdoc)).toBeVisible()
  await page.getByRole('checkbox', { name: /^Select \d/ }).check()
  await press(page, 'Set underwriter')
  await expect(
    page.getByRole('dialog').getByRole('checkbox').nth(2),
  ).toBeVisible()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await rowOf(page, tdoc).getByRole('link').first().click()
  await page.getByRole('tab', { name: 'Activity log' }).click()
  await expect(page.getByText('Created the Tdoc')).toBeVisible()
  await expectSound(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByLabel(/^Search by loan number/).fill('nothing of that name')
  await expect(page.getByText('No results')).toBeVisible()
  await press(page, 'Create Tdoc')
  await expect(
    page.getByRole('dialog', { name: 'Create Tdoc' }).getByLabel('Loan Number'),
  ).toBeFocused()
  await expectSound(page)
})

test('the keyboard reaches the fields of a row, its description, and the row again', async ({
  underwriter,
  tdoc,
  mark,
}) => {
  const { page } = underwriter
  await page.goto(`/condition-manager?search=${mark}`)
  const row = rowOf(page, tdoc)
  await row.focus()
  await page.keyboard.press('ArrowRight')
  await expect(
    row.getByRole('button', { name: /^Progress tracking/ }),
  ).toBeFocused()
  await pressKeys(page, 'ArrowRight', 'Enter')
  await expect(page.getByRole('combobox', { name: /: search$/ })).toBeFocused()
  await page.keyboard.type('Anna')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(
    row.getByRole('button', { name: /^Assigned underwriter: Anna/ }),
  ).toBeFocused()
  await expect
    .poll(
      async () =>
        (await tdocNow(underwriter, tdoc.id)).assignedUnderwriter?.name,
    )
    .toMatch(/^Anna/)
  await pressKeys(page, 'ArrowRight', 'Enter')
  await expect(page.getByRole('combobox', { name: /: search$/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row.getByRole('button', { name: /^Reviewer/ })).toBeFocused()

  await row.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected')).toBeVisible()
  await pressKeys(page, 'Space', 'Enter')
  await expect(
    page.getByRole('dialog', { name: new RegExp(tdoc.imageFileName) }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(`/condition-manager?search=${mark}`)
  await expect(row).toBeFocused()
})
