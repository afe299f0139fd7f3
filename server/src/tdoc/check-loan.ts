import type { Loan } from '@portal/contract/loan/model'
import { modeOf } from '@portal/contract/tdoc/model'
import { tdocModeRules } from '@portal/contract/tdoc/policy'
import type { Ctx } from '../lib/ctx.ts'
import { badRequest, notFound } from '../lib/errors.ts'
import type { LoanDock } from '../lib/loan-dock.ts'
import { loanFactsOf } from './insert-tdoc.ts'

/** What a new Tdoc would take over of a loan. Throws 404 for one that LoanDock does not know, 502 when LoanDock fails. */
export async function checkTdocLoan(loanDock: LoanDock, number: string) {
  const loan = await loanDock.findLoan(number)
  if (!loan) throw notFound('Loan')
  const { currentLdStatus, ...facts } = loanFactsOf(loan)
  return { ...facts, currentLoanDockStatus: currentLdStatus }
}

/** The loan of a Tdoc that is to be made. Throws 400, naming the field, when LoanDock does not know it or its queue is not the asker's. */
export async function loanForTdoc({ actor }: Ctx, loanDock: LoanDock, number: string): Promise<Loan> {
  const refuse = (error: string) => badRequest([{ field: 'buyerLoanNumber', error }])
  const loan = await loanDock.findLoan(number)
  if (!loan) throw refuse('LoanDock does not know this loan')
  if (!tdocModeRules[modeOf(loan.kind)](actor)) throw refuse('You do not have the queue of purchased loans')
  return loan
}
