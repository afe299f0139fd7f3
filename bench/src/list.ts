import { startChild } from './lib/child.ts'
import { requestText } from './lib/http-client.ts'
import { type Contest, contest } from './lib/rounds.ts'
import type { Stage } from './lib/stage.ts'
import type { PaceResult } from './pace.ts'
import type { Sent } from './portal.ts'

export type ListCase = { name: string; who: string; query: string }

const underwriter = 'underwriter.1@buyer.example'
const seller = 'seller.2@b00001.example'

/** What people ask of a list: 25 rows each, filtered and sorted. */
export const listCases: readonly ListCase[] = [
  { name: 'department by date', who: underwriter, query: 'tableMode=ALL&sortBy=date&sortType=desc' },
  {
    name: 'status and program by loan amount',
    who: underwriter,
    query:
      'tableMode=ALL&status=PENDING,REVIEW,SLR_COMPLETED&productCodes=DSCR%20Prime,Jumbo%20Prime&sortBy=loanAmount&sortType=desc',
  },
  {
    name: 'decided of one program by loan amount',
    who: underwriter,
    query: 'tableMode=ALL&status=APPROVED,DECLINED&productCodes=DSCR%20Prime&sortBy=loanAmount&sortType=desc',
  },
  { name: 'search for a borrower', who: underwriter, query: 'tableMode=ALL&search=garcia&sortBy=date&sortType=desc' },
  { name: 'department by SLA', who: underwriter, query: 'tableMode=ALL&sortBy=groupSlaStatus&sortType=desc' },
  { name: "underwriter's My Own", who: underwriter, query: 'tableMode=MY_OWN&sortBy=date&sortType=desc' },
  { name: "seller's My Own", who: seller, query: 'tableMode=MY_OWN&sortBy=date&sortType=desc' },
]

/** What else there is to ask, at the pace of a full house alone. */
export const moreCases: readonly ListCase[] = [
  { name: 'overdue', who: underwriter, query: 'tableMode=ALL&overdue=true&sortBy=date&sortType=desc' },
  { name: 'department by seller', who: underwriter, query: 'tableMode=ALL&sortBy=sellerName&sortType=asc' },
  { name: 'department by underwriter', who: underwriter, query: 'tableMode=ALL&sortBy=underwriterName&sortType=desc' },
  { name: 'last month by LTV', who: underwriter, query: 'tableMode=ALL&timeframe=LAST_MONTH&sortBy=ltv&sortType=desc' },
  { name: 'one state', who: underwriter, query: 'tableMode=ALL&states=NV&sortBy=date&sortType=desc' },
  { name: 'one reason', who: underwriter, query: 'tableMode=ALL&reasons=Reserves&sortBy=date&sortType=desc' },
  { name: 'post-close by date', who: underwriter, query: 'tableMode=ALL&type=POST&sortBy=date&sortType=desc' },
  {
    name: 'one state, one reason',
    who: underwriter,
    query: 'tableMode=ALL&states=NV&reasons=Reserves&sortBy=date&sortType=desc',
  },
  {
    name: 'transferred',
    who: underwriter,
    query: 'tableMode=ALL&departmentTableMode=TRANSFERRED&sortBy=date&sortType=desc',
  },
  { name: 'department, page 400', who: underwriter, query: 'tableMode=ALL&page=400&size=25&sortBy=date&sortType=desc' },
  { name: 'SLR', who: 'slr.1@buyer.example', query: 'tableMode=SLR&sortBy=date&sortType=desc' },
  { name: 'Trade Desk', who: 'trader.1@buyer.example', query: 'tableMode=TRADE_DESK&sortBy=date&sortType=desc' },
  { name: 'My Company', who: 'seller.1@b00001.example', query: 'tableMode=MY_COMPANY&sortBy=date&sortType=desc' },
]

export type ListPace = PaceResult & { name: string }

/** Each list on its own, asked 100 times a second over 50 connections. */
export async function measureListPace(
  stage: Stage,
  { seconds, rate = 100 }: { seconds: number; rate?: number },
  cases: readonly ListCase[] = [...listCases, ...moreCases],
  keep: (sofar: ListPace[]) => void = () => {},
): Promise<ListPace[]> {
  const all: ListPace[] = []
  for (const { name, who, query } of cases) {
    const cookie = await stage.signIn(who)
    const request = requestText({ method: 'GET', path: `/api/v1/proxy-loans?${query}`, cookie })
    await stage.send(request)
    const began = performance.now()
    await stage.send(request)
    const alone = performance.now() - began
    // What takes longer than that by itself cannot be asked so often: twenty requests show it.
    const plans = Array.from({ length: 50 }, () => [request])
    const isDear = alone > 100
    // Each connection to the database plans a statement anew five times: a second, uncounted, has that done.
    if (!isDear) await stage.pace({ plans, rate, seconds: 1 })
    const pace = await stage.pace({ plans, rate, seconds: isDear ? 20 / rate : seconds })
    all.push({ name, ...pace })
    keep(all)
  }
  return all
}

export type ListResult = Contest & { name: string; p50: number; p99: number; bytes: number }

/** The portal's list against a bare Fastify that runs the very SQL that the portal sent, case by case. */
export async function measureList(
  stage: Stage,
  { rounds, seconds }: { rounds: number; seconds: number },
  cases: readonly ListCase[] = listCases,
  keep: (sofar: ListResult[]) => void = () => {},
): Promise<ListResult[]> {
  const bare = startChild('bare.ts', [stage.url])
  const barePort = await bare.ask<number>('port')
  const results: ListResult[] = []
  try {
    for (const { name, who, query } of cases) {
      const request = requestText({
        method: 'GET',
        path: `/api/v1/proxy-loans?${query}`,
        cookie: await stage.signIn(who),
      })
      const statement = await bare.ask<number>(await theListOf(stage, request))
      const bareRequest = requestText({ method: 'GET', path: `/${statement}` })
      const began = performance.now()
      await stage.send(request)
      // What is so dear is not asked by all at once: one round of it would take minutes.
      const isDear = performance.now() - began > 400
      const everyConnection = (text: string) => Array.from({ length: isDear ? 2 : stage.concurrency }, () => [text])
      let mine = { p50: 0, p99: 0, bytes: 0 }
      const result = await contest(
        isDear ? 1 : rounds,
        async () => {
          const run = await stage.run({ plans: everyConnection(request), seconds, cycle: 1 })
          mine = run
          return run.perSecond
        },
        async () => {
          const run = await stage.run({ port: barePort, plans: everyConnection(bareRequest), seconds, cycle: 1 })
          return run.perSecond
        },
      )
      results.push({ name, ...result, p50: mine.p50, p99: mine.p99, bytes: mine.bytes })
      keep(results)
    }
  } finally {
    await bare.stop()
  }
  return results
}

/** The statements behind a list: asked twice, so that sessions and calendars are known and these alone are left. */
async function theListOf(stage: Stage, request: string): Promise<Sent[]> {
  await stage.send(request)
  const sent = await stage.listen(() => stage.send(request))
  const own = sent.filter(({ text }) => text.includes('slv'))
  if (!own.some(({ name }) => name?.startsWith('slv.rows')))
    throw new Error(`Expected a list, saw ${sent.map(({ text }) => text).join('\n')}`)
  return own
}
