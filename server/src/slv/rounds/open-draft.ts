import { pick } from '@portal/contract/lib/typed'
import type { Loan } from '@portal/contract/loan/model'
import { mayView } from '@portal/contract/slv/policy'
import { undecidedStatuses } from '@portal/contract/slv/status'
import { isSeller } from '@portal/contract/user/policy'
import { type Ctx, transact } from '../../lib/ctx.ts'
import { conflict, forbidden, refuseStale } from '../../lib/errors.ts'
import { publish } from '../../lib/publish.ts'
import { ownerOfLoan } from '../../loan/look-up.ts'
import { prefill } from '../../loan/prefill.ts'
import { getDetail, readSlv } from '../detail.ts'
import { type LockedSlv, lockSlv } from '../lock.ts'
import { admit, move } from '../perform.ts'
import { presentDetail } from '../present.ts'
import { writeEvent } from '../write-history.ts'
import { insertSlv, requestorFields } from './insert.ts'

/** `findOrOpenDraft` as the actor sees it. */
export const openDraft = (ctx: Ctx, loan: Loan) =>
  transact(ctx, async (inner) =>
    presentDetail(inner, (await findOrOpenDraft(inner, loan)).slv),
  )

/**
 * Opens a draft for a loan, or finds its open SLV. The owner is the seller who
 * opens it or the loan's seller. Throws 409 if the open SLV is a colleague's
 * that the caller may not see.
 */
export const findOrOpenDraft = (ctx: Ctx, loan: Loan) =>
  transact(ctx, async (inner) => {
    const owner = isSeller(inner.actor)
      ? await lockOwner(inner)
      : await ownerOfLoan(inner, loan)
    const opened = await insertSlv(inner, {
      type: 'PRE',
      status: 'DRAFT',
      action: 'open-draft',
      buyerLoan: loan.loanNumber,
      owner,
      form: { ...prefill(loan), ...requestorFields(owner) },
    })
    const id =
      opened ?? (await findOpenSlv(inner, owner.companyId, loan.loanNumber))
    const slv = id && (await readSlv(inner, id))
    // Decided between the insert and the query: a retry opens a new draft.
    if (!slv)
      throw conflict(
        'The open request for this loan was just closed. Try again.',
      )
    if (!mayView(inner.actor, slv))
      throw conflict('A colleague has an open request for this loan')
    return { slv, isNew: opened !== undefined }
  })

/**
 * The actor as owner, locked until the draft is written, so that they can't be
 * deactivated meanwhile.
 */
async function lockOwner(ctx: Ctx) {
  const seller = await ctx.db
    .selectFrom('appUser')
    .select(['id', 'companyId', 'name', 'email', 'phone', 'isService'])
    .where('id', '=', ctx.actor.id)
    .where('status', '=', 'ACTIVE')
    .forShare()
    .executeTakeFirst()
  if (!seller) throw forbidden('This account is not active')
  // A service has no mailbox.
  return seller.isService ? { ...seller, email: null } : seller
}

const findOpenSlv = async (
  ctx: Ctx,
  companyId: string,
  buyerLoan: string,
): Promise<string | undefined> => {
  const slv = await ctx.db
    .selectFrom('slv')
    .select('id')
    .where('companyId', '=', companyId)
    .where('buyerLoan', '=', buyerLoan)
    .where('type', '=', 'PRE')
    .where((eb) =>
      eb.or([
        eb('status', 'in', undecidedStatuses),
        eb('resubmission', 'is not', null),
      ]),
    )
    .executeTakeFirst()
  return slv?.id
}

/**
 * Discards a draft resubmission and its files. Permanently deletes a first
 * draft and returns its last state.
 */
export const discardDraft = (ctx: Ctx, id: string, ifMatch?: number) =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, id)
    await admit(inner, slv, 'discard-draft')
    refuseStale(slv, ifMatch)
    if (slv.statusInEffect === null) return deleteDraft(inner, slv)
    await inner.db
      .deleteFrom('document')
      .where('slvId', '=', id)
      .where('resubmitCount', '=', slv.resubmitCount)
      .execute()
    await move(inner, slv, 'discard-draft', { set: { resubmission: null } })
    return getDetail(inner, id)
  })

/**
 * The database cascades to its child rows; the next sweep deletes the contents
 * of its files.
 */
async function deleteDraft(ctx: Ctx, slv: LockedSlv) {
  const last = await getDetail(ctx, slv.id)
  await writeEvent(ctx, slv, { action: 'discard-draft' })
  const was = pick(slv, [
    'status',
    'companyId',
    'sellerId',
    'bddId',
    'underwriterId',
    'createdById',
    'taggedIds',
  ])
  publish(ctx.db, { kind: 'SLV', id: slv.id, isInternal: false, was })
  await ctx.db.deleteFrom('slv').where('id', '=', slv.id).execute()
  return { ...last, availableActions: [] }
}
