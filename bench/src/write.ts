import { randomUUID } from 'node:crypto'
import type { SlvStatus } from '@portal/contract/slv/status'
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
const requestsEach = 30

let amount = 100_000
/** Saves another amount each time. */
const save = (id: string, headers: Headers): Request => ({
  method: 'PATCH',
  path: `/api/v1/proxy-loan/${id}`,
  headers: { ...headers, ...json },
  setupRequest: (request) => ({
    ...request,
    body: JSON.stringify({ loanAmount: amount++ }),
  }),
})

/** A POST with a new idempotency key each time. */
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
  const underwriters = await signInOwners(lab, 'REVIEW', 'underwriter_id')
  const decisions = underwriters.map(({ slvId, headers }) =>
    decideAndReopen(slvId, headers),
  )
  const changeStatuses = () =>
    flood({ url: lab.url(), plans: decisions, each: requestsEach })
  const { share, ...rates } = await compare(changeStatuses, () =>
    leanRate(lab, 'statusChange', 2),
  )

  await lab.sql('checkpoint')
  // The first change of a page after a checkpoint writes the whole page.
  await changeStatuses()
  const walBefore = await readWalPosition(lab)
  await changeStatuses()
  const walBytes = (await readWalPosition(lab)) - walBefore
  const statusChanges = requestsEach * decisions.length

  const sellers = await signInOwners(lab, 'DRAFT', 'seller_id')
  const saves = sellers.map(({ slvId, headers }) => [save(slvId, headers)])
  await flood({ url: lab.url(), plans: saves, seconds: 1 })
  const autosave = await flood({ url: lab.url(), plans: saves, seconds: 4 })
  return [
    { goal: 'write.statusChange', value: share, details: rates },
    { goal: 'write.wal', value: walBytes / 1000 / statusChanges },
    { goal: 'write.autosave', value: autosave },
  ]
}

/** Signs in people who have an SLV in this status, and names one of each. */
async function signInOwners(
  lab: Lab,
  status: SlvStatus,
  column: 'seller_id' | 'underwriter_id',
) {
  const owners = await lab.sql<{ email: string; slvId: string }>(
    `
      select app_user.email, min(slv.id::text) as "slvId"
      from slv
        join app_user on app_user.id = slv.${column}
      where slv.status = $1
      group by app_user.email
      order by 1
      limit ${connections}`,
    [status],
  )
  const sessions = await lab.signIn(owners.map(({ email }) => email))
  return owners.map(({ slvId }, index) => ({
    slvId,
    headers: sessions[index] ?? {},
  }))
}

/** How many bytes PostgreSQL has written to its WAL. */
async function readWalPosition(lab: Lab): Promise<number> {
  const [row] = await lab.sql<{ bytes: string }>(
    `select pg_current_wal_lsn() - '0/0' as bytes`,
  )
  return Number(row?.bytes)
}
