import { expect, type Page } from '@playwright/test'

/** A message as long as the longest that the server sends. */
const longMessage =
  'Failed to complete review. Reason: An approval needs a compensating factor for LTV / CLTV. '.repeat(
    2,
  )

/** Controls and figures. */
const selector =
  'a, button, input, select, textarea, [role=tab], [role=option], td, dd, h1, h2'

/**
 * The controls and figures that a message of this length covers while it is in
 * the place of the toasts.
 */
const findCovered = (page: Page, message: string) =>
  page.evaluate(
    async ([text, controls]) => {
      const place = document.querySelector(
        'section[aria-label="Notifications"]',
      )
      // The sign-in page shows no toasts.
      if (!place) return []
      const toast = document.createElement('div')
      toast.textContent = text
      place.append(toast)
      const frame = () => new Promise((done) => requestAnimationFrame(done))
      // The layout follows the size of the strip in the next frames.
      for (let frames = 0; frames < 3; frames++) await frame()
      const toastBox = toast.getBoundingClientRect()

      type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>
      const intersect = (one: Box, other: Box): Box => ({
        left: Math.max(one.left, other.left),
        right: Math.min(one.right, other.right),
        top: Math.max(one.top, other.top),
        bottom: Math.min(one.bottom, other.bottom),
      })
      const hasArea = ({ left, right, top, bottom }: Box) =>
        right - left > 1 && bottom - top > 1
      const isUnderToast = (box: Box) => hasArea(intersect(box, toastBox))
      /** The part of an element that isn't scrolled out of what is around it. */
      const findVisiblePart = (element: Element) => {
        let box: Box = element.getBoundingClientRect()
        let around = element.parentElement
        while (around) {
          if (getComputedStyle(around).overflow !== 'visible')
            box = intersect(box, around.getBoundingClientRect())
          around = around.parentElement
        }
        return box
      }

      const covered: string[] = []
      for (const element of document.querySelectorAll(controls)) {
        // Most elements are elsewhere; the checks after this one are slow.
        if (!isUnderToast(element.getBoundingClientRect())) continue
        const isShown = element.checkVisibility({
          visibilityProperty: true,
          opacityProperty: true,
        })
        if (!isShown || !isUnderToast(findVisiblePart(element))) continue
        const name =
          element.textContent?.slice(0, 40) ||
          element.getAttribute('aria-label')
        covered.push(`${element.tagName} ${name}`)
      }
      toast.remove()
      return hasArea(toastBox) ? covered : ['the toast is not visible']
    },
    [message, selector] as const,
  )

/** A toast covers no control and no figure, at four widths. */
export const expectNothingCovered = async (page: Page) => {
  for (const width of [360, 768, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    for (const message of ['Review was successfully completed', longMessage])
      await expect
        .poll(() => findCovered(page, message), `covered at ${width} px`)
        .toEqual([])
  }
}
