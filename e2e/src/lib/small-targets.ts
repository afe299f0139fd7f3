import type { Page } from '@playwright/test'

/** A finger needs this many CSS pixels (WCAG 2.5.5). */
const fingerSize = 44
/**
 * The least distance between a control that deletes something and another one.
 */
const minGap = 8

/**
 * Buttons of tables that are off screen: people would have to scroll the table
 * to find them.
 */
export const unreachableButtons = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('td button')].flatMap((button) => {
      const { left, right } = button.getBoundingClientRect()
      const isReachable =
        left >= -0.5 && right <= document.documentElement.clientWidth + 0.5
      return isReachable
        ? []
        : [button.getAttribute('aria-label') ?? button.textContent]
    }),
  )

/** Fields whose text begins below the icon before it. */
export const textsBelowIcons = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '.mantine-Input-section[data-position=left]',
      ),
    ].flatMap((icon) => {
      const field = icon.parentElement?.querySelector('input')
      if (!field) return []
      const { paddingLeft } = getComputedStyle(field)
      const begin =
        field.getBoundingClientRect().left + Number.parseFloat(paddingLeft)
      const isBelow = begin < icon.getBoundingClientRect().right - 2
      return isBelow
        ? [`“${field.placeholder || field.value}” begins below its icon`]
        : []
    }),
  )

/**
 * Controls that a finger misses: smaller than 44 × 44 px, or something that
 * deletes closer than 8 px to another control. Not judged, as in WCAG 2.5.5:
 * links within a line of text, which is as high as its line, and inputs that
 * are hidden behind a control that is judged. A checkbox, a radio button or a
 * switch counts together with its label.
 */
export const smallTargetsOf = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ size, gap }) => {
      type Box = { left: number; top: number; right: number; bottom: number }
      const selector =
        'a[href], button, input, select, textarea, summary, [role=tab], [role=option], [role=menuitem]'
      const boxOf = (element: Element): Box => element.getBoundingClientRect()
      const isShown = (element: Element) => {
        const { left, top, right, bottom } = boxOf(element)
        const isDrawn = element.checkVisibility({
          opacityProperty: true,
          visibilityProperty: true,
        })
        return (
          isDrawn &&
          right - left > 1 &&
          bottom - top > 1 &&
          !element.closest('[inert], [aria-hidden=true]')
        )
      }
      const isInText = (element: Element) =>
        element.matches('a, button') &&
        getComputedStyle(element).display === 'inline' &&
        (element.parentElement?.textContent ?? '').trim() !==
          (element.textContent ?? '').trim()
      const labelsOf = (element: Element) =>
        element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
      const targetOf = (element: Element): Box =>
        [element, ...labelsOf(element)].map(boxOf).reduce((one, other) => ({
          left: Math.min(one.left, other.left),
          top: Math.min(one.top, other.top),
          right: Math.max(one.right, other.right),
          bottom: Math.max(one.bottom, other.bottom),
        }))
      const nameOf = (element: Element) =>
        (element.getAttribute('aria-label') ?? element.textContent ?? '')
          .trim()
          .slice(0, 40) ||
        element.getAttribute('name') ||
        element.className
      const distance = (one: Box, other: Box) =>
        Math.max(
          one.left - other.right,
          other.left - one.right,
          one.top - other.bottom,
          other.top - one.bottom,
        )

      const targets = [...document.querySelectorAll(selector)]
        .filter((element) => isShown(element) && !isInText(element))
        .map((element) => ({
          element,
          name: nameOf(element),
          box: targetOf(element),
        }))
      const small = targets.flatMap(({ element, name, box }) => {
        const [width, height] = [box.right - box.left, box.bottom - box.top]
        const isSmall = width < size - 0.5 || height < size - 0.5
        return isSmall
          ? [
              `${element.tagName} "${name}" ${width.toFixed(0)} × ${height.toFixed(0)}`,
            ]
          : []
      })
      const destructive = targets.filter(({ name }) =>
        /^(delete|remove|discard)\b/i.test(name),
      )
      const close = destructive.flatMap(({ element, name, box }) =>
        targets
          .filter(
            (other) =>
              other.element !== element && !other.element.contains(element),
          )
          .filter((other) => distance(box, other.box) < gap - 0.5)
          .map((other) => `"${name}" is next to "${other.name}"`),
      )
      return [...new Set([...small, ...close])]
    },
    { size: fingerSize, gap: minGap },
  )
