import type { Locator, Page } from '@playwright/test'
import { countingFactor, get, patch, post } from '../lib/calls.ts'
import { delayResponses, expectToast, press } from '../lib/page.ts'
import type { Someone } from '../lib/people.ts'
import { maxShift, recordShift, shiftOf } from '../lib/shift.ts'
import { narrow, wide } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'
import { untilLoaded } from '../lib/until-loaded.ts'

/** What a decision with three variances may cost, apart from typed text. */
const [maxClicks, maxKeys] = [8, 16]

/**
 * Adds two variances to a request in review, so that it has three, and opens
 * it.
 */
const openThree = async ({ page, request }: Someone, id: string) => {
  const factor = await countingFactor({ request }, id)
  for (const reason of ['Housing History', 'Other'])
    await post({ request }, `/api/v1/proxy-loan/${id}/slv-request`, {
      reason,
      justification: 'Explained in the letter',
      compensatingFactors: [factor],
    })
  await page.setViewportSize(wide)
  await page.goto(`/slv/manage-request/${id}`)
  await expect(page.getByRole('region', { name: 'Decision' })).toContainText(
    '0 of 3 answered',
  )
}

const decided = async (someone: Someone, id: string) => {
  const {
    status,
    priceAdjustment,
    decisionComment,
    decisionLtv,
    ltv,
    slvDecisionRequests,
  } = await get(someone, `/api/v1/proxy-loan/${id}/detailed`)
  const answers = slvDecisionRequests
    .map(({ decision }: { decision: string }) => decision)
    .sort()
  expect({
    status,
    priceAdjustment,
    decisionComment,
    decisionLtv,
    answers,
  }).toEqual({
    status: 'APPROVED',
    priceAdjustment: -25,
    decisionComment: 'Verify the reserves',
    decisionLtv: ltv,
    answers: ['APPROVED', 'APPROVED', 'DECLINED'],
  })
}

test('the standard decision takes few clicks', async ({
  underwriter,
  slvInReview: { id },
}) => {
  const { page } = underwriter
  await openThree(underwriter, id)
  const bar = page.getByRole('region', { name: 'Decision' })
  let clicks = 0
  const click = async (
    name: string,
    role: 'button' | 'radio' | 'textbox',
    within = page.getByRole('main'),
  ) => {
    clicks += 1
    const target = within.getByRole(role, { name, exact: true }).first()
    await expect(target, name).toBeInViewport({ ratio: 1 })
    await target.click()
  }

  await click('Approve', 'button')
  await click('Approve', 'button')
  await click('Deny', 'button')
  await expect(bar).toContainText('3 of 3 answered')
  await click('Approved', 'radio', bar)
  await click('Price Adjustment', 'textbox', bar)
  await page.keyboard.type('-25')
  await click('Decision Subject To', 'textbox', bar)
  await page.keyboard.type('Verify the reserves')
  await click('Decide', 'button', bar)
  await click('Approve anyway', 'button', page.getByRole('dialog'))
  await expectToast(page, 'Review was successfully completed')
  await decided(underwriter, id)
  process.stdout.write(`The standard decision: ${clicks} clicks\n`)
  expect(clicks).toBeLessThanOrEqual(maxClicks)
})

test('the standard decision takes few keys, and never the mouse', async ({
  underwriter,
  slvInReview: { id },
}) => {
  const { page } = underwriter
  await openThree(underwriter, id)
  const bar = page.getByRole('region', { name: 'Decision' })
  let keys = 0
  const press = async (...names: string[]) => {
    for (const name of names) {
      keys += 1
      await page.keyboard.press(name)
    }
  }

  await press('a', 'a', 'd')
  await expect(bar.getByRole('radio', { name: 'Approved' })).toBeFocused()
  await press('Space', 'p')
  await page.keyboard.type('-25')
  // Past the search of conditions.
  await press('Tab', 'Tab')
  await expect(
    bar.getByRole('textbox', { name: 'Decision Subject To' }),
  ).toBeFocused()
  await page.keyboard.type('Verify the reserves')
  await press('Control+Enter')
  // One of the variances was denied.
  await expect(
    page.getByRole('dialog').getByRole('button', { name: 'Approve anyway' }),
  ).toBeFocused()
  await press('Enter')
  await expectToast(page, 'Review was successfully completed')
  await decided(underwriter, id)
  process.stdout.write(`The standard decision: ${keys} keys\n`)
  expect(keys).toBeLessThanOrEqual(maxKeys)
})

