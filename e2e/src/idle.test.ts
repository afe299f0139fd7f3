import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { bring, previewOf } from './document/documents.ts'
import { pdfOf } from './document/sample-files.ts'
import { processorTime } from './lib/processor-time.ts'
import { enterPassword, newReviewer, signInByMail } from './lib/reviewer.ts'
import { expect, get, profileOf, type Someone, test } from './lib/story.ts'
import { loanOf, madeTdoc } from './tdoc/tdocs.ts'

/** How long each page idles, and the processor time it may use in that time: 1% of a core. */
const idleMs = 3000
const busyMs = idleMs / 100
/** A page has finished rendering when it commits nothing for this long. */
const settleMs = 500

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

declare global {
  var commits: number
}

/** Counts React's commits: React reports each of them to this hook, in production too. */
const countCommits = () => {
  globalThis.commits = 0
  const onCommitFiberRoot = () => {
    globalThis.commits += 1
  }
  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: { supportsFiber: true, inject: () => 1, onCommitFiberRoot },
  })
}

/** Who opens a route, and its address. */
type Visit = [Someone, path: string]

const listRoutes = async () => {
  const tree = await readFile(new URL('../../web/src/route-tree.gen.ts', import.meta.url), 'utf8')
  return [...new Set([...tree.matchAll(/fullPath: '(.*)'/g)].map(([, path]) => path ?? ''))]
}

const firstSlv = async ({ request }: Someone, query: string): Promise<string> => {
  const { items } = await (await request.get(`/api/v1/proxy-loans?size=1&${query}`)).json()
  return items[0].id
}

/** Waits until rendering has finished; a page that never stops rendering times out here. */
const settle = async (page: Page) => {
  const count = () => page.evaluate(() => globalThis.commits)
  for (let before = -1; before !== (await count()); await pause(settleMs)) before = await count()
}

/** Lets a page idle and returns its commits and the milliseconds of processor time it used. */
const leaveAlone = async (page: Page) => {
  const used = await processorTime(page)
  const measure = async () => ({ commits: await page.evaluate(() => globalThis.commits), busy: await used() })
  // Polls are not measured: from now on they stay unanswered, and those under way end.
  await page.route('**/api/**', () => {})
  await settle(page)
  const before = await measure()
  await pause(idleMs)
  const after = await measure()
  return { commits: after.commits - before.commits, busy: after.busy - before.busy }
}

const openPage = async (context: BrowserContext, path: string) => {
  const page = await context.newPage()
  await page.addInitScript(countCommits)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await settle(page)
  expect(await page.evaluate(() => globalThis.commits)).toBeGreaterThan(0)
  return page
}

