import { allTo } from '@portal/contract/assignment/model'
import type { TdocAction } from '@portal/contract/tdoc/transitions'
import type { Ctx } from '../src/lib/ctx.ts'
import { addCategory } from '../src/review-category/perform.ts'
import { setReviewers, setUnderwriters } from '../src/tdoc/assign.ts'
import { createEscalation } from '../src/tdoc/create/create-tdoc.ts'
import { setResponse } from '../src/tdoc/set-response.ts'
import { setProgressTracking, setStatus } from '../src/tdoc/set-status.ts'

/**
 * Every action of the transition table, called as its endpoint calls it, with a
 * valid body.
 */
export const tdocActions: Record<
  TdocAction,
  (ctx: Ctx, id: string, personId: string) => Promise<unknown>
> = {
  'set-underwriter': (ctx, id, personId) =>
    setUnderwriters(ctx, allTo(personId, [id])),
  'set-reviewer': (ctx, id, personId) =>
    setReviewers(ctx, allTo(personId, [id])),
  'set-progress-tracking': (ctx, id) =>
    setProgressTracking(ctx, [id], 'IN_REVIEW'),
  'ask-review': (ctx, id) => setStatus(ctx, [id], 'REVIEW_PENDING'),
  return: (ctx, id) => setStatus(ctx, [id], 'NEW'),
  complete: (ctx, id) => setStatus(ctx, [id], 'COMPLETE'),
  'set-response': (ctx, id) =>
    setResponse(ctx, id, { tprResponse: 'RECEIVED' }),
  'add-category': (ctx, id) => addCategory(ctx, id, 'GENERAL_INTERNAL'),
  escalate: (ctx, id) =>
    createEscalation(ctx, {
      originalTdocId: id,
      comment: 'Look at this',
      categories: [],
    }),
}
