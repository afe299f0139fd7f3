import type { Change } from '@portal/contract/history/model'
import type { ProgressTracking, TdocStatus } from '@portal/contract/tdoc/model'
import { progressAfter, statusActions } from '@portal/contract/tdoc/transitions'
import type { Ctx } from '../lib/ctx.ts'
import { findReviewers, notifyAboutTdoc } from './notify.ts'
import { performAll } from './perform.ts'

/**
 * Completes Tdocs, requests their review or returns them, which notifies the
 * vendor's reviewers: all or none.
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
    plan: ({ actor, now }, tdoc) => {
      const progressTracking = progressAfter(action, tdoc.progressTracking)
      return {
        set: {
          isReturned: action === 'return' && tdoc.vendorId !== null,
          completedDate: action === 'complete' ? now : null,
          completedById: action === 'complete' ? actor.id : null,
          progressTracking,
        },
        changes: describeProgress(tdoc.progressTracking, progressTracking),
      }
    },
    notify: async (inner, tdoc) => {
      if (action !== 'return') return
      await notifyAboutTdoc(
        inner,
        'TDOC_RETURNED',
        tdoc,
        await findReviewers(inner.db, tdoc.vendorId),
      )
    },
  })
}

export const setProgressTracking = (
  ctx: Ctx,
  ids: readonly string[],
  progressTracking: ProgressTracking,
  ifMatch?: number,
): Promise<string[]> =>
  performAll(ctx, {
    action: 'set-progress-tracking',
    ids,
    ifMatch,
    plan: (_, tdoc) =>
      tdoc.progressTracking === progressTracking
        ? null
        : {
            set: { progressTracking },
            changes: describeProgress(tdoc.progressTracking, progressTracking),
          },
  })

const describeProgress = (
  before: ProgressTracking,
  after: ProgressTracking,
): Change[] =>
  before === after ? [] : [{ field: 'progressTracking', before, after }]
