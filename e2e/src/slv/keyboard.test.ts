import { expect, pressKeys, test } from '../lib/story.ts'
import { quietSearch } from '../reporting/reports.ts'

test('the keyboard opens an SLV from its row and by its number', async ({ chief: { page } }) => {
  await page.goto(`/slv/department?${quietSearch}`)
  const rows = page.getByRole('table').locator('tbody tr')
  await expect(rows.nth(2).getByRole('link')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()

  await rows.first().focus()
  await pressKeys(page, 'ArrowDown', 'ArrowDown', 'ArrowUp')
  await expect(rows.nth(1)).toBeFocused()
  const number = (await rows.nth(1).getByRole('link').textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
  await page.goBack()
  await expect(rows.nth(1).getByRole('link', { name: number })).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('textbox', { name: 'Search and jump' })).toBeFocused()
  await page.keyboard.type(number)
  await expect(page.getByRole('dialog').getByRole('button', { name: new RegExp(number) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
})

test('the bar with the send button never hides the focused element', async ({ as, draft: { id } }) => {
  const seller = await as('seller', { viewport: { width: 1280, height: 600 } })
  const { page } = seller
  await page.goto(`/slv/review-request/${id}`)
  await expect(page.getByRole('button', { name: 'Send request' })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab')
    const hidden = await page.evaluate(() => {
      const { activeElement } = document
      const send = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Send request')
      const bar = send?.closest('div[class*="bar"]')
      if (!activeElement || !bar || bar.contains(activeElement) || !bar.closest('form')?.contains(activeElement))
        return 0
      const [focused, sendBar] = [activeElement.getBoundingClientRect(), bar.getBoundingClientRect()]
      // The bar doesn't reach below what is beside the form.
      return focused.left >= sendBar.right ? 0 : focused.bottom - sendBar.top
    })
    expect(hidden, `after ${step + 1} Tabs`).toBeLessThanOrEqual(0)
  }
})

test('the palette runs the actions of the SLV, and the list of keys turns single keys off', async ({
  chief: { page },
  slvInReview: { id, buyerLoan },
}) => {
  await page.goto(`/slv/department/review-request/${id}`)
  const palette = page.getByRole('dialog', { name: 'Search and jump' })
  await expect(page.getByRole('button', { name: 'Actions' })).toBeVisible()
  await pressKeys(page, 'Control+k')
  await page.keyboard.type('reassign')
  await palette.getByRole('button', { name: 'Reassign underwriter' }).click()
  await page.getByRole('dialog', { name: 'Reassign underwriter' }).getByRole('button', { name: 'Cancel' }).click()
  await pressKeys(page, 'Control+k')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('department')
  await expect(palette.getByRole('button')).toHaveText([/Department/])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Department' })).toBeVisible()
  await pressKeys(page, 'Control+k')
  await expect(palette.getByRole('button', { name: buyerLoan ?? '', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()

  await pressKeys(page, '?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByRole('listitem').filter({ hasText: 'Go to My Own' })).toContainText('GS')
  await keys.getByRole('switch', { name: 'Single keys' }).click()
  await expect(keys.getByRole('listitem')).toHaveText([/Search and jump/])
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await pressKeys(page, 'g', 's', '?')
  await expect(page.getByRole('heading', { level: 1, name: 'Department' })).toBeVisible()
  await expect(keys).toBeHidden()

  await page.getByRole('button', { name: /^Profile/ }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await keys.getByRole('switch', { name: 'Single keys' }).click()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await pressKeys(page, 'g', 's')
  await expect(page.getByRole('table', { name: /^SLVs, My Own/ })).toBeVisible()
})
