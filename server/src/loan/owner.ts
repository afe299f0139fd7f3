import type { Loan } from '@portal/contract/loan/model'
import type { Ctx } from '../lib/ctx.ts'
import { conflict } from '../lib/errors.ts'

export type Owner = { id: string; companyId: string; name: string; email: string; phone: string | null }

/**
 * The seller who owns a loan, locked: its contact, otherwise the company's first active seller. Throws 409 if there is
 * none.
 */
export async function ownerOfLoan(ctx: Ctx, loan: Loan): Promise<Owner> {
  const owner = await ctx.db
    .selectFrom('appUser')
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .innerJoin('userRole', (join) =>
      join
        .onRef('userRole.userId', '=', 'appUser.id')
        .on('userRole.position', '=', 0)
        .on('userRole.role', '=', 'SELLER'),
    )
    .select(['appUser.id', 'appUser.companyId', 'appUser.name', 'appUser.email', 'appUser.phone'])
    .where('company.corrId', '=', loan.seller.corrId)
    .where('appUser.status', '=', 'ACTIVE')
    .orderBy((eb) => eb('appUser.email', '=', (loan.contactEmail ?? '').toLowerCase()), 'desc')
    .orderBy('appUser.firstName')
    .orderBy('appUser.id')
    .limit(1)
    .forShare('appUser')
    .executeTakeFirst()
  if (!owner) throw conflict(`${loan.seller.name} has no users in the portal yet`)
  return owner
}
