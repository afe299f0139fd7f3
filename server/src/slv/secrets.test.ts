import { sortKeysFor } from '@portal/contract/slv/columns'
import { isDecided, slvStatuses } from '@portal/contract/slv/status'
import type { SlvAction } from '@portal/contract/slv/transitions'
import { visibleFields } from '@portal/contract/slv/visible-fields'
import type { Actor } from '@portal/contract/user/model'
import { expect } from 'vitest'
import { actions } from '../../test/actions.ts'
import { hour } from '../../test/clock-walk.ts'
import { test } from '../../test/http.ts'
import { viewSlv } from './detail.ts'

/**
 * Internal statuses, people and texts; `CANARY` is in every column and comment
 * that a seller must not read.
 */
const secret =
  /CANARY|"(SLR|TD)_|[sS]lr|tradeDesk|underwriterManager|[Oo]verdue|SlaStatus|slaDays|Internal|temporary/

const all = 'size=100&tableMode=MY_COMPANY'
const paths = [
  `/v1/proxy-loans?${all}`,
  '/v1/proxy-loans?size=100',
  '/v1/proxy-loans?status=REVIEW&size=100',
  '/v1/proxy-loans/statistics',
  '/v1/proxy-loans/my-company-statistics',
  '/v1/proxy-loans/get-seller-filter',
  '/v1/proxy-loans/get-buyer-non-agency-program-filter',
  ...sortKeysFor('SELLER').map(
    (key) => `/v1/proxy-loans?${all}&sortBy=${key}&sortType=desc`,
  ),
]

test('no response to a seller contains an internal text or field, in any status', async ({
  made,
  signedIn,
}) => {
  const manager = await made.user({
    role: 'UNDERWRITER',
    name: 'CANARY-manager',
  })
  const trader = await made.user({ role: 'UNDERWRITER', name: 'CANARY-trader' })
  const seller = await made.seller(undefined, 'myCompanyView')
  await made.slv({
    borrowerLastName: 'CANARY-foreign',
    buyerNonAgencyProgram: 'CANARY-foreign',
  })
  const slvs = []
  for (const status of slvStatuses) {
    // While a resubmission is drafted, the decision is in effect.
    const decision =
      isDecided(status) || status === 'DRAFT_RESUBMITTED'
        ? 'shown'
        : 'CANARY-draft'
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
      expect(
        shown.filter((key) => !visibleFields('SELLER', slv.status).has(key)),
      ).toEqual([])
    }

  const staff = await signedIn(await made.underwriter('viewSlvDepartment'))
  for (const { id, status } of slvs) {
    const path = `/v1/proxy-loan/${id}/report`
    const forSeller = await staff('GET', `${path}?audience=SELLER`)
    expect(forSeller.body, status).not.toMatch(secret)
    const internal = await staff('GET', path)
    expect(forSeller.statusCode, status).toBe(internal.statusCode)
    if (internal.statusCode !== 200) continue
    expect(internal.body, status).toMatch(/CANARY-internal/)
    expect(forSeller.json().slv).toEqual((await asks('GET', path)).json().slv)
  }
}, 60_000)

test('waitingSince is by desk for staff, and by side for sellers', async ({
  a,
  as,
  now,
}) => {
  const seller = await a.seller()
  const underwriter = await a.underwriter('myOwn', 'viewSlvDepartment')
  const manager = await a.underwriter('manageSlr')
  const trader = await a.underwriter('manageTradeDesk')
  const { id } = await a.slv({
    status: 'DRAFT',
    sellerId: seller.id,
    underwriterId: underwriter.id,
  })
  const cast = {
    underwriterId: underwriter.id,
    managerId: manager.id,
    traderId: trader.id,
    sellerId: seller.id,
  }
  const at = (hours: number) => new Date(now.getTime() + hours * hour)
  const hoursWaiting = async (actor: Actor, hours: number) => {
    const { waitingSince } = await viewSlv(await as(actor, at(hours)), id)
    return waitingSince === null
      ? null
      : (Date.parse(waitingSince) - now.getTime()) / hour
  }

  // One move an hour, with the hours that staff see after it, and that the
  // seller sees.
  const walk: [Actor, SlvAction, number | null, number | null][] = [
    [seller, 'send-request', 1, 1],
    [underwriter, 'start-review-process', 1, 1],
    [underwriter, 'set-slr-pending', 3, 1],
    [manager, 'set-slr-review', 3, 1],
    [manager, 'set-slr-pending-info', 5, 1],
    [underwriter, 'set-slr-info-received', 6, 1],
    [manager, 'set-slr-review', 6, 1],
    [manager, 'set-slr-completed', 8, 1],
    [underwriter, 'set-td-pending', 9, 1],
    [trader, 'set-td-review', 9, 1],
    [trader, 'set-td-completed', 11, 1],
    [underwriter, 'start-review-process', 11, 1],
    [underwriter, 'set-pending-documents', 13, 13],
    [seller, 'upload-pending-documents', 14, 14],
    [underwriter, 'start-review-process', 14, 14],
    [seller, 'set-withdraw-pending', 14, 14],
    [underwriter, 'set-withdraw-declined', 14, 14],
    [underwriter, 'make-final-decision', null, null],
    [seller, 'set-draft-resubmitted', 19, 19],
    [seller, 'set-resubmitted', 20, 20],
  ]
  expect(await hoursWaiting(seller, 0)).toBe(0)
  for (const [index, [actor, action, forStaff, forSeller]] of walk.entries()) {
    const hours = index + 1
    await actions[action](await as(actor, at(hours)), id, cast)
    expect([
      action,
      await hoursWaiting(underwriter, hours),
      await hoursWaiting(seller, hours),
    ]).toEqual([action, forStaff, forSeller])
  }
})
