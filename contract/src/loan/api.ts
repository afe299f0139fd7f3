import { createEndpoints } from '../lib/endpoint.ts'
import { anyOf, isBdd, isSeller, isUnderwriter } from '../user/policy.ts'
import { Loan, LoanParams } from './model.ts'

const loans = createEndpoints({
  tag: 'Loans',
  about: 'LOAN',
  refuses: ['loan_dock_failed'],
  params: LoanParams,
})

/** Sellers may look up loans of their company, BDDs those of their sellers. */
const mayLookUpLoans = anyOf(isSeller, isUnderwriter, isBdd)

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
export const underwriterCheckLoan = loans.get(
  '/v1/loans/underwriter/check-loan/:n',
  'Look up any loan',
  {
    access: isUnderwriter,
    response: Loan,
  },
)
