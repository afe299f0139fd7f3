import { randomUUID } from 'node:crypto'
import type { SlvStatus } from '@portal/contract/slv/status'
import type { Request } from 'autocannon'
import type { Lab } from './lab.ts'
import { connections, type Headers } from './load.ts'

/** An SLV, and the headers of a person who works on it. */
export type Work = { id: string; headers: Headers }

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

/** The SLVs in review by connection, ready to be decided. */
export async function listReviews(lab: Lab): Promise<Work[][]> {
  await lab.sql(decideVariances)
  return listWork(lab, 'REVIEW', 'underwriter_id')
}

export const listDrafts = (lab: Lab): Promise<Work[][]> =>
  listWork(lab, 'DRAFT', 'seller_id')

/**
 * The SLVs in a status by connection, at most 800. All SLVs of a person have
 * the same connection, so that each person sends one request after another.
 */
async function listWork(
  lab: Lab,
  status: SlvStatus,
  column: 'seller_id' | 'underwriter_id',
): Promise<Work[][]> {
  const slvs = await lab.sql<{ id: string; email: string; person: number }>(
    `
      select slv.id, app_user.email, (dense_rank() over (order by app_user.id))::int as person
      from slv
        join app_user on app_user.id = slv.${column}
      where slv.status = $1
      order by slv.id
      limit 800`,
    [status],
  )
  const emails = [...new Set(slvs.map(({ email }) => email))]
  const sessions = await lab.signIn(emails)
  const headersByEmail = new Map(
    emails.map((email, index) => [email, sessions[index]]),
  )
  const byConnection: Work[][] = Array.from({ length: connections }, () => [])
  for (const { id, email, person } of slvs) {
    const headers = headersByEmail.get(email) ?? {}
    byConnection[person % connections]?.push({ id, headers })
  }
  return byConnection.filter((work) => work.length > 0)
}

/**
 * How many changes each connection makes in a round; even, so that each SLV
 * ends as it began.
 */
export const countChanges = (reviews: Work[][]): number =>
  2 * Math.max(...reviews.map((work) => work.length))

const json = { 'content-type': 'application/json' }

/** Decides an SLV and reopens it for the next decision. */
export function decideAndReopen({ id, headers }: Work): [Request, Request] {
  const path = `/api/v1/proxy-loan/underwriter/${id}`
  const decide = post(`${path}/make-final-decision`, headers, {
    decision: 'APPROVED',
    decisionComment: 'Subject to 12 months of reserves',
    priceAdjustment: -25,
  })
  const reopen = post(`${path}/start-review-process`, headers, {
    reopenReason: 'A new appraisal',
  })
  return [decide, reopen]
}

/** A POST with a new idempotency key each time. */
function post(path: string, headers: Headers, body: object): Request {
  const setKey = (request: Request) => ({
    ...request,
    headers: { ...headers, ...json, 'idempotency-key': randomUUID() },
  })
  return {
    method: 'POST',
    path,
    body: JSON.stringify(body),
    headers: { ...headers, ...json },
    setupRequest: setKey,
  }
}

let amount = 100_000

/** Saves another amount each time. */
export function saveAmount(path: string, headers: Headers): Request {
  const setAmount = (request: Request) => ({
    ...request,
    body: JSON.stringify({ loanAmount: amount++ }),
  })
  return {
    method: 'PATCH',
    path,
    headers: { ...headers, ...json },
    setupRequest: setAmount,
  }
}

export const saveDraft = ({ id, headers }: Work): Request =>
  saveAmount(`/api/v1/proxy-loan/${id}`, headers)

/** For each connection, a person's poll with the current ETag. */
export async function listPolls(lab: Lab): Promise<Request[][]> {
  const people = await lab.sql<{ email: string }>(
    'select email from app_user order by id limit $1',
    [connections],
  )
  const sessions = await lab.signIn(people.map(({ email }) => email))
  const path = '/api/v1/notifications'
  return Promise.all(
    sessions.map(async (headers) => {
      const response = await fetch(`${lab.url()}${path}`, { headers })
      await response.arrayBuffer()
      const etag = response.headers.get('etag') ?? ''
      return [get(path, { ...headers, 'if-none-match': etag })]
    }),
  )
}

export const viewList = ({ headers }: Work): Request =>
  get('/api/v1/proxy-loans?tableMode=MY_OWN', headers)

export const openSlv = ({ id, headers }: Work): Request =>
  get(`/api/v1/proxy-loan/${id}/detailed`, headers)

const get = (path: string, headers: Headers): Request => ({
  method: 'GET',
  path,
  headers,
})
