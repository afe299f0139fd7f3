import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { processorTime } from '../lib/processor-time.ts'
import { firstSlv, test, type Visit } from '../lib/screens.ts'
import { maxShift, recordShift, shiftOf } from '../lib/shift.ts'
import { expect } from '../lib/story.ts'
import { untilLoaded } from '../lib/until-loaded.ts'

/**
 * How long each page idles, and the CPU time it may use in that time: 1% of a
 * core.
 */
const idleMs = 5000
const busyMs = idleMs / 100
/** A page has finished rendering when it commits nothing for this long. */
const settleMs = 500

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

declare global {
  var commits: number
}

/**
 * Counts React's commits: React reports each of them to this hook, in
 * production too.
 */
const countCommits = () => {
  globalThis.commits = 0
  const onCommitFiberRoot = () => {
    globalThis.commits += 1
  }
  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot,
    },
  })
}

const listRoutes = async () => {
  const tree = await readFile(
    new URL('../../../web/src/route-tree.gen.ts', import.meta.url),
    'utf8',
  )
  const matches = [...tree.matchAll(/fullPath: '(.*)'/g)]
  return new Set(matches.map(([, path]) => path))
}

/**
 * Waits until rendering has finished; a page that never stops rendering times
 * out here.
 */
const settle = async (page: Page) => {
  const count = () => page.evaluate(() => globalThis.commits)
  let before = -1
  let after = await count()
  while (after !== before) {
    before = after
    await pause(settleMs)
    after = await count()
  }
}

/**
 * Lets a page idle and returns its commits and the milliseconds of CPU time it
 * used.
 */
const leaveAlone = async (page: Page) => {
  const used = await processorTime(page)
  const measure = async () => ({
    commits: await page.evaluate(() => globalThis.commits),
    busy: await used(),
  })
  // The server isn't measured: polls find nothing new, and other requests get
  // no response. The stream stays open; it is silent, because no other story
  // runs.
  await page.route('**/api/**', async (route) => {
    if (route.request().headers()['if-none-match'])
      await route.fulfill({ status: 304 })
  })
  await settle(page)
  const before = await measure()
  await pause(idleMs)
  const after = await measure()
  return {
    commits: after.commits - before.commits,
    busy: after.busy - before.busy,
  }
}

const openPage = async (context: BrowserContext, path: string) => {
  const page = await context.newPage()
  await page.addInitScript(countCommits)
  await recordShift(page)
  await untilLoaded(page, () => page.goto(path))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await settle(page)
  expect(await page.evaluate(() => globalThis.commits)).toBeGreaterThan(0)
  return page
}

test('every screen loads without moving; then it renders nothing and uses almost no CPU time', async ({
  visits,
  as,
  underwriter,
  slr,
}) => {
  test.setTimeout(180_000)
  expect(Object.keys(visits).toSorted(), 'every route has its visit').toEqual(
    [...(await listRoutes())].toSorted(),
  )
  const onTablet = await as('underwriter', {
    viewport: { width: 768, height: 1024 },
    reducedMotion: 'no-preference',
  })
  const slvId = await firstSlv(underwriter, { status: 'REVIEW' })
  const desk = `/slv/manage-request/${slvId}`
  const everyVisit: [name: string, Visit][] = [
    ...Object.entries(visits),
    ['SLR reviews', [slr, '/slv?tableMode=SLR']],
  ]
  for (const someone of [underwriter, onTablet])
    for (const path of ['/slv', '/condition-manager', desk])
      everyVisit.push([path, [someone, path]])

  // Each person's pages open one after the other, beside those of others.
  const byPerson = Map.groupBy(everyVisit, ([, [{ context }]]) => context)
  const openAll = async (own: typeof everyVisit) => {
    const pages: [name: string, Page][] = []
    for (const [name, [{ context }, path]] of own)
      pages.push([name, await openPage(context, path)])
    return pages
  }
  const pages = (await Promise.all([...byPerson.values()].map(openAll))).flat()
  // The code page counts down until it can send another code.
  const codePage = new Map(pages).get('/multi-factor-auth/confirm-code')
  await expect
    .poll(() => codePage?.locator('button[aria-disabled]').count(), {
      timeout: 40_000,
    })
    .toBe(0)
  const measured = await Promise.all(
    pages.map(async ([route, page]) => ({
      route,
      shift: await shiftOf(page),
      ...(await leaveAlone(page)),
    })),
  )
  const [worst] = measured.toSorted((one, other) => other.shift - one.shift)
  process.stdout.write(
    `The screen that moves most while it loads: ${worst?.route}, ${worst?.shift.toFixed(3)}\n`,
  )
  const restless = measured.filter(
    ({ commits, busy, shift }) =>
      commits > 0 || busy > busyMs || shift > maxShift,
  )
  expect(restless).toEqual([])
})
