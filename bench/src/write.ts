import { randomUUID } from 'node:crypto'
import type { Request } from 'autocannon'
import type { Row } from './goals.ts'
import type { Lab } from './lab.ts'
import { connections, leanRate } from './lean.ts'
import { compare, flood, type Headers } from './load.ts'

/**
 * Answers the open variances of SLVs in review, so that the SLVs can be
 * decided.
 */
const decideVariances = `
  insert into slv_decision_request (slv_id, slv_request_id, decision)
  select slv.id, slv_request.id, 'APPROVED'
  from slv
    join slv_request on slv_request.slv_id = slv.id
  where slv.status = 'REVIEW'
    and slv_request.id not in (
      select slv_request_id
      from slv_decision_request
    )`

const json = { 'content-type': 'application/json' }
/**
 * Requests of each connection in one round; even, so that each SLV ends as it
 * began.
 */
const each = 30

let amount = 100_000
const save = (id: string, headers: Headers): Request[] => [
  {
    method: 'PATCH',
    path: `/api/v1/proxy-loan/${id}`,
    headers: { ...headers, ...json },
    setupRequest: (request) => ({
      ...request,
      body: JSON.stringify({ loanAmount: amount++ }),
    }),
  },
]

const post = (path: string, headers: Headers, body: object): Request => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
  headers: { ...headers, ...json },
  setupRequest: (request) => ({
    ...request,
    headers: { ...headers, ...json, 'idempotency-key': randomUUID() },
  }),
})

/** Decides an SLV and reopens it for the next decision. */
const decideAndReopen = (id: string, headers: Headers): Request[] => {
  const path = `/api/v1/proxy-loan/underwriter/${id}`
  const decision = {
    decision: 'APPROVED',
    decisionComment: 'Subject to 12 months of reserves',
    priceAdjustment: -25,
  }
  return [
    post(`${path}/make-final-decision`, headers, decision),
    post(`${path}/start-review-process`, headers, {
      reopenReason: 'A new appraisal',
    }),
  ]
}

/** Sixteen people write as fast as they can, each to their own SLV. */
export async function measureWrites(lab: Lab): Promise<Row[]> {
  await lab.sql(decideVariances)
  const plansOf = async (
    status: string,
    person: string,
    requests: typeof save,
  ) => {
    const owners = await lab.sql<{ email: string; id: string }>(
      `
        select app_user.email, min(slv.id::text) as id
        from slv
          join app_user on app_user.id = slv.${person}
        where slv.status = $1
        group by app_user.email
        order by 1
        limit ${connections}`,
      [status],
    )
    const sessions = await lab.signIn(owners.map(({ email }) => email))
    return owners.map(({ id }, index) => requests(id, sessions[index] ?? {}))
  }
  const changes = await plansOf('REVIEW', 'underwriter_id', decideAndReopen)
  const change = () => flood({ url: lab.url(), plans: changes, each })
  const { share, ...rates } = await compare(change, () =>
    leanRate(lab, 'statusChange', 2),
  )

  const position = async () =>
    Number(
      (
        await lab.sql<{ bytes: string }>(
          `select pg_current_wal_lsn() - '0/0' as bytes`,
        )
      )[0]?.bytes,
    )
  await lab.sql('checkpoint')
  await change() // writes the pages in full that changed first after the checkpoint
  const before = await position()
  await change()
  const wal = ((await position()) - before) / 1000 / (each * changes.length)

  const saves = await plansOf('DRAFT', 'seller_id', save)
  await flood({ url: lab.url(), plans: saves, seconds: 1 })
  const autosave = await flood({ url: lab.url(), plans: saves, seconds: 4 })
  return [
    { goal: 'write.statusChange', value: share, details: rates },
    { goal: 'write.wal', value: wal },
    { goal: 'write.autosave', value: autosave },
  ]
}
