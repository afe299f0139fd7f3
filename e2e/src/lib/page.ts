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
    for (const card of document.querySelectorAll(
      'section[aria-label="Notifications"] > *',
    ))
      if (!seen.has(card)) {
        seen.add(card)
        globalThis.toasts.push(card.textContent ?? '')
      }
  }).observe(document, { childList: true, subtree: true })
}

/**
 * Waits for a toast with these words, even if it has hidden again. Each toast
 * counts once.
 */
export const says = (page: Page, ...words: string[]) => {
  const take = (texts: string[]) => {
    const place = globalThis.toasts.findIndex((toast) =>
      texts.every((text) => toast.includes(text)),
    )
    return place >= 0 && globalThis.toasts.splice(place, 1).length === 1
  }
  // While the page navigates, there is none.
  return expect
    .poll(
      () => page.evaluate(take, words).catch(() => false),
      `a toast with ${words}`,
    )
    .toBe(true)
}

/** Presses a button, and waits for the toast that reports what it did. */
export const press = async (
  where: Page | Locator,
  name: string,
  ...toast: string[]
) => {
  await where.getByRole('button', { name, exact: true }).click()
  if (toast.length > 0) await says(pageOf(where), ...toast)
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

export const bellOf = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /^Notifications/ })

/** Opens the bell and returns its panel. */
export const openBell = async (page: Page) => {
  await bellOf(page).click()
  return page.getByRole('dialog', { name: /^Notifications/ })
}

export const toastsOf = (page: Page) =>
  page.getByRole('region', { name: 'Notifications', exact: true })

/**
 * An element's place once the layout of a new window size is complete: the same
 * before and after two frames.
 */
export async function settledBox(element: Locator) {
  let box = await element.boundingBox()
  await expect(async () => {
    box = await element.boundingBox()
    await element.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve))
        }),
    )
    expect(await element.boundingBox()).toEqual(box)
  }).toPass()
  return box
}
