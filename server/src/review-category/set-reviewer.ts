import type { ReviewCategory } from '@portal/contract/review-category/api'
import { isReviewer, mayActOnCategory } from '@portal/contract/tdoc/policy'
import type { Ctx } from '../lib/ctx.ts'
import { badRequest } from '../lib/errors.ts'
import { findActor } from '../user/find-actor.ts'
import { nameOf } from '../user/find-person.ts'
import { lockPerson } from '../user/lock-person.ts'
import { performOnCategory } from './perform.ts'

/** Assigns a category to someone who may act on it, or unassigns it. TPRs assign only to TPRs of their vendor. */
export const setCategoryReviewer = (
  ctx: Ctx,
  id: string,
  reviewerId: string | null,
  ifMatch?: number,
): Promise<ReviewCategory> =>
  performOnCategory(ctx, id, {
    action: 'set-reviewer',
    ifMatch,
    plan: async ({ db, actor }, category, tdoc) => {
      if (category.reviewerId === reviewerId) return null
      if (reviewerId !== null) await lockPerson(db, reviewerId)
      const person = reviewerId === null ? null : await findActor(db, reviewerId)
      const isEligible =
        person && mayActOnCategory(person, tdoc, category.type) && (!isReviewer(actor) || isReviewer(person))
      if (reviewerId !== null && !isEligible)
        throw badRequest([{ field: 'reviewerId', error: 'This person cannot do this review' }])
      const before = await nameOf(db, category.reviewerId)
      return {
        set: { reviewerId },
        changes: [
          { field: 'category', before: category.type, after: category.type },
          { field: 'reviewer', before, after: person?.name ?? null },
        ],
      }
    },
  })
