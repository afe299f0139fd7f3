import { assignTo, countingFactor, post, profileOf } from '../lib/calls.ts'
import { openPalette, paletteInput, pressKeys } from '../lib/page.ts'
import { expectSound, wide } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'
import { quietSearch } from '../reporting/reports.ts'

test('the keyboard opens an SLV from its row and by its number', async ({
  chief: { page },
}) => {
  await page.goto(`/slv/department?${quietSearch}`)
  const rows = page.getByRole('table').locator('tbody tr')
  await expect(rows.nth(2).getByRole('link')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(
    page.getByRole('link', { name: 'Skip to content' }),
  ).toBeFocused()

  await rows.first().focus()
  await pressKeys(page, 'ArrowDown', 'ArrowDown', 'ArrowUp')
  await expect(rows.nth(1)).toBeFocused()
  const number = (await rows.nth(1).getByRole('link').textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
  await page.goBack()
  await expect(rows.nth(1).getByRole('link', { name: number })).toBeVisible()

  await openPalette(page)
  // The borrower is read again each time: the browser doesn't keep it.
  await expect(
    page.getByRole('group', { name: 'Recent' }).getByRole('option'),
  ).toContainText([new RegExp(`^${number} · \\p{L}`, 'u')])
  await expect(page.getByRole('option', { name: 'Next row' })).toHaveCount(0)
  await expect(page.getByRole('option', { name: 'New request' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Logout' })).toBeVisible()
  await page.keyboard.type(number)
  const exact = page.getByRole('dialog').getByRole('option').first()
  await expect(exact).toHaveAttribute('aria-selected', 'true')
  await expect(exact.locator('mark')).toHaveText(number)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
})

test('two keys open a page, and the list of shortcuts can turn them off', async ({
  chief: { page },
}) => {
  await page.goto('/slv')
  const title = page.getByRole('heading', { level: 1 })
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(title).toBeVisible()
  await pressKeys(page, 'g', 'd')
  await expect(page).toHaveURL(/\/slv\/department/)
  await pressKeys(page, 'g', 't')
  await expect(page).toHaveURL(/\/condition-manager/)
  await pressKeys(page, 'g', 'r')
  await expect(page).toHaveURL(/\/reporting/)
  await pressKeys(page, 'g', 's')
  await expect(page).toHaveURL(/\/slv(\?|$)/)

  await page.keyboard.press('?')
  const keys = dialog.getByRole('region', { name: 'Everywhere' })
  await expect(keys).toContainText('Go to DepartmentG then D')
  await expect(keys).toContainText('Search and jumpCtrl K')
  await dialog
    .getByRole('switch', { name: 'Single-key shortcuts' })
    .press('Space')
  await expect(keys).not.toContainText('Department')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await pressKeys(page, 'g', 'd', '?')
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(paletteInput(page)).toHaveCount(0)
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/slv(\?|$)/)

  await page.getByRole('button', { name: /^Profile/ }).click()
  await page
    .getByRole('menuitemcheckbox', { name: 'Single-key shortcuts' })
    .click()
  await page.keyboard.press('Escape')
  await pressKeys(page, 'g', 'd')
  await expect(page).toHaveURL(/\/slv\/department/)
})

test('the palette runs the actions of the open SLV', async ({
  underwriter: { page },
  slvInReview: { id },
}) => {
  await page.setViewportSize(wide)
  await page.goto(`/slv/manage-request/${id}`)
  await expect(
    page.getByRole('button', { name: 'Approve', exact: true }).first(),
  ).toBeVisible()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list.getByRole('region', { name: 'Variances' })).toContainText(
    'Variance: ApproveA',
  )
  await expect(list.getByRole('region', { name: 'Decision' })).toContainText(
    'Make final decisionCtrl Enter',
  )
  await expectSound(page, '[role=dialog]')
  await page.setViewportSize(wide)
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)

  await openPalette(page)
  const actions = page.getByRole('group', { name: 'Actions', exact: true })
  await expect(
    actions.getByRole('option', { name: 'Request documents' }),
  ).toBeVisible()
  await expectSound(page, '[role=dialog]')
  await page.setViewportSize(wide)
  await page.keyboard.type('comment on')
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('textbox', { name: /comment/i }).first(),
  ).toBeFocused()
  await openPalette(page)
  await page.keyboard.type('request SLR')
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('dialog', { name: 'Request SLR review' }),
  ).toBeVisible()
})

