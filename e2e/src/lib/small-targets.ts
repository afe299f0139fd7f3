import type { Page } from '@playwright/test'

/** A finger needs this many CSS pixels (WCAG 2.5.5). */
const fingerSize = 44

/** Pixels between a control that deletes something and any other control. */
const minGap = 8

/** Browsers place elements at parts of a pixel. */
const rounding = 0.5

/** What reacts to a finger: a control, together with its labels. */
type Target = {
  name: string
  left: number
  top: number
  right: number
  bottom: number
}

/**
 * Runs in the page: the controls that people see. Links within a sentence are
 * left out, as in WCAG 2.5.5 and 2.5.8: they are as high as its line.
 */
const findTargets = (): Target[] => {
  const controls = [
    'a[href]',
    'button',
    'input',
    'select',
    'textarea',
    'summary',
    '[role=tab]',
    '[role=option]',
    '[role^=menuitem]',
  ]

  const isShown = (control: Element) => {
    const { width, height } = control.getBoundingClientRect()
    const isDrawn = control.checkVisibility({
      opacityProperty: true,
      visibilityProperty: true,
    })
    // Elements of 1 pixel are only for screen readers.
    return isDrawn && width > 1 && height > 1 && !control.closest('[inert]')
  }

  /** The letters of an element that are in no link and no button. */
  const countPlainLetters = (element: Element) => {
    const copy = element.cloneNode(true) as Element
    for (const control of copy.querySelectorAll('a, button')) control.remove()
    return copy.textContent.replaceAll(/[^\p{L}\p{N}]/gu, '').length
  }

  const isInSentence = (control: Element) =>
    getComputedStyle(control).display === 'inline' &&
    control.parentElement !== null &&
    countPlainLetters(control.parentElement) > 0

  /** A finger on its label works like one on the control. */
  const findParts = (control: Element): Element[] =>
    control instanceof HTMLInputElement
      ? [control, ...(control.labels ?? [])]
      : [control]

  const nameOf = (control: Element) => {
    const name =
      control.getAttribute('aria-label') ||
      control.textContent.trim() ||
      control.getAttribute('name') ||
      control.className
    return `${control.tagName} "${name.slice(0, 40)}"`
  }

  const targets: Target[] = []
  for (const control of document.querySelectorAll(controls.join(','))) {
    if (!isShown(control) || isInSentence(control)) continue
    const boxes = findParts(control).map((part) => part.getBoundingClientRect())
    targets.push({
      name: nameOf(control),
      left: Math.min(...boxes.map(({ left }) => left)),
      top: Math.min(...boxes.map(({ top }) => top)),
      right: Math.max(...boxes.map(({ right }) => right)),
      bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
    })
  }
  return targets
}

const describeIfSmall = (target: Target): string[] => {
  const width = target.right - target.left
  const height = target.bottom - target.top
  const least = fingerSize - rounding
  if (width >= least && height >= least) return []
  return [`${target.name} ${width.toFixed(0)} × ${height.toFixed(0)}`]
}

/** Pixels between two targets; negative if they overlap. */
const distanceBetween = (one: Target, other: Target) => {
  const across = Math.max(one.left - other.right, other.left - one.right)
  const down = Math.max(one.top - other.bottom, other.top - one.bottom)
  return Math.max(across, down)
}

const isAround = (outer: Target, inner: Target) =>
  outer.left <= inner.left &&
  outer.top <= inner.top &&
  outer.right >= inner.right &&
  outer.bottom >= inner.bottom

const deletes = ({ name }: Target) => / "(delete|remove|discard)\b/i.test(name)

const describeNeighbors = (
  target: Target,
  targets: readonly Target[],
): string[] =>
  targets
    .filter((other) => other !== target && !isAround(other, target))
    .filter((other) => distanceBetween(target, other) < minGap - rounding)
    .map((other) => `${target.name} is next to ${other.name}`)

/** Controls that a finger misses, because they are smaller than 44 × 44 px. */
export const smallTargetsOf = async (page: Page): Promise<string[]> => {
  const targets = await page.evaluate(findTargets)
  return [...new Set(targets.flatMap(describeIfSmall))]
}

/**
 * Controls that delete something, closer than 8 px to another control. What a
 * dialog covers counts too, so only for pages without one.
 */
export const crowdedTargetsOf = async (page: Page): Promise<string[]> => {
  const targets = await page.evaluate(findTargets)
  return targets
    .filter(deletes)
    .flatMap((target) => describeNeighbors(target, targets))
}

/**
 * Runs in the page: buttons of tables that are off screen, so that people would
 * have to scroll the table to find them.
 */
const findUnreachable = (): string[] => {
  const names: string[] = []
  for (const button of document.querySelectorAll('td button')) {
    const { left, right } = button.getBoundingClientRect()
    const { clientWidth } = document.documentElement
    if (left >= -0.5 && right <= clientWidth + 0.5) continue
    names.push(button.getAttribute('aria-label') ?? button.textContent)
  }
  return names
}

export const unreachableButtons = (page: Page): Promise<string[]> =>
  page.evaluate(findUnreachable)

/** Runs in the page: fields whose text begins below the icon before it. */
const findTextsBelowIcons = (): string[] => {
  const texts: string[] = []
  for (const icon of document.querySelectorAll(
    '.mantine-Input-section[data-position=left]',
  )) {
    const field = icon.parentElement?.querySelector('input')
    if (!field) continue
    const padding = Number.parseFloat(getComputedStyle(field).paddingLeft)
    const begin = field.getBoundingClientRect().left + padding
    if (begin < icon.getBoundingClientRect().right - 2)
      texts.push(`“${field.placeholder || field.value}” begins below its icon`)
  }
  return texts
}

export const textsBelowIcons = (page: Page): Promise<string[]> =>
  page.evaluate(findTextsBelowIcons)
