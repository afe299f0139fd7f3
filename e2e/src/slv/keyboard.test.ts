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
