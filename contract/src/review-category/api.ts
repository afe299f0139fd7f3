import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { createPageSchema, Paging } from '../lib/paging.ts'
import { TdocEvent } from '../tdoc/answers.ts'
import { seesTdocs } from '../tdoc/policy.ts'
import { UserId } from '../user/model.ts'
import { isUnderwriter } from '../user/policy.ts'
import { CategoryStatus, CategoryType } from './model.ts'
import { categoryActions, categoryTransitions } from './transitions.ts'

const categories = createEndpoints({
  tag: 'Review category',
  access: seesTdocs,
  about: 'REVIEW_CATEGORY',
})

/** `tdocVersion` is for If-Match. */
export const ReviewCategory = z.object({
  id: z.uuid(),
  tdocId: z.uuid(),
  tdocVersion: z.number().int(),
  type: CategoryType,
  status: CategoryStatus,
  reviewer: z.object({ id: UserId, name: z.string() }).nullable(),
  completedDate: z.iso.datetime().nullable(),
  completedBy: z.string().nullable(),
  availableActions: z.array(z.enum(categoryActions)),
})
export type ReviewCategory = z.infer<typeof ReviewCategory>

export const listCategories = categories.get(
  '/v1/tdocs/:id/review-categories',
  'The review categories of a Tdoc with their reviewers; third-party reviewers get only the TPR category',
  { about: 'TDOC', response: z.array(ReviewCategory) },
)
export const addCategory = categories.post(
  '/v1/review-category',
  'Add a review category to a Tdoc; each type only once',
  {
    access: isUnderwriter,
    about: 'TDOC',
    body: z.object({ tdocId: z.uuid(), type: CategoryType }),
    response: ReviewCategory,
  },
)
export const setCategoryReviewer = categories.patch(
  '/v1/review-category/:id/set-reviewer',
  'Set or remove the reviewer of a category',
  {
    takesIfMatch: true,
    body: z.object({ reviewerId: UserId.nullable() }),
    response: ReviewCategory,
  },
)
export const setCategoryStatus = categories.patch(
  '/v1/review-category/:id/set-status',
  'Set the status of a review: whether it is required, or completed as by update-done',
  {
    access: categoryTransitions['set-status'].access,
    takesIfMatch: true,
    body: z.object({ status: CategoryStatus }),
    response: ReviewCategory,
  },
)
export const updateCategoryDone = categories.post(
  '/v1/review-category/:id/update-done',
  'Mark a review as done, or undo it',
  {
    takesIfMatch: true,
    body: z.object({ action: z.enum(['DONE', 'UNDO']) }),
    response: ReviewCategory,
  },
)

export const listCategoryHistory = categories.get(
  '/v1/review-category/:id/history',
  'Activity on a category, newest first',
  {
    query: Paging.extend({
      size: z.coerce.number().int().min(1).max(100).default(10),
    }),
    response: createPageSchema(TdocEvent),
  },
)