test('a price that isn’t a number blocks the decision, and a shortcut leaves no letter in it', async ({
  underwriter,
  slvInReview: { id },
}) => {
  const { page } = underwriter
  await page.goto(`/slv/manage-request/${id}`)
  const bar = page.getByRole('region', { name: 'Decision' })
  await expect(bar).toContainText('0 of 1 answered')
  await page.keyboard.press('a')
  const price = bar.getByRole('textbox', { name: 'Price Adjustment' })
  await expect(price).toBeFocused()
  await page.keyboard.press('p')
  await page.keyboard.type('-25')
  await expect(price).toHaveValue('-25')

  await page.keyboard.type('/')
  await page.keyboard.press('Control+Enter')
  await expect(bar.getByText('Must be a number')).toBeVisible()
  await expect(bar.getByRole('alert')).toContainText(
    'The decision has unsaved values',
  )
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: 'Make final decision' })
  await expect(dialog).toContainText('−25 bps')

  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('article').focus()
  await page.keyboard.press('p')
  await page.keyboard.type('-12.5')
  await expect(price).toHaveValue('-12.5')
})

const isInSight = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('main').getByText(text).first()).toBeInViewport({
    ratio: 1,
  })

/** Whether an input's text doesn't fit into it. Runs in the page. */
const isCut = (input: Element) => input.scrollWidth > input.clientWidth

test('the variances are visible without scrolling, and nothing moves while they load', async ({
  underwriter,
  slvInReview: { id, slvRequests },
}) => {
  const { page } = underwriter
  await page.setViewportSize(wide)
  await recordShift(page)
  await untilLoaded(page, () => page.goto(`/slv/manage-request/${id}`))
  const card = page.getByRole('article', {
    name: slvRequests[0]?.summary ?? '',
  })
  for (const name of ['Approve', 'Deny', 'Not needed'])
    await expect(card.getByRole('button', { name })).toBeInViewport({
      ratio: 1,
    })
  await expect(
    page.getByRole('region', { name: 'Key figures' }),
  ).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: /^SLA/ })).toBeInViewport({
    ratio: 1,
  })
  await expect(page.getByRole('button', { name: 'Decide' })).toBeInViewport({
    ratio: 1,
  })
  for (const text of [
    /^10 points short$/,
    /^Minimum FICO/,
    /^due (today|\w{3} )/,
  ])
    await isInSight(page, text)
  await expect(
    page.getByRole('region', { name: 'Documents', exact: true }),
  ).toBeInViewport()
  expect(await shiftOf(page)).toBeLessThanOrEqual(maxShift)

  const top = async (part: Locator) => (await part.boundingBox())?.y ?? 0
  const figure = (name: string) => page.getByLabel(name, { exact: true }).last()

  // On smaller screens, the variances come before every section, and the
  // decision stays in reach.
  for (const viewport of [
    { width: 1024, height: 768 },
    { width: 768, height: 1024 },
    narrow,
  ]) {
    await page.setViewportSize(viewport)
    await expect(page.getByRole('button', { name: 'Decide' })).toBeInViewport({
      ratio: 1,
    })
    const section = page.getByRole('button', {
      name: 'Correct Loan',
      exact: true,
    })
    expect(await top(card), `${viewport.width} px`).toBeLessThan(
      await top(section),
    )
  }

  await page.getByRole('button', { name: 'Details', exact: true }).click()
  for (const [name, longest] of [
    ['LTV', '193.65'],
    ['Reserves', '999'],
    ['Price Adjustment', '-999.875'],
  ] as const) {
    await figure(name).fill(longest)
    await expect
      .poll(() => figure(name).evaluate(isCut), `${name} at 360 px`)
      .toBe(false)
    await figure(name).fill('')
  }
  await page.getByRole('button', { name: 'Details', exact: true }).click()

  // The fields that come next are folded.
  await card.getByRole('button', { name: 'Deny' }).click()
  await expect(page.getByRole('button', { name: 'Decide' })).toBeFocused()
})

/**
 * Whether something else is in front of a corner or the center of an element,
 * or it isn't all in the window. Runs in the page.
 */
const isCovered = (element: Element) => {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const points = [
    [left + 2, top + 2],
    [right - 2, top + 2],
    [left + 2, bottom - 2],
    [right - 2, bottom - 2],
    [(left + right) / 2, (top + bottom) / 2],
  ] as const
  return points.some(
    ([x, y]) => !element.contains(document.elementFromPoint(x, y)),
  )
}

