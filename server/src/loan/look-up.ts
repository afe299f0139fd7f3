import type { Loan } from '@portal/contract/loan/model'
import { isBdd, isSeller, isUnderwriter } from '@portal/contract/user/policy'
import type { Ctx } from '../lib/ctx.ts'
import { conflict, notFound } from '../lib/errors.ts'
import type { LoanDock } from '../lib/integrations/loan-dock.ts'
import { activeInRole } from '../user/find-person.ts'

/**
 * A loan from LoanDock. Sellers may see loans of their company, BDDs those of
 * their sellers. Throws 404 for others, 502 if LoanDock fails.
 */
export const lookUpLoan = async (
  ctx: Ctx,
  loanDock: LoanDock,
  number: string,
): Promise<Loan> => checkLoan(ctx, await loanDock.findLoan(number))

/** Throws 404 unless the actor can see the loan. */
export async function checkLoan(ctx: Ctx, loan: Loan | null): Promise<Loan> {
  if (!loan || !(await mayViewLoan(ctx, loan))) throw notFound('Loan')
  return loan
}

export async function mayViewLoan(
  { actor, db }: Ctx,
  { seller }: Loan,
): Promise<boolean> {
  if (isUnderwriter(actor)) return true
  if (!isSeller(actor) && !isBdd(actor)) return false
  const company = await db
    .selectFrom('company')
    .select('id')
    .where('corrId', '=', seller.corrId)
    .where('kind', '=', 'SELLER')
    .where(
      isSeller(actor) ? 'id' : 'bddId',
      '=',
      isSeller(actor) ? actor.companyId : actor.id,
    )
    .executeTakeFirst()
  return company !== undefined
}

export type Owner = {
  id: string
  companyId: string
  name: string
  email: string | null
  phone: string | null
}

/**
 * The seller who owns a loan, locked: its contact, otherwise the company's
 * first active seller. Throws 409 if there is none.
 */
export async function ownerOfLoan(ctx: Ctx, loan: Loan): Promise<Owner> {
  const owner = await activeInRole(ctx.db, ['SELLER'])
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .select([
      'appUser.id',
      'appUser.companyId',
      'appUser.name',
      'appUser.email',
      'appUser.phone',
    ])
    .where('company.corrId', '=', loan.seller.corrId)
    .orderBy(
      (eb) => eb('appUser.email', '=', (loan.contactEmail ?? '').toLowerCase()),
      'desc',
    )
    .orderBy('appUser.firstName')
    .orderBy('appUser.id')
    .limit(1)
    .forShare('appUser')
    .executeTakeFirst()
  if (!owner)
    throw conflict(`${loan.seller.name} has no users in the portal yet`)
  return owner
}
