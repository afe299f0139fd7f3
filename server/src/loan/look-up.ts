import type { Loan } from '@portal/contract/loan/model'
import { isBdd, isSeller, isUnderwriter } from '@portal/contract/user/policy'
import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import type { LoanDock } from '../lib/integrations/loan-dock.ts'

/**
 * A loan from LoanDock. Sellers may see loans of their company, BDDs those of their sellers. Throws 404 for others, 502
 * if LoanDock fails.
 */
export async function lookUpLoan(ctx: Ctx, loanDock: LoanDock, number: string): Promise<Loan> {
  const loan = await loanDock.findLoan(number)
  if (!loan || !(await mayViewLoan(ctx, loan.seller.corrId))) throw notFound('Loan')
  return loan
}

async function mayViewLoan({ actor, db }: Ctx, corrId: string): Promise<boolean> {
  if (isUnderwriter(actor)) return true
  if (!isSeller(actor) && !isBdd(actor)) return false
  const company = await db
    .selectFrom('company')
    .select('id')
    .where('corrId', '=', corrId)
    .where('kind', '=', 'SELLER')
    .where(isSeller(actor) ? 'id' : 'bddId', '=', isSeller(actor) ? actor.companyId : actor.id)
    .executeTakeFirst()
  return company !== undefined
}