test('the palette finds people for an administrator, and underwriters for a lead', async ({
  admin: { page },
  chief,
}) => {
  await page.goto('/slv')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await openPalette(page)
  await page.keyboard.type('seller@acme.example')
  await expect(
    page
      .getByRole('group', { name: 'People' })
      .getByRole('option', { selected: true }),
  ).toContainText('seller@acme.example')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\/permissions\?person=/)
  await expect(
    page.getByRole('dialog').getByRole('link', { name: 'seller@acme.example' }),
  ).toBeVisible()

  const { name, id } = await profileOf(chief)
  await chief.page.goto('/slv')
  await expect(chief.page.getByRole('heading', { level: 1 })).toBeVisible()
  await openPalette(chief.page)
  await chief.page.keyboard.type(name)
  await expect(
    chief.page
      .getByRole('group', { name: 'People' })
      .getByRole('option')
      .first(),
  ).toContainText(name)
  await chief.page.keyboard.press('Enter')
  await expect(chief.page).toHaveURL(`/slv/department?underwriterIds=${id}`)
})

/**
 * How far the focused element of the form reaches behind the bar with the send
 * button; 0 or less when all of it is seen. Runs in the page.
 */
const pixelsBehindSendBar = () => {
  const { activeElement } = document
  const send = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Send request',
  )
  const bar = send?.closest('div[class*="bar"]')
  if (!activeElement || !bar) return 0
  const isInBar = bar.contains(activeElement)
  const isInForm = bar.closest('form')?.contains(activeElement)
  if (isInBar || !isInForm) return 0
  const focused = activeElement.getBoundingClientRect()
  const barBox = bar.getBoundingClientRect()
  // The bar doesn't reach below what is beside the form.
  const isBeside = focused.left >= barBox.right
  return isBeside ? 0 : focused.bottom - barBox.top
}

test('the bar with the send button never hides the focused element', async ({
  as,
  draft: { id },
}) => {
  const seller = await as('seller', { viewport: { width: 1280, height: 600 } })
  const { page } = seller
  await page.goto(`/slv/review-request/${id}`)
  await expect(page.getByRole('button', { name: 'Send request' })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab')
    const overlap = await page.evaluate(pixelsBehindSendBar)
    expect(overlap, `after ${step + 1} Tabs`).toBeLessThanOrEqual(0)
  }
})

test('j, k, x and Enter work through a list, and Back returns to its row, place and selection', async ({
  as,
}) => {
  const { page } = await as('chief', { viewport: { width: 1440, height: 500 } })
  await page.goto('/slv/department')
  const rows = page.getByRole('table').locator('tbody tr[data-row]')
  await expect(rows.nth(12)).toBeVisible()
  await pressKeys(page, 'j', 'j', 'x', 'j', 'k', ...Array(10).fill('j'))
  await expect(rows.nth(11)).toBeFocused()
  await expect(rows.nth(1)).toHaveAttribute('data-selected')
  const scroller = page.getByRole('table').locator('..')
  const top = await scroller.evaluate(({ scrollTop }) => scrollTop)
  expect(top).toBeGreaterThan(0)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.goBack()
  await expect(rows.nth(11)).toBeFocused()
  expect(await scroller.evaluate(({ scrollTop }) => scrollTop)).toBe(top)
  await expect(rows.nth(1)).toHaveAttribute('data-selected')
})

test('an underwriter finds, starts, reads and answers an SLV by keyboard; nothing moves under the pointer', async ({
  seller,
  admin,
  underwriter,
  draft: { id, buyerLoan },
}) => {
  const { page } = underwriter
  await post(seller, `/api/v1/proxy-loan/${id}/slv-request`, {
    reason: 'Other',
    justification: 'Explained in the letter',
    compensatingFactors: [await countingFactor(seller, id)],
  })
  await post(seller, `/api/v1/proxy-loan/${id}/send-request`)
  await assignTo(admin, underwriter, id)
  await page.setViewportSize(wide)
  await page.goto('/slv')
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(buyerLoan ?? '')
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(1)
  await pressKeys(page, 'Tab')
  await page.getByRole('link', { name: buyerLoan ?? '' }).click()

  const cards = page.getByRole('article')
  const primary = page.getByRole('button', { name: 'Start review' })
  await expect(primary).toBeVisible()
  const topRightOf = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true })
    const box = await button.boundingBox()
    return box && [box.x + box.width, box.y]
  }
  const before = await topRightOf('Start review')
  await page.keyboard.press('s')
  await expect(primary).toHaveCount(0)
  expect(await topRightOf('Request documents')).toEqual(before)
  await expect(cards.first()).toBeFocused()
  await page.keyboard.press('j')
  await expect(cards.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(cards.first()).toBeFocused()
  await page.keyboard.press('n')
  await expect(page.getByRole('region', { name: 'Decision' })).toContainText(
    '1 of 2 answered',
  )
  await page.keyboard.press('.')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await expect(
    page.getByRole('main').locator('form, section').locator('input:focus'),
  ).toHaveCount(1)

  const split = page.getByRole('separator', { name: 'Width of the request' })
  await expect(split).toHaveAttribute('aria-valuenow', '59')
  await split.press('ArrowLeft')
  await expect(split).toHaveAttribute('aria-valuenow', '57')
  await page.reload()
  await expect(split).toHaveAttribute('aria-valuenow', '57')
})
