import type { Loan } from '@portal/contract/loan/model'
import { modeOf } from '@portal/contract/tdoc/model'
import { tdocModeRules } from '@portal/contract/tdoc/policy'
import type { Ctx } from '../../lib/ctx.ts'
import { badRequest, notFound } from '../../lib/errors.ts'
import type { LoanDock } from '../../lib/integrations/loan-dock.ts'
import { loanFactsOf } from './insert-tdoc.ts'

/** The facts of a loan that a new Tdoc would copy. Throws 404 if LoanDock doesn't know it, 502 if LoanDock fails. */
export async function checkTdocLoan(loanDock: LoanDock, number: string) {
  const loan = await loanDock.findLoan(number)
  if (!loan) throw notFound('Loan')
  const { currentLdStatus, ...facts } = loanFactsOf(loan)
  return { ...facts, currentLoanDockStatus: currentLdStatus }
}

/** The loan of a new Tdoc. Throws 400 if LoanDock doesn't know it or the actor doesn't have its queue. */
export async function loanForTdoc({ actor }: Ctx, loanDock: LoanDock, number: string): Promise<Loan> {
  const refuse = (error: string) => badRequest([{ field: 'buyerLoanNumber', error }])
  const loan = await loanDock.findLoan(number)
  if (!loan) throw refuse('LoanDock does not have this loan')
  if (!tdocModeRules[modeOf(loan.kind)](actor)) throw refuse('You do not have access to the queue of purchased loans')
  return loan
}