test('the decision is one line, and never covers the request or is covered', async ({
  underwriter,
  slvInReview: { id },
}) => {
  const { page } = underwriter
  await openThree(underwriter, id)
  const bar = page.getByRole('region', { name: 'Decision' })
  const height = async (part: Locator) =>
    (await part.boundingBox())?.height ?? 0
  const figures = bar.getByRole('button', { name: /as requested/ })
  // A second line would be 50 px more.
  const oneLine = 64
  expect(await height(bar)).toBeLessThanOrEqual(oneLine)
  // An approval has the most terms.
  await bar.getByRole('radio', { name: 'Approved' }).check()
  await expect(bar.getByLabel(/^Good until/)).toBeVisible()
  await expect(bar.getByText('Saved', { exact: true })).toBeVisible()
  expect(await height(bar)).toBeLessThanOrEqual(oneLine)
  for (const name of ['Price Adjustment', 'Good until'])
    expect(await bar.getByLabel(name).first().evaluate(isCut), name).toBe(false)
  await expect(bar.getByRole('textbox', { name: 'LTV' })).toBeHidden()
  await figures.click()
  const [ltv, reserves] = [
    bar.getByRole('textbox', { name: 'LTV', exact: true }),
    bar.getByRole('textbox', { name: 'Reserves' }),
  ]
  expect((await reserves.boundingBox())?.y, 'Reserves beside LTV').toBe(
    (await ltv.boundingBox())?.y,
  )
  await ltv.fill('70')
  await expect(bar.getByRole('button', { name: '1 changed' })).toBeVisible()
  await ltv.fill('')
  await figures.click()

  for (const viewport of [
    wide,
    { width: 1024, height: 768 },
    { width: 768, height: 1024 },
    narrow,
  ])
    for (const isUnfolded of [false, true]) {
      const name = `${viewport.width} px, ${isUnfolded ? '' : 'not '}unfolded`
      await page.setViewportSize(viewport)
      const toggle = bar.locator('button[aria-expanded]:visible')
      if (isUnfolded) await toggle.click()
      await expect.poll(() => bar.evaluate(isCovered), name).toBe(false)
      // What is above the bar scrolls and ends where the bar begins.
      const last = page.getByRole('button', { name: 'Correct Reserves' })
      await last.focus()
      await expect(last, name).toBeInViewport({ ratio: 1 })
      await expect.poll(() => last.evaluate(isCovered), name).toBe(false)
      if (isUnfolded) await toggle.click()
    }
})

/**
 * How many variances and their controls look focused: by an outline, or by a
 * shadow all around.
 */
const countRings = (page: Page) =>
  page.getByRole('region', { name: 'Variances' }).evaluate((variances) => {
    const hasRing = (element: Element) => {
      const { outlineStyle, outlineWidth, boxShadow } =
        getComputedStyle(element)
      const hasOutline =
        outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
      return (
        hasOutline ||
        (/ 0px 0px 0px [1-9]/.test(boxShadow) && !boxShadow.includes('inset'))
      )
    }
    return [...variances.querySelectorAll('*')].filter(hasRing).length
  })

