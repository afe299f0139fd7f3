import { type Row, worst } from './goals.ts'
import { type Lab, seller } from './lab.ts'
import { connections, leanRate } from './lean.ts'
import { compare, flood, type Headers, paced, quantile, send } from './load.ts'

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
  ['one state', department(`states=NV&${byDate}`)],
  ['one reason', department(`reasons=Reserves&${byDate}`)],
  ['one state, one reason', department(`states=NV&reasons=Reserves&${byDate}`)],
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
 * Measures each list at a busy day's rate, one after another; the department's
 * throughput; the size of the indexes.
 */
export async function measureLists(lab: Lab): Promise<Row[]> {
  const viewers = await lab.signIn(
    Array.from(
      { length: viewerCount },
      (_, index) => `underwriter.${index + 1}@buyer.example`,
    ),
  )
  const slowest: Record<string, number> = {}
  const p95Of = async (cases: Case[]) => {
    const figures: Record<string, number> = {}
    for (const [name, path, email] of cases) {
      const sessions = email ? await lab.signIn([email]) : viewers
      const ask = (turn: number) =>
        send(lab.url(), {
          path,
          headers: sessions[turn % sessions.length] as Headers,
        })
      // Each database connection plans a statement five times before it reuses
      // a plan.
      await paced({ rate: 25, seconds: 1, send: ask })
      const times = await paced({ rate: 25, seconds: 3, send: ask })
      figures[name] = quantile(times, 0.95)
      slowest[name] = Math.max(...times)
    }
    return figures
  }
  const rows = [
    worst('lists.common', await p95Of(common)),
    worst('lists.other', await p95Of(other)),
  ]

  const request = { method: 'GET' as const, path: department(byDate) }
  const plans = Array.from({ length: connections }, (_, index) => [
    { ...request, headers: viewers[index % viewerCount] as Headers },
  ])
  const { share, ...rates } = await compare(
    () => flood({ url: lab.url(), plans, seconds: 2 }),
    () => leanRate(lab, 'list', 2),
  )
  const [{ indexes = 0, table = 0 } = {}] = await lab.sql<{
    indexes: number
    table: number
  }>(
    `
      select
        pg_indexes_size('slv') / 1e6::float8 as indexes,
        pg_table_size('slv') / 1e6::float8 as table`,
  )
  return [
    ...rows,
    worst('lists.slowest', slowest),
    { goal: 'lists.throughput', value: share, details: rates },
    {
      goal: 'lists.indexes',
      value: indexes / table,
      details: { 'indexes, MB': indexes, 'table, MB': table },
    },
  ]
}
