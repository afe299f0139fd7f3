import { sortKeysFor } from '@portal/contract/slv/list-query'
import { isDecided, slvStatuses } from '@portal/contract/slv/status'
import { visibleFields } from '@portal/contract/slv/visible-fields'
import { expect } from 'vitest'
import { test } from '../../test/http.ts'

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

test('no response to a seller contains an internal text or field, in any status', async ({ made, signedIn }) => {
  const manager = await made.user({ role: 'UNDERWRITER', name: 'CANARY-manager' })
  const trader = await made.user({ role: 'UNDERWRITER', name: 'CANARY-trader' })
  const seller = await made.seller(undefined, 'myCompanyView')
  await made.slv({ borrowerLastName: 'CANARY-foreign', buyerNonAgencyProgram: 'CANARY-foreign' })
  const slvs = []
  for (const status of slvStatuses) {
    // While a resubmission is drafted, the decision is in effect.
    const decision = isDecided(status) || status === 'DRAFT_RESUBMITTED' ? 'shown' : 'CANARY-draft'
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
    slvs.push(slv)
  }
  const asks = await signedIn(seller)
  const read = async (path: string) => {
    const answer = await asks('GET', path)
    expect(answer.statusCode, path).toBe(200)
    expect(answer.body, path).not.toMatch(secret)
    return answer.json()
  }
  for (const path of paths) await read(path)
  for (const slv of slvs)
    for (const part of ['', '/detailed']) {
      const shown = Object.keys(await read(`/v1/proxy-loan/${slv.id}${part}`))
      expect(shown.filter((key) => !visibleFields('SELLER', slv.status).has(key))).toEqual([])
    }
}, 60_000)
