import { randomUUID } from 'node:crypto'
import { counter, requestText } from './lib/http-client.ts'
import { type Hand, type Recorded, runPgbench } from './lib/pgbench.ts'
import { type Contest, contest } from './lib/rounds.ts'
import type { Stage } from './lib/stage.ts'

type Call = { method: 'PATCH' | 'POST'; path: string; json: string }
export type WriteCase = {
  name: string
  /** Who does it to which SLVs: a query of `who` and `id`. */
  which: string
  /** SQL that makes these SLVs ready for it. */
  prepare?: string
  /** What is sent for one SLV, in turn; the counter stands for a figure that is a new one each time. */
  calls: (id: string) => Call[]
}

const slv = '/api/v1/proxy-loan'
const saveAmount = (id: string): Call[] => [
  { method: 'PATCH', path: `${slv}/${id}`, json: `{"loanAmount":1${counter}}` },
]
const inReview = `select underwriter_id as who, id from slv where status = 'REVIEW'`

/** A form save by the seller in a draft, one by the underwriter with its line of history, and a decision with its reopening. */
export const writeCases: readonly WriteCase[] = [
  {
    name: "seller's autosave",
    which: `select seller_id as who, id from slv where status = 'DRAFT'`,
    calls: saveAmount,
  },
  { name: "underwriter's save", which: inReview, calls: saveAmount },
  {
    name: 'status change',
    which: inReview,
    prepare: `insert into slv_decision_request (slv_id, slv_request_id, decision)
      select slv.id, slv_request.id, 'APPROVED' from slv join slv_request on slv_request.slv_id = slv.id
      where slv.status = 'REVIEW' and slv_request.id not in (select slv_request_id from slv_decision_request)`,
    calls: (id) => [
      {
        method: 'POST',
        path: `${slv}/underwriter/${id}/make-final-decision`,
        json: '{"decision":"APPROVED","decisionComment":"Subject to 12 months of reserves","priceAdjustment":-25}',
      },
      {
        method: 'POST',
        path: `${slv}/underwriter/${id}/start-review-process`,
        json: '{"reopenReason":"A new appraisal"}',
      },
    ],
  },
]

export type WriteResult = Contest & { name: string; p50: number; p99: number; statements: number }

/** The portal's writes against pgbench with the very statements that the portal sent, case by case; calls a second. */
export async function measureWrites(
  stage: Stage,
  { rounds, seconds }: { rounds: number; seconds: number },
  cases: readonly WriteCase[] = writeCases,
  keep: (sofar: WriteResult[]) => void = () => {},
): Promise<WriteResult[]> {
  const results: WriteResult[] = []
  for (const { name, which, prepare, calls } of cases) {
    if (prepare) await stage.rows(prepare)
    const cast = await castOf(stage, which)
    const intent = randomUUID()
    const texts = ({ cookie }: Pick<Member, 'cookie'>, id: string) =>
      calls(id).map((call, index) =>
        requestText({
          ...call,
          cookie,
          headers: call.method === 'POST' ? { 'idempotency-key': `${intent}-${index}${counter}` } : {},
        }),
      )
    const plans = cast.map((member) => texts(member, member.slvId))
    const recorded = await record(stage, plans[0] ?? [], cast[0], intent)
    const statements = recorded.reduce((sum, { sent }) => sum + sent.length, 0) / recorded.length

    let mine = { p50: 0, p99: 0 }
    const result = await contest(
      rounds,
      async () => {
        const run = await stage.run({ plans, seconds, cycle: recorded.length })
        mine = run
        return run.perSecond
      },
      () => runPgbench({ stage, recorded, hands: cast, seconds }),
    )
    results.push({ name, ...result, p50: mine.p50, p99: mine.p99, statements })
    keep(results)
  }
  return results
}

type Member = Hand & { cookie: string }

/** As many people as there are connections, signed in, each with an SLV of their own. */
async function castOf(stage: Stage, which: string): Promise<Member[]> {
  const people = await stage.rows<Hand & { email: string }>(
    `select app_user.id as "actorId", email, min(own.id::text) as "slvId"
      from (${which}) as own join app_user on app_user.id = own.who
      group by app_user.id order by count(*) desc, email limit $1`,
    [stage.concurrency],
  )
  const cast: Member[] = []
  for (const { email, ...hand } of people) cast.push({ ...hand, cookie: await stage.signIn(email) })
  return cast
}

/** The transactions behind the calls of a plan, from BEGIN to COMMIT, as the portal sends them when it is warm. */
async function record(stage: Stage, plan: string[], hand: Hand | undefined, intent: string): Promise<Recorded[]> {
  for (const text of plan) await stage.send(text.replaceAll(counter, '000001'))
  const recorded: Recorded[] = []
  for (const [index, text] of plan.entries()) {
    const sent = await stage.listen(() => stage.send(text.replaceAll(counter, '000002')))
    const begin = sent.findIndex(({ text: sql }) => sql === 'begin')
    const commit = sent.findIndex(({ text: sql }) => sql === 'commit')
    if (begin < 0 || commit < begin)
      throw new Error(`Not one transaction:\n${sent.map(({ text: sql }) => sql).join('\n')}`)
    recorded.push({
      sent: sent.slice(begin, commit + 1),
      slvId: hand?.slvId ?? '',
      actorId: hand?.actorId ?? '',
      counted: [
        { value: '1000002', from: 1_100_000, to: 1_999_999 },
        { value: `${intent}-${index}000002`, from: 1, to: 1_000_000_000_000_000 },
      ],
    })
  }
  return recorded
}
