import { expect, expectAccessible, press, test } from '../lib/story.ts'
import { loanOf, madeTdoc, newMark, rowOf, tdocNow } from './tdocs.ts'

for (const [look, options] of [
  ['wide and light', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
  ['narrow and dark', { viewport: { width: 360, height: 780 }, colorScheme: 'dark' }],
] as const) {
  test(`axe finds nothing in the condition manager, ${look}, and nothing goes beyond its edge`, async ({ as }) => {
    const underwriter = await as('underwriter', options)
    const { page } = underwriter
    const mark = newMark()
    const tdoc = await madeTdoc(underwriter, await loanOf(underwriter, 'ACTIVE'), { mark, categories: ['COLLATERAL'] })
    const sound = async (where: string) => {
      await expectAccessible(page)
      const beyond = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(beyond, `${where} never scrolls sideways`).toBeLessThanOrEqual(0)
    }
    await page.goto(`/condition-manager?search=${mark}`)
    await expect(rowOf(page, tdoc)).toBeVisible()
    await sound('The table')
    await page.getByRole('checkbox', { name: /^Select \d/ }).check()
    await press(page, 'Set underwriter')
    await expect(page.getByRole('listbox').getByRole('option').nth(2)).toBeVisible()
    await sound('The list of people')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await rowOf(page, tdoc).getByRole('link').first().click()
    await expect(page.getByRole('dialog').getByText('0 of 1 completed')).toBeVisible()
    await sound('The description')
    await page.getByRole('tab', { name: 'Activity log' }).click()
    await expect(page.getByText('Created the Tdoc')).toBeVisible()
    await sound('The activity log')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByLabel(/^Search by loan number/).fill('nothing of that name')
    await expect(page.getByText('Nothing matches')).toBeVisible()
    await sound('An empty table')
    await press(page, 'Create Tdoc')
    await expect(page.getByRole('dialog', { name: 'Create Tdoc' }).getByLabel('Loan Number')).toBeFocused()
    await sound('The dialog')
  })
}

test('with the keyboard alone: into a row, through its fields, and into its description and back', async ({ as }) => {
  const underwriter = await as('underwriter')
  const { page } = underwriter
  const mark = newMark()
  const tdoc = await madeTdoc(underwriter, await loanOf(underwriter, 'ACTIVE'), { mark })
  await page.goto(`/condition-manager?search=${mark}`)
  const row = rowOf(page, tdoc)
  await row.focus()
  await page.keyboard.press('ArrowRight')
  await expect(row.getByRole('button', { name: /^Progress tracking/ })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: /search by name/ })).toBeFocused()
  await page.keyboard.type('Anna')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(row.getByRole('button', { name: /^Assigned underwriter: Anna/ })).toBeFocused()
  await expect.poll(async () => (await tdocNow(underwriter, tdoc.id)).assignedUnderwriter?.name).toMatch(/^Anna/)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(row.getByRole('button', { name: /^Reviewer/ })).toBeFocused()

  await row.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: new RegExp(tdoc.imageFileName) })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(`/condition-manager?search=${mark}`)
  await expect(row).toBeFocused()
})
