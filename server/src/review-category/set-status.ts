import type { ReviewCategory } from '@portal/contract/review-category/api'
import type { CategoryStatus } from '@portal/contract/review-category/model'
import { categoryTransitions } from '@portal/contract/review-category/transitions'
import type { Ctx } from '../lib/ctx.ts'
import { performOnCategory, statusPlan } from './perform.ts'

/** Sets whether a review is required or done. */
export const setCategoryStatus = (
  ctx: Ctx,
  id: string,
  status: CategoryStatus,
  ifMatch?: number,
): Promise<ReviewCategory> =>
  performOnCategory(ctx, id, {
    action: 'set-status',
    newStatus: status,
    ifMatch,
    plan: (inner, category) => statusPlan(inner, category, status),
  })

/** Marks a review as done, or undoes that. */
export const updateDone = (
  ctx: Ctx,
  id: string,
  change: 'DONE' | 'UNDO',
  ifMatch?: number,
): Promise<ReviewCategory> => {
  const action = change === 'DONE' ? 'done' : 'undo'
  return performOnCategory(ctx, id, {
    action,
    ifMatch,
    plan: (inner, category) => statusPlan(inner, category, categoryTransitions[action].to),
  })
}
