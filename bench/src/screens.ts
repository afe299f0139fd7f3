import { gzipSync } from 'node:zlib'
import { counter, requestText } from './lib/http-client.ts'
import type { Stage } from './lib/stage.ts'

export type CallCost = {
  /** Where a person meets it. */
  screen: string
  call: string
  /** SQL statements, BEGIN and COMMIT among them. */
  statements: number
  bytes: number
  gzipped: number
  /** Milliseconds from sending to the whole answer, one at a time: the middle one, and processor time of the portal. */
  ms: number
  cpuMs: number
}

type Call = { screen: string; who: string; method: 'GET' | 'PATCH' | 'POST'; path: string; json?: string }

const underwriter = 'underwriter.1@buyer.example'
const seller = 'seller.2@b00001.example'
const page = 'page=1&size=25&sortBy=date&sortType=desc'

/** What the screens of the SLVs ask, `:id` being an open SLV of the underwriter's. */
const calls: readonly Call[] = [
  { screen: 'every screen', who: underwriter, method: 'GET', path: '/auth/profile' },
  { screen: "seller's list", who: seller, method: 'GET', path: `/proxy-loans?tableMode=MY_OWN&${page}` },
  { screen: "seller's list", who: seller, method: 'GET', path: '/proxy-loans/statistics?tableMode=MY_OWN' },
  { screen: 'My Own', who: underwriter, method: 'GET', path: `/proxy-loans?tableMode=MY_OWN&${page}` },
  { screen: 'Department', who: underwriter, method: 'GET', path: `/proxy-loans?tableMode=ALL&${page}` },
  { screen: 'Department', who: underwriter, method: 'GET', path: `/proxy-loans?tableMode=ALL&search=garcia&${page}` },
  { screen: 'Department', who: underwriter, method: 'GET', path: '/proxy-loans/department-statistics' },
  { screen: 'filter dialog', who: underwriter, method: 'GET', path: '/proxy-loans/get-seller-filter' },
  { screen: 'filter dialog', who: underwriter, method: 'GET', path: '/users/underwriters' },
  { screen: 'one SLV', who: underwriter, method: 'GET', path: '/proxy-loan/:id/detailed' },
  { screen: 'one SLV', who: underwriter, method: 'POST', path: '/proxy-loan-history/:id', json: '{}' },
  { screen: 'one SLV', who: underwriter, method: 'PATCH', path: '/proxy-loan/:id', json: `{"loanAmount":1${counter}}` },
]

const times = 40
/** Milliseconds, rounded to a hundredth. */
const rounded = (ms: number) => Math.round(ms * 100) / 100

/** What each call of the screens costs: SQL statements, bytes, milliseconds. */
export async function measureScreens(stage: Stage): Promise<CallCost[]> {
  const [slv] = await stage.rows<{ id: string }>(
    `select slv.id from slv join app_user on app_user.id = underwriter_id
      where slv.status in ('PENDING', 'REVIEW', 'PENDING_DOCUMENTS', 'SLR_PENDING', 'TD_PENDING') and app_user.email = $1
      order by slv.id desc limit 1`,
    [underwriter],
  )
  const cookies: Record<string, string> = {
    [underwriter]: await stage.signIn(underwriter),
    [seller]: await stage.signIn(seller),
  }
  const costs: CallCost[] = []
  for (const { screen, who, method, path, json } of calls) {
    const address = `/api/v1${path.replace(':id', slv?.id ?? '')}`
    const text = requestText({ method, path: address, cookie: cookies[who] ?? '', ...(json && { json }) })
    const once = (n: number) => text.replaceAll(counter, String(100_000 + n))
    await stage.send(once(0))
    const sent = await stage.listen(() => stage.send(once(1)))
    const { body } = await stage.send(once(2))

    const round = (first: number) =>
      stage.run({ plans: [Array.from({ length: times }, (_, n) => once(first + n))], seconds: 0, cycle: times })
    // What a process does for the first time is compiled meanwhile.
    await round(3)
    const cpuBefore = await stage.cpu()
    const run = await round(3 + times)
    const cpuMs = ((await stage.cpu()) - cpuBefore) / run.requests
    costs.push({
      screen,
      call: `${method} ${path.split('&')[0]}${path.includes('search') ? '&search' : ''}`,
      statements: sent.length,
      bytes: body.length,
      gzipped: gzipSync(body).length,
      ms: rounded(run.p50),
      cpuMs: rounded(cpuMs),
    })
  }
  return costs
}
