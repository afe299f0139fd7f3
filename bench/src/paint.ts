import type { Page } from 'playwright-core'
import { openBrowser, paths, type ScreenName } from './lib/browser.ts'
import type { Stage } from './lib/stage.ts'

/** Milliseconds at a processor slowed down to a quarter: largest contentful paint, and the slowest of the interactions. */
export type Paint = { screen: string; lcp: number[]; inp: number; interactions: number }

const slowDown = 4
/** Milliseconds without anything painted, loaded or handled after which nothing more is to come. */
const quiet = 500
/**
 * The page's observers note what they see, read at the end. `settled` ends when they have had nothing to note for a
 * while, counted from its call.
 */
const observe = `
  window.noted = { lcp: 0, inp: 0 }
  let last = 0
  const watch = (type, note, more) =>
    new PerformanceObserver((list) => {
      last = performance.now()
      for (const entry of list.getEntries()) note?.(entry)
    }).observe({ type, buffered: true, ...more })
  watch('largest-contentful-paint', (entry) => { window.noted.lcp = entry.startTime })
  watch('event', (entry) => {
    if (entry.interactionId) window.noted.inp = Math.max(window.noted.inp, entry.duration)
  }, { durationThreshold: 16 })
  watch('resource')
  watch('longtask')

  window.settled = () => new Promise((resolve) => {
    last = performance.now()
    const look = () => (performance.now() - last > ${quiet} ? resolve() : setTimeout(look, 50))
    look()
  })
`
const settled = (page: Page) => page.evaluate('window.settled()')
const noted = (page: Page) => page.evaluate<{ lcp: number; inp: number }>('window.noted')

/** First visits to each screen, and on the last of them the presses and letters that one begins with. */
export async function measurePaint(
  stage: Stage,
  { visits }: { visits: number },
  keep: (sofar: Paint[]) => void = () => {},
): Promise<Paint[]> {
  const browser = await openBrowser(stage)
  const all: Paint[] = []
  try {
    for (const screen of Object.keys(paths) as ScreenName[]) {
      const lcp: number[] = []
      let touched = { inp: 0, interactions: 0 }
      for (let visit = 0; visit < visits; visit++)
        await browser.visit(screen, async (context, url) => {
          await context.addInitScript(observe)
          const page = await context.newPage()
          const session = await context.newCDPSession(page)
          await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
          await page.goto(url)
          await (screen === 'sign-in' ? page.getByRole('button') : page.getByRole('table')).first().waitFor()
          await page.waitForLoadState('networkidle')
          await settled(page)
          lcp.push((await noted(page)).lcp)
          if (visit === visits - 1) touched = await touch(page)
        })
      all.push({ screen, lcp: lcp.toSorted((one, other) => one - other), ...touched })
      keep(all)
    }
  } finally {
    await browser.close()
  }
  return all
}

/** Presses the first sort headers, types into the search, and walks on by keyboard; what a screen lacks is left out. */
async function touch(page: Page): Promise<{ inp: number; interactions: number }> {
  let interactions = 0
  const touched = async () => {
    interactions += 1
    await settled(page)
  }
  const headers = page.locator('thead th button')
  for (let index = 0; index < Math.min(3, await headers.count()); index++) {
    const isPressed = await headers
      .nth(index)
      .click({ timeout: 3000 })
      .then(
        () => true,
        () => false,
      )
    if (isPressed) await touched()
  }
  const field = page.locator('main input[type=search], input[type=email]').first()
  if (await field.isVisible()) {
    await field.click()
    await touched()
    for (const letter of 'gar') {
      await page.keyboard.press(letter)
      await touched()
    }
  }
  for (let time = 0; time < 3; time++) {
    await page.keyboard.press('Tab')
    await touched()
  }
  return { inp: (await noted(page)).inp, interactions }
}