test('an answer merges with someone else’s change, which is shown, and a changed answer asks about its comment', async ({
  underwriter,
  slvInReview: { id },
}) => {
  const { page } = underwriter
  const answers = async () =>
    (await get(underwriter, `/api/v1/proxy-loan/${id}/detailed`))
      .slvDecisionRequests
  await page.goto(`/slv/manage-request/${id}`)
  const comment = page.getByRole('textbox', { name: 'Comment for the seller' })
  await expect(comment).toBeVisible()
  await page.keyboard.press('m')
  await expect(comment).toBeFocused()
  await page.keyboard.type('Strong reserves')
  await delayResponses(page, '**/api/v1/stream*')
  await patch(underwriter, `/api/v1/proxy-loan/${id}`, { city: 'Elsewhere' })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('article')).toBeFocused()
  expect(await countRings(page)).toBe(1)
  await page.getByRole('button', { name: 'Approve' }).focus()
  expect(await countRings(page)).toBe(1)
  await page.keyboard.press('a')
  await expect(page.getByRole('region', { name: 'Decision' })).toContainText(
    '1 of 1 answered',
  )
  await expect
    .poll(answers)
    .toMatchObject([{ decision: 'APPROVED', comment: 'Strong reserves' }])
  // An answer that is saved shows no toast.
  expect(await page.evaluate(() => globalThis.toasts)).toEqual([])

  await page.getByRole('article').focus()
  await page.keyboard.press('d')
  const dialog = page.getByRole('dialog', { name: 'Change answer' })
  await expect(dialog.getByRole('radio', { name: 'Denied' })).toBeChecked()
  await expect(dialog).toContainText('The comment was written for “Approved”')
  await press(dialog, 'Save answer')
  await expect(dialog.getByRole('alert')).toHaveText(
    'Choose what happens to the comment, or change it',
  )
  expect(await answers()).toMatchObject([
    { decision: 'APPROVED', comment: 'Strong reserves' },
  ])
  await dialog.getByRole('radio', { name: 'Remove the comment' }).check()
  await press(dialog, 'Save answer')
  await expect(dialog).toHaveCount(0)
  await expect
    .poll(answers)
    .toMatchObject([{ decision: 'DECLINED', comment: '' }])

  await page.getByRole('article').focus()
  await page.keyboard.press('m')
  await expect(
    page.getByRole('dialog', { name: 'Change answer' }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Conversation' }).click()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('o')
  await expect(
    page
      .getByRole('region', { name: 'Documents', exact: true })
      .locator(':focus'),
  ).toHaveCount(1)
})

test('answers given without a connection are kept over a crash, saved when it returns, and decided', async ({
  underwriter,
  slvInReview: { id },
}) => {
  const { page, context } = underwriter
  await openThree(underwriter, id)
  const saved = async () => {
    const { slvDecisionRequests } = await get(
      underwriter,
      `/api/v1/proxy-loan/${id}/detailed`,
    )
    return slvDecisionRequests.map(
      ({ decision, comment }: Record<string, string>) =>
        `${decision} ${comment}`,
    )
  }
  await page.keyboard.press('a')
  await expect.poll(saved).toHaveLength(1)

  await context.setOffline(true)
  const second = page.getByRole('article').nth(1)
  await page.keyboard.press('m')
  await page.keyboard.type('Letter in file')
  await page.keyboard.press('Escape')
  await page.keyboard.press('a')
  await page.keyboard.press('d')
  await expect(page.getByRole('region', { name: 'Decision' })).toContainText(
    '3 of 3 answered',
  )
  await expect(second).toContainText('Not saved yet')
  await expect(page.getByRole('article').nth(2)).toContainText('Not saved yet')
  await expect(page.getByText('Can’t connect. Trying again…')).toHaveCount(1)
  expect(await page.evaluate(() => globalThis.toasts)).toEqual([])
  await page.close()

  await context.setOffline(false)
  const again = await context.newPage()
  await again.setViewportSize(wide)
  await again.goto(`/slv/manage-request/${id}`)
  const bar = again.getByRole('region', { name: 'Decision' })
  await expect(bar).toContainText('3 of 3 answered')
  await expect
    .poll(saved)
    .toEqual(expect.arrayContaining(['APPROVED Letter in file', 'DECLINED ']))
  await expect(bar.getByText('Saved', { exact: true })).toBeVisible()
  await expect(again.getByText('Not saved yet')).toHaveCount(0)
  const price = bar.getByRole('textbox', { name: 'Price Adjustment' })
  await bar.getByRole('radio', { name: 'Approved' }).check()
  await price.fill('0')
  await press(bar, 'Decide')
  const dialog = again.getByRole('dialog', { name: 'Make final decision' })
  await expect(dialog.getByLabel('Denied variances')).toHaveText(
    /^You denied this variance:.+Do you want to approve the SLV anyway\?$/,
  )
  await expect(
    dialog.getByRole('button', { name: 'Approve anyway' }),
  ).toBeVisible()
  await again.keyboard.press('Escape')
  await bar.getByRole('radio', { name: 'Denied' }).check()
  await expect(price).toHaveCount(0)
  // Typed without a connection, so that the decision isn't saved yet.
  await context.setOffline(true)
  await bar
    .getByRole('textbox', { name: 'Reason' })
    .fill('The layered risk is too high')
  await press(bar, 'Decide')
  const unreachable = bar.getByText('The portal cannot be reached')
  await expect(unreachable).toBeVisible()
  await context.setOffline(false)
  await expect(unreachable).toHaveCount(0)
  await press(bar, 'Decide')
  await press(again.getByRole('dialog'), 'Make final')
  await expectToast(again, 'Review was successfully completed')
})
