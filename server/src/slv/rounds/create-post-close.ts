import type { Loan } from '@portal/contract/loan/model'
import { formFieldNames } from '@portal/contract/slv/form'
import type { PostCloseReason } from '@portal/contract/slv/model'
import { varianceFields } from '@portal/contract/slv-request/model'
import type { z } from 'zod'
import { type Ctx, transact } from '../../lib/ctx.ts'
import { conflict } from '../../lib/errors.ts'
import { ownerOfLoan } from '../../loan/look-up.ts'
import { prefill } from '../../loan/prefill.ts'
import { actingUnderwriter, activeSeller } from '../../user/find-person.ts'
import { getDetail } from '../detail.ts'
import { insertSlv, requestorFields } from './insert.ts'

/**
 * Creates a post-close SLV, in review by its creator, prefilled from the loan
 * and its newest pre-close SLV. Throws 409 if one is open.
 */
export const createPostClose = (
  ctx: Ctx,
  loan: Loan,
  postCloseReason: z.infer<typeof PostCloseReason>,
) =>
  transact(ctx, async (inner) => {
    const underwriter = await actingUnderwriter(inner)
    const owner = await ownerOfLoan(inner, loan)
    const before = await newestPreClose(inner, owner.companyId, loan.loanNumber)
    const earlierOwner =
      before && (await activeSeller(inner.db, before.sellerId))
    const id = await insertSlv(inner, {
      type: 'POST',
      status: 'REVIEW',
      action: 'create-post-close',
      buyerLoan: loan.loanNumber,
      owner: earlierOwner ? { ...owner, id: earlierOwner.id } : owner,
      form: {
        ...requestorFields(owner),
        ...(before && filledFields(before)),
        ...prefill(loan),
      },
      more: {
        date: inner.now,
        postCloseReason,
        underwriterId: underwriter.id,
      },
    })
    if (!id) throw conflict('This loan already has an open post-close SLV')
    if (before) await copyRequests(inner, before.id, id)
    return getDetail(inner, id)
  })

const newestPreClose = (ctx: Ctx, companyId: string, buyerLoan: string) =>
  ctx.db
    .selectFrom('slv')
    .select(['id', 'sellerId', ...formFieldNames])
    .where('companyId', '=', companyId)
    .where('buyerLoan', '=', buyerLoan)
    .where('type', '=', 'PRE')
    .where('status', '!=', 'DRAFT')
    .orderBy('date', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The fields that the pre-close request filled in. */
const filledFields = ({
  id: _,
  sellerId: __,
  ...form
}: NonNullable<Awaited<ReturnType<typeof newestPreClose>>>) =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => value !== null))

const copyRequests = (ctx: Ctx, from: string, to: string) =>
  ctx.db
    .insertInto('slvRequest')
    .columns(['slvId', 'position', ...varianceFields])
    .expression((eb) =>
      eb
        .selectFrom('slvRequest')
        .select((one) => [
          one.val(to).as('slvId'),
          'position',
          ...varianceFields,
        ])
        .where('slvId', '=', from),
    )
    .execute()
