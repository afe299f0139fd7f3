import { type APIRequestContext, expect } from '@playwright/test'
import type { Profile } from '@portal/contract/auth/api'
import type { Loan } from '@portal/contract/loan/model'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { FinalDecision } from '@portal/contract/slv/bodies'
import type { Decision } from '@portal/contract/slv/status'

/** Whose session the calls use. */
export type Caller = { request: APIRequestContext }

/** Calls the API as someone, past the screens, and expects success. */
const call = async (
  { request }: Caller,
  path: string,
  options: Parameters<APIRequestContext['fetch']>[1],
) => {
  const response = await request.fetch(path, options)
  expect(
    response.status(),
    `${path} ${(await response.text()).slice(0, 300)}`,
  ).toBe(200)
  return response.json()
}

export const get = (
  caller: Caller,
  path: string,
  params: Record<string, string> = {},
) => call(caller, path, { params })

export const post = (caller: Caller, path: string, data?: object) =>
  call(caller, path, { method: 'POST', data })

export const put = (caller: Caller, path: string, data: object) =>
  call(caller, path, { method: 'PUT', data })

export const patch = (caller: Caller, path: string, data: object) =>
  call(caller, path, { method: 'PATCH', data })

export const profileOf = (someone: Caller): Promise<Profile> =>
  get(someone, '/api/v1/auth/profile')

/** A request of the seller's that is ready to be sent, made through the API. */
export const draftOf = async (
  seller: Caller,
  loan: Loan,
): Promise<SlvDetail> => {
  const slv: SlvDetail = await post(
    seller,
    `/api/v1/loans/check-loan/${loan.loanNumber}`,
  )
  const score = loan.creditScore ?? 690
  await patch(seller, `/api/v1/proxy-loan/${slv.id}`, ample)
  await post(seller, `/api/v1/proxy-loan/${slv.id}/slv-request`, {
    reason: 'Credit Score',
    parameter: 'CREDIT_SCORE',
    operator: '>=',
    guidelineValue: score + 10,
    actualValue: score,
    currentGuideline: `Minimum FICO ${score + 10}`,
    justification: 'Reserves far above the requirement',
    compensatingFactors: [await countingFactor(seller, slv.id)],
  })
  return get(seller, `/api/v1/proxy-loan/${slv.id}/detailed`)
}

/**
 * Reserves that count as a compensating factor in any program, and experience
 * that counts for an investment property.
 */
const ample = {
  liquidReservesAmount: 900_000,
  totalPostCloseReservesAmount: 900_000,
  isExperiencedInvestor: true,
}

/** A compensating factor that the figures of this SLV make count. */
export const countingFactor = async (
  someone: Caller,
  id: string,
): Promise<{ factor: string; value: string }> => {
  const {
    factors,
  }: { factors: { label: string; state: string; reason: string }[] } =
    await get(someone, `/api/v1/proxy-loan/${id}/evaluation`)
  const counting = factors.find(({ state }) => state === 'COUNTS')
  if (!counting) throw new Error(`No factor counts: ${JSON.stringify(factors)}`)
  return { factor: counting.label, value: counting.reason }
}

type Decidable = Pick<SlvDetail, 'id' | 'slvRequests'>

/** Answers each variance of an SLV, as its decision needs. */
export const answerVariances = async (
  underwriter: Caller,
  { id, slvRequests }: Decidable,
  answer: { decision: Decision; comment: string },
) => {
  for (const { id: slvRequestId } of slvRequests)
    await post(underwriter, `/api/v1/proxy-loan/${id}/slv-decision-request`, {
      slvRequestId,
      ...answer,
    })
}

/** Answers each variance of an SLV and decides it. */
export const decide = async (
  underwriter: Caller,
  slv: Decidable,
  data: FinalDecision,
  comment = 'Strong reserves',
) => {
  await answerVariances(underwriter, slv, { decision: data.decision, comment })
  await post(
    underwriter,
    `/api/v1/proxy-loan/underwriter/${slv.id}/make-final-decision`,
    { priceReason: 'As agreed', ...data },
  )
}

/** Assigns an SLV to an underwriter. */
export const assignTo = async (
  admin: Caller,
  underwriter: Caller,
  id: string,
) => {
  const { id: underwriterId } = await profileOf(underwriter)
  await patch(admin, '/api/v1/proxy-loan/assign-requests', {
    underwriterId,
    proxyLoanIds: [id],
  })
}
