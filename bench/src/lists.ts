import { type Row, worst } from './goals.ts'
import { type Lab, seller } from './lab.ts'
import {
  compare,
  connections,
  flood,
  type Headers,
  paced,
  quantile,
  send,
  timed,
} from './load.ts'

/**
 * People who read the department's list; one person's searches would queue
 * (server/src/lib/http/serve.ts).
 */
const viewerCount = 8

type Case = [name: string, query: string, email?: string]
const byDate = 'sortBy=date&sortType=desc'
const byAmount = 'sortBy=loanAmount&sortType=desc'
const open = 'status=PENDING,REVIEW,SLR_COMPLETED'
const decided = 'status=APPROVED,DECLINED'
const slvs = (query: string) => `/api/v1/proxy-loans?${query}`
const tdocs = (query: string) => `/api/v1/tdocs?${query}&page=1&size=100`
const reviewer = 'reviewer.1@review-vendor-1.example'
const department = (query: string) => slvs(`tableMode=ALL&${query}`)

const common: Case[] = [
  ['department by date', department(byDate)],
  ['department by SLA', department('sortBy=groupSlaStatus&sortType=desc')],
  ['open by date', department(`${open}&${byDate}`)],
  ['decided by date', department(`${decided}&${byDate}`)],
  ['department by seller', department('sortBy=sellerName&sortType=asc')],
  [
    'department by underwriter',
    department('sortBy=underwriterName&sortType=desc'),
  ],
  ['one program', department(`productCodes=DSCR%20Prime&${byDate}`)],
  ['one state', department(`states=NV&${byDate}`)],
  ['one reason', department(`reasons=Reserves&${byDate}`)],
  ['one state, one reason', department(`states=NV&reasons=Reserves&${byDate}`)],
  ['search for a borrower', department(`search=garcia&${byDate}`)],
  ['search for a loan', department(`search=70001&${byDate}`)],
  ["underwriter's My Own", slvs(`tableMode=MY_OWN&${byDate}`)],
  ["seller's My Own", slvs(`tableMode=MY_OWN&${byDate}`), seller],
  [
    'My Company',
    slvs(`tableMode=MY_COMPANY&${byDate}`),
    'seller.1@b00001.example',
  ],
  ['SLR', slvs(`tableMode=SLR&${byDate}`), 'slr.1@buyer.example'],
  [
    'Trade Desk',
    slvs(`tableMode=TRADE_DESK&${byDate}`),
    'trader.1@buyer.example',
  ],
  ['cards of the department', '/api/v1/proxy-loans/department-statistics'],
  [
    "cards of a seller's list",
    '/api/v1/proxy-loans/statistics?tableMode=MY_OWN',
    seller,
  ],
  ['Tdocs: new', tdocs('tableMode=ACTIVE&filterByValue=NEW')],
  ['Tdocs: complete', tdocs('tableMode=ACTIVE&filterByValue=COMPLETE')],
  ['Tdocs: purchased', tdocs('tableMode=PURCHASED_POST_PURCHASED')],
  ['Tdocs: search', tdocs('tableMode=ACTIVE&search=garcia')],
  [
    "Tdocs: a reviewer's new",
    tdocs('tableMode=ACTIVE&filterByValue=NEW'),
    reviewer,
  ],
]

const other: Case[] = [
  [
    'open, two programs, by amount',
    department(`${open}&productCodes=DSCR%20Prime,Jumbo%20Prime&${byAmount}`),
  ],
  [
    'decided of one program by amount',
    department(`${decided}&productCodes=DSCR%20Prime&${byAmount}`),
  ],
  ['overdue', department(`overdue=true&${byDate}`)],
  [
    'last month by LTV',
    department('timeframe=LAST_MONTH&sortBy=ltv&sortType=desc'),
  ],
  ['post-close', department(`type=POST&${byDate}`)],
  ['transferred', department(`departmentTableMode=TRANSFERRED&${byDate}`)],
  ['search of two letters', department(`search=ga&${byDate}`)],
  ['department, page 30', department(`page=30&size=25&${byDate}`)],
  ["Tdocs: all of a reviewer's", tdocs('tableMode=ACTIVE'), reviewer],
  ['Tdocs by borrower', tdocs('tableMode=ACTIVE&sortBy=borrowerLastName')],
  ['Tdocs by seller', tdocs('tableMode=ACTIVE&sortBy=sellerName')],
  [
    'Tdocs of one vendor',
    tdocs(
      'tableMode=ACTIVE&filterBy=vendorName&filterByValue=Review%20vendor%202',
    ),
  ],
  [
    'Tdocs by answer',
    tdocs('tableMode=ACTIVE&filterBy=tprResponse&filterByValue=NOT_RECEIVED'),
  ],
]

/**
 * Measures each list at a busy day's rate, one after another, and the
 * department's throughput.
 */
export async function measureLists(lab: Lab): Promise<Row[]> {
  const viewers = await lab.signIn(
    Array.from(
      { length: viewerCount },
      (_, index) => `underwriter.${index + 1}@buyer.example`,
    ),
  )
  return [
    worst('lists.common', await measureTimes(lab, viewers, common)),
    worst('lists.other', await measureTimes(lab, viewers, other)),
    {
      goal: 'lists.likeCases',
      value: await measureLikeCases(lab, viewers[0] ?? {}),
    },
    { goal: 'lists.throughput', ...(await compareLists(lab, viewers)) },
  ]
}

/** The p95 of each list in ms. */
async function measureTimes(lab: Lab, viewers: Headers[], cases: Case[]) {
  const times: Record<string, number> = {}
  for (const [name, path, email] of cases) {
    const sessions = email ? await lab.signIn([email]) : viewers
    const ask = (turn: number) => {
      const headers = sessions[turn % sessions.length] ?? {}
      return send(lab.url(), { path, headers })
    }
    // Each database connection plans a statement five times before it reuses a
    // plan.
    await paced({ rate: 25, seconds: 1, send: ask })
    const measured = await paced({ rate: 25, seconds: 3, send: ask })
    times[name] = quantile(measured, 0.95)
  }
  return times
}

/** The p95 of the like cases of 50 SLVs in ms, one after another. */
async function measureLikeCases(lab: Lab, headers: Headers): Promise<number> {
  const list = await send(lab.url(), {
    path: department(`${open}&${byDate}&size=50`),
    headers,
  })
  const { items }: { items: { id: string }[] } = JSON.parse(list.toString())
  const times: number[] = []
  for (const { id } of items) {
    const path = `/api/v1/proxy-loan/${id}/like-cases`
    times.push(await timed(() => send(lab.url(), { path, headers })))
  }
  return quantile(times, 0.95)
}

/** Lists of the department by date, with their count. */
async function compareLists(lab: Lab, viewers: Headers[]) {
  using bare = await lab.startBare()
  const portalPlans = Array.from({ length: connections }, (_, index) => [
    {
      method: 'GET' as const,
      path: department(byDate),
      headers: viewers[index % viewerCount] ?? {},
    },
  ])
  const barePlans = portalPlans.map(() => [
    { method: 'GET' as const, path: '/list' },
  ])
  // Awaited here, as the bare server stops with this function.
  return await compare(
    () => flood({ url: lab.url(), plans: portalPlans, seconds: 2 }),
    () => flood({ url: bare.url, plans: barePlans, seconds: 2 }),
  )
}