test('an idle page renders nothing and uses almost no processor time, on every route', async ({
  browser,
  baseURL,
  seller,
  admin,
  chief,
  newcomer,
  slr,
  tradeDesk,
  draft,
}) => {
  test.setTimeout(180_000)
  const inOwnBrowser = async (): Promise<Someone> => {
    const context = await browser.newContext({ ...(baseURL && { baseURL }) })
    return { context, request: context.request, page: await context.newPage() }
  }
  const [visitor, arriving, reviewer] = [await inOwnBrowser(), await inOwnBrowser(), await inOwnBrowser()]

  const file = await bring(seller, draft.id, pdfOf('idle.pdf', ['One', 'Two', 'Three']))
  const tdoc = await madeTdoc(chief, await loanOf(chief, 'ACTIVE'))
  const { id: chiefId } = await profileOf(chief)
  const ofAll = await firstSlv(chief, 'tableMode=ALL')
  const approved = await firstSlv(chief, 'tableMode=ALL&status=APPROVED')
  const {
    items: [version],
  } = await get(admin, '/api/v1/guidelines/versions')
  const email = await newReviewer(admin)
  await signInByMail(reviewer.page, admin.request, email)
  await arriving.page.goto('/multi-factor-auth')
  await enterPassword(arriving.page, email)

  const visits: Record<string, Visit> = {
    '/': [newcomer, '/'],
    '/$': [seller, '/no/such/page'],
    '/e-folder': [reviewer, '/e-folder'],
    '/settings': [seller, '/settings'],
    '/multi-factor-auth/confirm-code': [arriving, '/multi-factor-auth/confirm-code'],
    '/multi-factor-auth/create-password': [visitor, '/multi-factor-auth/create-password/no-token'],
    '/multi-factor-auth/reset-password': [visitor, '/multi-factor-auth/reset-password'],
    '/multi-factor-auth/': [visitor, '/multi-factor-auth'],
    '/profile/$userId': [chief, `/profile/${chiefId}`],
    '/condition-manager/{-$tdocId}': [chief, `/condition-manager/${tdoc.id}`],
    '/reporting/single-loan-variance': [chief, '/reporting/single-loan-variance'],
    '/reporting/single-loan-variance/download': [chief, '/reporting/single-loan-variance/download'],
    '/settings/account': [seller, '/settings/account'],
    '/settings/permissions': [admin, '/settings/permissions'],
    '/settings/sla-management': [admin, '/settings/sla-management'],
    '/settings/guidelines/': [admin, '/settings/guidelines'],
    '/settings/guidelines/$versionId': [admin, `/settings/guidelines/${version.id}`],
    '/settings/guidelines/contract-variances': [admin, '/settings/guidelines/contract-variances'],
    '/settings/announcements': [admin, '/settings/announcements'],
    '/settings/transmittals': [admin, '/settings/transmittals'],
    '/decision/slv/report': [chief, `/decision/slv/report?proxyLoanId=${approved}`],
    '/slv/': [seller, '/slv'],
    '/slv/department/': [chief, '/slv/department'],
    '/slv/manage-request/$proxyLoanId': [chief, `/slv/manage-request/${ofAll}`],
    '/slv/post-close-request/$proxyLoanId': [
      chief,
      `/slv/post-close-request/${await firstSlv(chief, 'tableMode=ALL&type=POST')}`,
    ],
    '/slv/review-request/$proxyLoanId': [seller, `/slv/review-request/${draft.id}`],
    '/slv/slr-request/$proxyLoanId': [slr, `/slv/slr-request/${await firstSlv(slr, 'tableMode=SLR')}`],
    '/slv/trade-desk-request/$proxyLoanId': [
      tradeDesk,
      `/slv/trade-desk-request/${await firstSlv(tradeDesk, 'tableMode=TRADE_DESK')}`,
    ],
    '/slv/department/review-request/$proxyLoanId': [chief, `/slv/department/review-request/${ofAll}`],
    '/slv/review-request/company/$proxyLoanId': [chief, `/slv/review-request/company/${ofAll}`],
    '/slv/department/review-request/transferred/$proxyLoanId': [
      chief,
      `/slv/department/review-request/transferred/${await firstSlv(chief, 'tableMode=ALL&departmentTableMode=TRANSFERRED')}`,
    ],
    '/slv/preview-document/$proxyLoanId/$documentId/$documentName/$documentType': [seller, previewOf(draft.id, file)],
  }
  expect(Object.keys(visits).toSorted(), 'every route has its visit').toEqual((await listRoutes()).toSorted())

  const lanes = Map.groupBy(Object.entries(visits), ([, [{ context }]]) => context)
  const openLane = async (lane: [string, Visit][]) => {
    const pages: [string, Page][] = []
    for (const [route, [{ context }, path]] of lane) pages.push([route, await openPage(context, path)])
    return pages
  }
  const pages = (await Promise.all([...lanes.values()].map(openLane))).flat()
  // The code page counts down until it can send another code.
  const codePage = new Map(pages).get('/multi-factor-auth/confirm-code') ?? visitor.page
  await expect(codePage.locator('button[aria-disabled]')).toHaveCount(0, { timeout: 40_000 })
  const measured = await Promise.all(pages.map(async ([route, page]) => ({ route, ...(await leaveAlone(page)) })))
  expect(measured.filter(({ commits, busy }) => commits > 0 || busy > busyMs)).toEqual([])
})
