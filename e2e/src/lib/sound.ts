import { expect, type Page } from '@playwright/test'
import axeCore from 'axe-core'

declare global {
  var axe: typeof axeCore
}

/**
 * axe finds nothing in a part of the page once the page has settled. It runs in
 * the page itself, which has no frames.
 */
export const expectAccessible = async (page: Page, within = 'html') => {
  await expect(page.locator(within).first()).toBeAttached()
  if (!(await page.evaluate(() => 'axe' in globalThis)))
    await page.evaluate(axeCore.source)
  const find = () =>
    page.evaluate(async (selector) => {
      const { violations } = await globalThis.axe.run(selector, {
        resultTypes: ['violations'],
        iframes: false,
      })
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ target }) => target).join(' | ')}`,
      )
    }, within)
  await expect.poll(find).toEqual([])
}

/** A desktop and a phone. */
export const wide = { width: 1440, height: 900 }

export const narrow = { width: 360, height: 780 }

/**
 * axe finds nothing, narrow and dark as well as wide and light, and the page
 * itself never scrolls sideways.
 */
export const expectSound = async (page: Page, within = 'html') => {
  for (const [viewport, colorScheme] of [
    [narrow, 'dark'],
    [wide, 'light'],
  ] as const) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    const sideways = () =>
      page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect
      .poll(sideways, `${viewport.width} px scroll sideways`)
      .toBeLessThanOrEqual(0)
    await expectAccessible(page, within)
  }
}
