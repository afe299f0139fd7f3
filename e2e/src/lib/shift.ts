import type { Page } from '@playwright/test'

declare global {
  var shift: number
}

/** The layout-shift score that a screen may reach while it loads. */
export const maxShift = 0.02

/**
 * Adds up the layout shifts of a page from its first paint, without those that
 * follow input.
 */
export const recordShift = (page: Page) =>
  page.addInitScript(() => {
    globalThis.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (
          'value' in entry &&
          'hadRecentInput' in entry &&
          !entry.hadRecentInput
        )
          globalThis.shift += Number(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })

export const shiftOf = (page: Page) => page.evaluate(() => globalThis.shift)
