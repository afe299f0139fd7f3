import { z } from 'zod'
import { endpoint, get, post } from '../lib/endpoint.ts'
import { SlvDetail } from '../slv/answers.ts'
import { PostCloseReason, SlvType } from '../slv/model.ts'
import { SlvStatus } from '../slv/status.ts'
import type { Actor } from '../user/model.ts'
import { anyOf, isBdd, isSeller, isUnderwriter, underwriterWith } from '../user/policy.ts'
import { Loan } from './model.ts'

const tag = 'Loans'
const params = z.object({ n: z.string().trim().min(1).max(40) })
/** Sellers may look up loans of their company, BDDs those of their sellers. */
export const mayLookUpLoans = (actor: Actor) => anyOf(isSeller, isUnderwriter, isBdd)(actor)

export const SlvOfLoan = z.object({
  id: z.uuid(),
  type: SlvType,
  status: SlvStatus,
  date: z.iso.datetime().nullable(),
  sellerName: z.string(),
  underwriterName: z.string().nullable(),
  postCloseReason: PostCloseReason.nullable(),
})

export const getLoan = get('/v1/loans/:n', "A loan by the buyer's or the seller's number", {
  tag,
  access: mayLookUpLoans,
  about: 'LOAN',
  refuses: ['loan_dock_failed'],
  params,
  response: Loan,
})
export const checkLoan = get('/v1/loans/check-loan/:n', "Look up a loan of the seller's company", {
  tag,
  access: isSeller,
  about: 'LOAN',
  refuses: ['loan_dock_failed'],
  params,
  response: Loan,
})
export const openDraft = post(
  '/v1/loans/check-loan/:n',
  'Open a draft for a loan, or return the one that is already open',
  { tag, access: isSeller, about: 'LOAN', refuses: ['loan_dock_failed'], params, response: SlvDetail },
)
export const underwriterCheckLoan = get('/v1/loans/underwriter/check-loan/:n', 'Look up any loan', {
  tag,
  access: isUnderwriter,
  about: 'LOAN',
  refuses: ['loan_dock_failed'],
  params,
  response: Loan,
})
export const underwriterOpenDraft = post(
  '/v1/loans/underwriter/check-loan/:n',
  'Open a draft for a seller, who will send it',
  { tag, access: underwriterWith('myOwn'), about: 'LOAN', refuses: ['loan_dock_failed'], params, response: SlvDetail },
)

const checkLoans = <const M extends 'GET' | 'POST'>(method: M) =>
  endpoint({
    method,
    path: '/v1/loans/underwriter/check-loans/:n',
    summary: 'All SLVs of a loan that the caller may see',
    tag,
    access: isUnderwriter,
    about: 'LOAN',
    params,
    response: z.object({ items: z.array(SlvOfLoan) }),
  })
export const checkLoansByGet = checkLoans('GET')
export const checkLoansByPost = checkLoans('POST')
