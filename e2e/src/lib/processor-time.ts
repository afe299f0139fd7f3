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
    return (
      1000 *
      metrics.reduce(
        (sum, { name, value }) => (work.includes(name) ? sum + value : sum),
        0,
      )
    )
  }
}
