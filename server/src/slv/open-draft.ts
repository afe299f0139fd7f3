import type { Loan } from '@portal/contract/loan/model'
import type { SlvType } from '@portal/contract/slv/model'
import { undecidedStatuses } from '@portal/contract/slv/status'
import { isSeller } from '@portal/contract/user/policy'
import { type Ctx, transact } from '../lib/ctx.ts'
import { conflict } from '../lib/errors.ts'
import { ownerOfLoan } from '../loan/owner.ts'
import { prefill } from '../loan/prefill.ts'
import { viewSlv } from './detail.ts'
import { insertSlv, particulars } from './insert.ts'

/**
 * Opens a draft for a loan, prefilled from LoanDock: owned by the seller who opens it, or, opened by an underwriter,
 * by the seller whom the loan belongs to. A loan has one open SLV of a type: a second asking gets the first.
 * Throws 409 when that one is a colleague's whom the asker may not see.
 */
export const openDraft = (ctx: Ctx, loan: Loan) =>
  transact(ctx, async (inner) => {
    const owner = isSeller(inner.actor) ? await ownParticulars(inner) : await ownerOfLoan(inner, loan)
    const id =
      (await insertSlv(inner, {
        type: 'PRE',
        status: 'DRAFT',
        action: 'open-draft',
        buyerLoan: loan.loanNumber,
        owner,
        form: { ...prefill(loan), ...particulars(owner) },
      })) ?? (await openSlvOf(inner, owner.companyId, loan.loanNumber, 'PRE'))
    return viewSlv(inner, id).catch(() => {
      throw conflict('A colleague has an open request for this loan')
    })
  })

const ownParticulars = (ctx: Ctx) =>
  ctx.db
    .selectFrom('appUser')
    .select(['id', 'companyId', 'name', 'email', 'phone'])
    .where('id', '=', ctx.actor.id)
    .executeTakeFirstOrThrow()

/** The one open SLV that a loan has of a type. */
export const openSlvOf = async (ctx: Ctx, companyId: string, buyerLoan: string, type: SlvType): Promise<string> => {
  const slv = await ctx.db
    .selectFrom('slv')
    .select('id')
    .where('companyId', '=', companyId)
    .where('buyerLoan', '=', buyerLoan)
    .where('type', '=', type)
    .where('status', 'in', undecidedStatuses)
    .executeTakeFirstOrThrow()
  return slv.id
}
