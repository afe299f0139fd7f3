import type { Loan } from '@portal/contract/loan/model'
import { isBdd, isSeller, isUnderwriter } from '@portal/contract/user/policy'
import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import type { LoanDock } from '../lib/loan-dock.ts'

/**
 * A loan as LoanDock has it. A seller gets those of their own company, a BDD those of their sellers, an underwriter any.
 * Throws 404 for one that does not exist and for one of others alike; 502 when LoanDock fails.
 */
export async function lookUpLoan(ctx: Ctx, loanDock: LoanDock, number: string): Promise<Loan> {
  const loan = await loanDock.findLoan(number)
  if (!loan || !(await mayLookAt(ctx, loan.seller.corrId))) throw notFound('Loan')
  return loan
}

/** Whether the loans of the seller whom LoanDock calls `corrId` are the asker's to see. */
async function mayLookAt({ actor, db }: Ctx, corrId: string): Promise<boolean> {
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
