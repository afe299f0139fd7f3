import type { ReviewCategory } from '@portal/contract/review-category/api'
import type { CategoryStatus } from '@portal/contract/review-category/model'
import { categoryTransitions } from '@portal/contract/review-category/transitions'
import type { Ctx } from '../lib/ctx.ts'
import { performOnCategory, statusPlan } from './perform.ts'

/** Says whether a review is required, or done. */
export const setCategoryStatus = (
  ctx: Ctx,
  id: string,
  status: CategoryStatus,
  ifMatch?: number,
): Promise<ReviewCategory> =>
  performOnCategory(ctx, id, {
    action: 'set-status',
    asked: status,
    ifMatch,
    plan: (inner, category) => statusPlan(inner, category, status),
  })

/** Done, or not done after all. */
export const updateDone = (ctx: Ctx, id: string, asked: 'DONE' | 'UNDO', ifMatch?: number): Promise<ReviewCategory> => {
  const action = asked === 'DONE' ? 'done' : 'undo'
  return performOnCategory(ctx, id, {
    action,
    ifMatch,
    plan: (inner, category) => statusPlan(inner, category, categoryTransitions[action].to),
  })
}
