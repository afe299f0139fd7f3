import type { ReviewCategory } from '@portal/contract/review-category/api'
import { isReviewer, mayActOnCategory } from '@portal/contract/tdoc/policy'
import type { Ctx } from '../lib/ctx.ts'
import { badRequest } from '../lib/errors.ts'
import { findActor } from '../user/find-actor.ts'
import { hold, nameOf } from '../user/find-person.ts'
import { performOnCategory } from './perform.ts'

/** Gives a category to somebody who may act on it, or takes it away. A vendor's reviewers give theirs to their own alone. */
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
      if (reviewerId !== null) await hold(db, reviewerId)
      const person = reviewerId === null ? null : await findActor(db, reviewerId)
      const isFit =
        person && mayActOnCategory(person, tdoc, category.type) && (!isReviewer(actor) || isReviewer(person))
      if (reviewerId !== null && !isFit)
        throw badRequest([{ field: 'reviewerId', error: 'Nobody who can do this review' }])
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
