import { startChild } from './lib/child.ts'
import { requestText } from './lib/http-client.ts'
import { type Contest, contest } from './lib/rounds.ts'
import type { Stage } from './lib/stage.ts'
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

export type ListResult = Contest & { name: string; p50: number; p99: number; bytes: number }

/** The portal's list against a bare Fastify that runs the very SQL that the portal sent, case by case. */
export async function measureList(
  stage: Stage,
  { rounds, seconds }: { rounds: number; seconds: number },
  cases: readonly ListCase[] = listCases,
): Promise<ListResult[]> {
  const bare = startChild('bare.ts', [stage.url])
  const barePort = await bare.ask<number>('port')
  const everyConnection = (request: string) => Array.from({ length: stage.concurrency }, () => [request])
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
      let mine = { p50: 0, p99: 0, bytes: 0 }
      const result = await contest(
        rounds,
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
    }
  } finally {
    await bare.stop()
  }
  return results
}

/** The one statement behind a list: asked twice, so that sessions and calendars are known and it alone is left. */
async function theListOf(stage: Stage, request: string): Promise<Sent> {
  await stage.send(request)
  const sent = await stage.listen(() => stage.send(request))
  const [list, ...others] = sent.filter(({ name }) => name?.startsWith('slv.list'))
  if (!list || others.length > 0)
    throw new Error(`Expected one statement, saw ${sent.map(({ text }) => text).join('\n')}`)
  return list
}
