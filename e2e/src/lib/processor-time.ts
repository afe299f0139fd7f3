import type { Page } from '@playwright/test'

/**
 * Counts the milliseconds that a page's scripts and layout use, aside from
 * garbage collection that is still due from loading the page. It is CPU time,
 * so a busy machine changes nothing.
 */
export const processorTime = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const work = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration']
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    const seconds = metrics
      .filter(({ name }) => work.includes(name))
      .reduce((sum, { value }) => sum + value, 0)
    return seconds * 1000
  }
}
