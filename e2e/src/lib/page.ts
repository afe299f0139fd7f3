import { expect, type Locator, type Page } from '@playwright/test'

declare global {
  var toasts: string[]
}

/**
 * Records every toast, because one that reports a success hides after two
 * seconds.
 */
export const recordToasts = () => {
  globalThis.toasts = []
  const seen = new WeakSet<Element>()
  new MutationObserver(() => {
    const cards = document.querySelectorAll(
      'section[aria-label="Notifications"] > *',
    )
    for (const card of cards) {
      if (seen.has(card)) continue
      seen.add(card)
      globalThis.toasts.push(card.textContent ?? '')
    }
  }).observe(document, { childList: true, subtree: true })
}

/**
 * Waits for a toast with these words, even if it has hidden again. Each toast
 * counts once.
 */
export const expectToast = (page: Page, ...words: string[]) =>
  expect
    .poll(
      // While the page navigates, nothing can be evaluated in it.
      () => page.evaluate(takeToast, words).catch(() => false),
      `a toast with ${words}`,
    )
    .toBe(true)

/** Runs in the page: whether a toast had these words, and forgets that one. */
const takeToast = (words: string[]): boolean => {
  const index = globalThis.toasts.findIndex((toast) =>
    words.every((text) => toast.includes(text)),
  )
  if (index < 0) return false
  globalThis.toasts.splice(index, 1)
  return true
}

/**
 * Presses a button. With the words of a toast, waits until it reports what the
 * button did.
 */
export const press = async (
  where: Page | Locator,
  name: string,
  ...toast: string[]
) => {
  await where.getByRole('button', { name, exact: true }).click()
  if (toast.length > 0) await expectToast(pageOf(where), ...toast)
}

const pageOf = (where: Page | Locator): Page =>
  'page' in where ? where.page() : where

/** Opens the dialog with all filters of a list. */
export const openFilters = async (page: Page): Promise<Locator> => {
  await press(page, 'Filter')
  await page.getByRole('option', { name: 'All filters…' }).click()
  return page.getByRole('dialog', { name: 'Add Filters', exact: true })
}

/** Types into a combobox and chooses one of its options. */
export const choose = async (
  where: Page | Locator,
  label: string | RegExp,
  typed: string,
  option: string | RegExp = typed,
) => {
  await where.getByRole('combobox', { name: label, exact: true }).fill(typed)
  await pageOf(where).getByRole('option', { name: option }).click()
}

export const pressKeys = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** The input of the command palette. */
export const paletteInput = (page: Page) =>
  page.getByRole('combobox', { name: 'Search and jump' })

export const openPalette = async (page: Page) => {
  await page.keyboard.press('Control+k')
  await expect(paletteInput(page)).toBeFocused()
}

/**
 * Delays the responses to requests of a URL until the returned function is
 * called.
 */
export const delayResponses = async (
  page: Page,
  url: string,
  method?: string,
) => {
  const released = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    if (!method || route.request().method() === method) await released.promise
    await route.continue()
  })
  return released.resolve
}

export const bellButton = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /^Notifications/ })

/** Opens the bell and returns its panel. */
export const openBell = async (page: Page) => {
  await bellButton(page).click()
  return page.getByRole('dialog', { name: /^Notifications/ })
}

export const toastRegion = (page: Page) =>
  page.getByRole('region', { name: 'Notifications', exact: true })

/**
 * An element's place once the layout of a new window size is complete: the same
 * before and after two frames.
 */
export async function settledBox(element: Locator) {
  let box = await element.boundingBox()
  await expect(async () => {
    box = await element.boundingBox()
    await element.evaluate(waitTwoFrames)
    expect(await element.boundingBox()).toEqual(box)
  }).toPass()
  return box
}

/** Runs in the page. */
const waitTwoFrames = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve))
  })
