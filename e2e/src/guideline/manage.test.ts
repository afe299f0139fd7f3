import { expect, expectAccessible, press, says, test } from '../lib/story.ts'

test('an administrator copies a version, fixes an overlap, compares, and publishes for tomorrow', async ({ admin }) => {
  const { page } = admin
  await page.goto('/settings/guidelines')
  await expect(page.getByRole('heading', { name: 'Guidelines', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Version 2 · Tighter DSCR$/ })).toBeVisible()
  await expectAccessible(page)

  await test.step('a draft begins with the rules of another version', async () => {
    await press(page, 'New draft')
    const dialog = page.getByRole('dialog', { name: 'New draft' })
    await dialog.getByLabel('Title').fill('Lower LTV')
    await press(dialog, 'Create draft')
    await says(page, 'Version created')
    await expect(page.getByRole('heading', { name: /Lower LTV$/, level: 1 })).toBeVisible()
    await expect(page.getByRole('tab', { name: /^Rules \(\d{3}\)$/ })).toBeVisible()
  })

  const matrix = page.getByRole('region', { name: 'Rules of the program' })
  const limits = matrix.getByRole('textbox', { name: /^Limit, row/ })
  await test.step('a wrong cell and an overlap are shown at the cell', async () => {
    await limits.first().fill('abc')
    await expect(matrix.getByText('Not a number')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save rules' })).toBeDisabled()
    await limits.first().fill('670')
    await press(page, 'Add rule')
    await page.keyboard.insertText('FICO')
    const last = matrix.getByRole('row').last()
    await last.getByRole('textbox', { name: /^Limit/ }).fill('690')
    await last.getByRole('textbox', { name: /^Citation/ }).fill('§2.99')
    await last.getByRole('textbox', { name: /^Guideline text/ }).fill('Minimum credit score is 690.')
    await expect(matrix.getByText(/^Overlaps row \d+: both apply to the same loan$/)).toHaveCount(2)
    await last.getByRole('button', { name: /^Remove row/ }).click()
    await expect(page.getByText('No errors or overlaps')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('typed cells survive a reload', async () => {
    await page.reload()
    await expect(limits.first()).toHaveValue('670')
    await press(page, 'Save rules', 'Rules saved')
  })

  await test.step('the comparison names the rule that differs', async () => {
    await page.getByRole('tab', { name: 'Compare' }).click()
    const table = page.getByRole('table')
    await expect(table.getByRole('row')).toHaveCount(2)
    await expect(table.getByRole('row').last()).toContainText('≥ 670')
  })

  await test.step('a past day is refused, tomorrow is published', async () => {
    await press(page, 'Publish')
    const dialog = page.getByRole('dialog', { name: /^Publish Version/ })
    const day = dialog.getByLabel('In force from')
    const tomorrow = await day.inputValue()
    await day.fill('2026-01-01')
    await press(dialog, 'Publish')
    await expect(dialog.getByText('A version can’t start in the past')).toBeVisible()
    await day.fill(tomorrow)
    await press(dialog, 'Publish', 'Version published')
    await expect(page.getByText('Published', { exact: true })).toBeVisible()
    await page.getByRole('tab', { name: /^Rules/ }).click()
    await expect(limits.first()).toHaveAttribute('readonly')
  })
})

test('someone without the permission has no page of guidelines', async ({ underwriter: { page } }) => {
  await page.goto('/settings/guidelines')
  await expect(page).toHaveURL(/\/slv$/)
})
