import { sortKeysFor } from '@portal/contract/slv/list-query'
import { isDecided, slvStatuses } from '@portal/contract/slv/status'
import { visibleFields } from '@portal/contract/slv/visible-fields'
import { expect } from 'vitest'
import { type Caller, test } from '../../test/http.ts'

/** Internal statuses, people and texts; `CANARY` is in every column and comment that a seller must not read. */
const secret = /CANARY|"(SLR|TD)_|[sS]lr|tradeDesk|underwriterManager|[Oo]verdue|SlaStatus|slaDays|Internal|temporary/

const all = 'size=100&tableMode=MY_COMPANY'
const paths = [
  `/v1/proxy-loans?${all}`,
  '/v1/proxy-loans?size=100',
  '/v1/proxy-loans?status=REVIEW&size=100',
  '/v1/proxy-loans/statistics',
  '/v1/proxy-loans/my-company-statistics',
  '/v1/proxy-loans/get-seller-filter',
  '/v1/proxy-loans/get-buyer-non-agency-program-filter',
  ...sortKeysFor('SELLER').map((key) => `/v1/proxy-loans?${all}&sortBy=${key}&sortType=desc`),
]

/** Of these a seller is told the second, without its comment. */
const entries = [
  { action: 'set-slr-completed', fromStatus: 'SLR_REVIEW', toStatus: 'SLR_COMPLETED', comment: 'CANARY-comment' },
  { action: 'start-review-process', fromStatus: 'PENDING', toStatus: 'REVIEW', comment: 'CANARY-comment' },
] as const

test('no response to a seller contains an internal text', async ({ made, committed, signedIn, now }) => {
  const manager = await made.user({ role: 'UNDERWRITER', name: 'CANARY-manager' })
  const trader = await made.user({ role: 'UNDERWRITER', name: 'CANARY-trader' })
  const seller = await made.seller(undefined, 'myCompanyView')
  const foreign = await made.slv({ borrowerLastName: 'CANARY-foreign', buyerNonAgencyProgram: 'CANARY-foreign' })
  const slvs = []
  for (const status of slvStatuses) {
    // While a resubmission is drafted, the decision is in effect.
    const decision = isDecided(status) || status === 'DRAFT_RESUBMITTED' ? 'told' : 'CANARY-draft'
    const slv = await made.slv({
      status,
      sellerId: seller.id,
      underwriterManagerId: manager.id,
      tradeDeskId: trader.id,
      statusComment: 'CANARY-status',
      decisionCommentsInternal: 'CANARY-internal',
      slrRecommendedDecision: 'DECLINED',
      tdRecommendedDecision: 'DECLINED',
      temporaryStatus: 'DECLINED',
      decisionComment: decision,
      currentGuideline: decision,
    })
    await committed
      .insertInto('slvHistory')
      .values(
        entries.map((entry, index) => {
          const actorId = index === 0 ? trader.id : manager.id
          return { ...entry, slvId: slv.id, at: now, actorId, resubmitCount: 0 }
        }),
      )
      .execute()
    slvs.push(slv)
  }
  // Whoever does what a seller may be told of is told with it: that name is no secret.
  const asks = await signedIn(seller)
  const answers = async (method: 'GET' | 'POST', path: string, body?: object): Promise<string> => {
    const answer = await asks(method, path, body && { body })
    expect(answer.statusCode, path).toBe(200)
    return answer.body
  }

  for (const path of paths) expect(await answers('GET', path), path).not.toMatch(secret)
  for (const slv of slvs) {
    for (const path of [`/v1/proxy-loan/${slv.id}`, `/v1/proxy-loan/${slv.id}/detailed`]) {
      const body = await answers('GET', path)
      expect(body, path).not.toMatch(secret)
      expect(Object.keys(JSON.parse(body)).filter((key) => !visibleFields('SELLER', slv.status).has(key))).toEqual([])
    }
    const history = await answers('POST', `/v1/proxy-loan-history/${slv.id}`, {})
    expect(JSON.parse(history).total).toBe(1)
    expect(history.replaceAll(manager.name, '')).not.toMatch(secret)
    for (const part of ['user-filter', 'information-edits', 'documents']) {
      const told = await answers('GET', `/v1/proxy-loan-history/${slv.id}/${part}`)
      expect(told.replaceAll(manager.name, ''), part).not.toMatch(secret)
    }
  }
  await refuses(asks, foreign.id)
}, 60_000)

/** What is not theirs is answered like what does not exist; narrowing by what they may not see is refused. */
async function refuses(asks: Caller, foreign: string) {
  const nobody = '00000000-0000-4000-8000-000000000000'
  for (const path of ['', '/detailed']) {
    const [other, missing] = [
      await asks('GET', `/v1/proxy-loan/${foreign}${path}`),
      await asks('GET', `/v1/proxy-loan/${nobody}${path}`),
    ]
    expect(other.statusCode).toBe(404)
    expect({ ...other.json(), requestId: '' }).toEqual({ ...missing.json(), requestId: '' })
  }
  expect((await asks('POST', `/v1/proxy-loan-history/${foreign}`, { body: {} })).statusCode).toBe(404)
  for (const part of ['slv-history', 'user-filter', 'information-edits', 'documents'])
    expect((await asks('GET', `/v1/proxy-loan-history/${foreign}/${part}`)).statusCode, part).toBe(404)
  for (const query of ['sortBy=groupSlaStatus', 'overdue=true', 'status=SLR_REVIEW', 'status=DRAFT', `bdds=${nobody}`])
    expect((await asks('GET', `/v1/proxy-loans?${query}`)).statusCode, query).toBe(400)
  for (const path of [
    '/v1/proxy-loans?tableMode=ALL',
    '/v1/proxy-loans/department-statistics',
    '/v1/users/underwriters',
  ])
    expect((await asks('GET', path)).statusCode, path).toBe(403)
}
