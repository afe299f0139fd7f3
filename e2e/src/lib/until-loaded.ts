import { expect, type Page, type Request } from '@playwright/test'

/**
 * Does something on a page and waits until no request has been pending for half
 * a second. The stream of changes doesn't count, because it never ends.
 */
export const untilLoaded = async (page: Page, act: () => Promise<unknown>) => {
  const open = new Set<Request>()
  let changedAt = performance.now()
  const add = (request: Request) => {
    if (new URL(request.url()).pathname === '/api/v1/stream') return
    open.add(request)
    changedAt = performance.now()
  }
  const remove = (request: Request) => {
    if (open.delete(request)) changedAt = performance.now()
  }
  page
    .on('request', add)
    .on('requestfinished', remove)
    .on('requestfailed', remove)
  await act()
  const isQuiet = () => open.size === 0 && performance.now() - changedAt > 500
  // Often: the default intervals would add up to a second to each page.
  await expect.poll(isQuiet, { intervals: [50] }).toBe(true)
  page
    .off('request', add)
    .off('requestfinished', remove)
    .off('requestfailed', remove)
}
