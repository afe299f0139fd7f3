import type { TdocStatus } from '@portal/contract/tdoc/model'
import { statusActions } from '@portal/contract/tdoc/transitions'
import type { Ctx } from '../lib/ctx.ts'
import { findReviewers, tellOfTdoc } from './notify.ts'
import { performAll } from './perform.ts'

/**
 * Completes Tdocs, asks for their review, or returns them: all of them or none. What is returned is the vendor's to answer
 * again, and its reviewers are told; a Tdoc that has no vendor is the buyer's own.
 */
export const setStatus = (
  ctx: Ctx,
  ids: readonly string[],
  status: TdocStatus,
  ifMatch?: number,
): Promise<string[]> => {
  const action = statusActions[status]
  return performAll(ctx, {
    action,
    ids,
    ifMatch,
    plan: ({ actor, now }, tdoc) => ({
      set: {
        isReturned: action === 'return' && tdoc.vendorId !== null,
        completedDate: action === 'complete' ? now : null,
        completedById: action === 'complete' ? actor.id : null,
      },
    }),
    tell: async (inner, tdoc) => {
      if (action !== 'return') return
      await tellOfTdoc(inner, 'TDOC_RETURNED', tdoc, await findReviewers(inner.db, tdoc.vendorId))
    },
  })
}
