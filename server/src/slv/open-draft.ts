import type { Loan } from '@portal/contract/loan/model'
import { mayView } from '@portal/contract/slv/policy'
import { undecidedStatuses } from '@portal/contract/slv/status'
import { isSeller } from '@portal/contract/user/policy'
import { type Ctx, transact } from '../lib/ctx.ts'
import { conflict, forbidden } from '../lib/errors.ts'
import { ownerOfLoan } from '../loan/owner.ts'
import { prefill } from '../loan/prefill.ts'
import { readSlv } from './detail.ts'
import { insertSlv, particulars } from './insert.ts'
import { presentDetail } from './present.ts'

/**
 * Opens a draft for a loan, prefilled from LoanDock: owned by the seller who opens it, or, opened by an underwriter,
 * by the seller whom the loan belongs to. A loan has one open SLV of a type: a second asking gets the first.
 * Throws 409 when that one is a colleague's whom the asker may not see.
 */
export const openDraft = (ctx: Ctx, loan: Loan) =>
  transact(ctx, async (inner) => {
    const owner = isSeller(inner.actor) ? await ownParticulars(inner) : await ownerOfLoan(inner, loan)
    const opened = await insertSlv(inner, {
      type: 'PRE',
      status: 'DRAFT',
      action: 'open-draft',
      buyerLoan: loan.loanNumber,
      owner,
      form: { ...prefill(loan), ...particulars(owner) },
    })
    const id = opened ?? (await openSlvOf(inner, owner.companyId, loan.loanNumber))
    const slv = id && (await readSlv(inner, id))
    // Decided between our insert and our look: whoever asks once more gets a draft of their own.
    if (!slv) throw conflict('The open request for this loan has just ended, try again')
    if (!mayView(inner.actor, slv)) throw conflict('A colleague has an open request for this loan')
    return presentDetail(inner, slv)
  })

/** The seller themselves, held while the draft is written: nobody is switched off and gets one at once. */
async function ownParticulars(ctx: Ctx) {
  const seller = await ctx.db
    .selectFrom('appUser')
    .select(['id', 'companyId', 'name', 'email', 'phone'])
    .where('id', '=', ctx.actor.id)
    .where('status', '=', 'ACTIVE')
    .forShare()
    .executeTakeFirst()
  if (!seller) throw forbidden('This account is not active')
  return seller
}

/** The one open pre-close SLV of a loan. */
const openSlvOf = async (ctx: Ctx, companyId: string, buyerLoan: string): Promise<string | undefined> => {
  const slv = await ctx.db
    .selectFrom('slv')
    .select('id')
    .where('companyId', '=', companyId)
    .where('buyerLoan', '=', buyerLoan)
    .where('type', '=', 'PRE')
    .where((eb) => eb.or([eb('status', 'in', undecidedStatuses), eb('resubmission', 'is not', null)]))
    .executeTakeFirst()
  return slv?.id
}
