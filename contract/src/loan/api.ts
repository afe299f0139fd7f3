import { z } from 'zod'
import { endpointsOf } from '../lib/endpoint.ts'
import { SlvDetail } from '../slv/answers.ts'
import { PostCloseReason, SlvType } from '../slv/model.ts'
import { SlvStatus } from '../slv/status.ts'
import {
  anyOf,
  isBdd,
  isSeller,
  isUnderwriter,
  underwriterWith,
} from '../user/policy.ts'
import { Loan } from './model.ts'

const params = z.object({ n: z.string().trim().min(1).max(40) })
const loans = endpointsOf({
  tag: 'Loans',
  about: 'LOAN',
  refuses: ['loan_dock_failed'],
  params,
})
const slvs = endpointsOf({
  tag: 'Loans',
  access: isUnderwriter,
  about: 'LOAN',
  params,
})

/** Sellers may look up loans of their company, BDDs those of their sellers. */
const mayLookUpLoans = anyOf(isSeller, isUnderwriter, isBdd)

const SlvOfLoan = z.object({
  id: z.uuid(),
  type: SlvType,
  status: SlvStatus,
  date: z.iso.datetime().nullable(),
  sellerName: z.string(),
  underwriterName: z.string().nullable(),
  postCloseReason: PostCloseReason.nullable(),
})

export const getLoan = loans.get(
  '/v1/loans/:n',
  "A loan by the buyer's or the seller's number",
  {
    access: mayLookUpLoans,
    response: Loan,
  },
)
export const checkLoan = loans.get(
  '/v1/loans/check-loan/:n',
  "Look up a loan of the seller's company",
  {
    access: isSeller,
    response: Loan,
  },
)
export const openDraft = loans.post(
  '/v1/loans/check-loan/:n',
  'Open a draft for a loan, or return the one that is already open',
  { access: isSeller, response: SlvDetail },
)
export const underwriterCheckLoan = loans.get(
  '/v1/loans/underwriter/check-loan/:n',
  'Look up any loan',
  {
    access: isUnderwriter,
    response: Loan,
  },
)
export const underwriterOpenDraft = loans.post(
  '/v1/loans/underwriter/check-loan/:n',
  'Open a draft for a seller, who will send it',
  { access: underwriterWith('myOwn'), response: SlvDetail },
)

const checkLoans = [
  '/v1/loans/underwriter/check-loans/:n',
  'All SLVs of a loan that the caller may see',
  { response: z.object({ items: z.array(SlvOfLoan) }) },
] as const
export const checkLoansByGet = slvs.get(...checkLoans)
const [checkLoansPath, checkLoansSummary, checkLoansShape] = checkLoans
export const checkLoansByPost = slvs.post(checkLoansPath, checkLoansSummary, {
  ...checkLoansShape,
  isRead: true,
})
