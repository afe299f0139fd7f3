import { expect, type Page } from '@playwright/test'

/** A message as long as the longest that the server sends. */
const longMessage =
  'Failed to complete review. Reason: An approval needs a compensating factor for LTV / CLTV. '.repeat(
    2,
  )

/**
 * The controls and figures that a message of this length covers while it is in
 * the place of the toasts.
 */
const findCovered = (page: Page, message: string) =>
  page.evaluate(async (text) => {
    const toast = document.createElement('div')
    toast.textContent = text
    const place = document.querySelector('section[aria-label="Notifications"]')
    // The sign-in page shows no toasts.
    if (!place) return []
    place.append(toast)
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    // The layout follows the size of the strip in the next frames.
    for (let frames = 0; frames < 3; frames++) await frame()

    type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>
    const cut = (a: Box, b: Box): Box => ({
      left: Math.max(a.left, b.left),
      right: Math.min(a.right, b.right),
      top: Math.max(a.top, b.top),
      bottom: Math.min(a.bottom, b.bottom),
    })
    const isFilled = (box: Box) =>
      box.right - box.left > 1 && box.bottom - box.top > 1
    /**
     * The part of an element that isn't scrolled out of the boxes around it.
     */
    const seenBox = (element: Element) => {
      let box: Box = element.getBoundingClientRect()
      for (
        let around = element.parentElement;
        around;
        around = around.parentElement
      )
        if (getComputedStyle(around).overflow !== 'visible')
          box = cut(box, around.getBoundingClientRect())
      return box
    }
    const toastBox = toast.getBoundingClientRect()
    const controls =
      'a, button, input, select, textarea, [role=tab], [role=option], td, dd, h1, h2'
    const covered = [...document.querySelectorAll(controls)]
      // Most elements are elsewhere: what is slow is asked only of the others.
      .filter((element) =>
        isFilled(cut(element.getBoundingClientRect(), toastBox)),
      )
      .filter((element) =>
        element.checkVisibility({
          visibilityProperty: true,
          opacityProperty: true,
        }),
      )
      .filter((element) => isFilled(cut(seenBox(element), toastBox)))
      .map(
        (element) =>
          `${element.tagName} ${element.textContent?.slice(0, 40) || element.getAttribute('aria-label')}`,
      )
    toast.remove()
    return isFilled(toastBox) ? covered : ['the toast is not visible']
  }, message)

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
