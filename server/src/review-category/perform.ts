import type { Change } from '@portal/contract/history/model'
import type { ReviewCategory } from '@portal/contract/review-category/api'
import * as model from '@portal/contract/review-category/model'
import {
  type CategoryAction,
  categoryTransitions,
  categoryVerdict,
} from '@portal/contract/review-category/transitions'
import {
  isReviewer,
  isSeenByReviewers,
  mayActOnCategory,
} from '@portal/contract/tdoc/policy'
import type { Selectable, Updateable } from 'kysely'
import { type Ctx, transact } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import type { DB } from '../lib/database/db-types.ts'
import { badRequest, conflict, notFound } from '../lib/errors.ts'
import { refuseUnlessAllowed } from '../lib/refuse.ts'
import { writeTdocHistory } from '../tdoc/activity/write-history.ts'
import { type LockedTdoc, lockTdoc, lockTdocs } from '../tdoc/lock.ts'
import { admitTdoc, bumpTdocVersion, checkVersion } from '../tdoc/perform.ts'
import { findPersonActor } from '../user/find-actor.ts'
import { findName } from '../user/find-person.ts'
import { lockPerson } from '../user/lock-person.ts'
import { getCategory } from './list.ts'

type CategoryRow = Selectable<DB['reviewCategory']>

const findCategory = (db: Db, id: string) =>
  db
    .selectFrom('reviewCategory')
    .select([
      'id',
      'tdocId',
      'type',
      'status',
      'reviewerId',
      'completedDate',
      'completedById',
    ])
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * A category and its Tdoc, whose row lock covers both until the transaction
 * ends. Throws 404 if the actor may not see the Tdoc.
 */
async function lockCategory(
  ctx: Ctx,
  id: string,
): Promise<{ tdoc: LockedTdoc; category: CategoryRow }> {
  const known = await findCategory(ctx.db, id)
  if (!known) throw notFound('Review category')
  const [tdoc] = await lockTdocs(ctx, [known.tdocId])
  // Read again under the lock.
  const category = await findCategory(ctx.db, id)
  if (!tdoc || !category) throw notFound('Review category')
  return { tdoc, category }
}

type Plan = {
  set: Omit<Updateable<DB['reviewCategory']>, 'id' | 'tdocId' | 'type'>
  changes: Change[]
} | null
type Options = {
  action: CategoryAction
  ifMatch?: number | undefined
  plan: (
    ctx: Ctx,
    category: CategoryRow,
    tdoc: LockedTdoc,
  ) => Promise<Plan> | Plan
}

/**
 * Changes a category under the lock of its Tdoc, updates the Tdoc's version and
 * progress, and writes history.
 */
const performOnCategory = (
  ctx: Ctx,
  id: string,
  { action, ifMatch, plan }: Options,
): Promise<ReviewCategory> =>
  transact(ctx, async (inner) => {
    const { tdoc, category } = await lockCategory(inner, id)
    await admitCategory(inner, tdoc, category, action)
    checkVersion(inner, tdoc, ifMatch)
    const planned = await plan(inner, category, tdoc)
    if (planned === null) return getCategory(inner, id)
    await inner.db
      .updateTable('reviewCategory')
      .set(planned.set)
      .where('id', '=', id)
      .execute()
    const status = planned.set.status ?? category.status
    await bumpTdocVersion(
      inner,
      tdoc,
      categoryColumns(tdoc, { type: category.type, status }),
    )
    const { changes } = planned
    await writeTdocHistory(inner, {
      tdocId: tdoc.id,
      categoryId: id,
      action: `category-${action}`,
      changes,
    })
    return getCategory(inner, id)
  })

const admitCategory = (
  ctx: Ctx,
  tdoc: LockedTdoc,
  category: CategoryRow,
  action: CategoryAction,
) =>
  refuseUnlessAllowed(categoryVerdict(ctx.actor, tdoc, category, action), {
    noun: 'Review category',
    describeStatus: () =>
      `The category is now ${model.categoryStatusLabels[category.status]}`,
  })

/** The Tdoc's progress once one of its categories has this status. */
const progressColumns = (
  { categories }: Pick<LockedTdoc, 'categories'>,
  changed: LockedTdoc['categories'][number],
) => {
  const { completed, total } = model.countProgress([
    ...categories.filter(({ type }) => type !== changed.type),
    changed,
  ])
  return { categoriesCompleted: completed, categoriesTotal: total }
}

/**
 * The Tdoc's columns for a change to one category: its progress, and whether
 * reviewers don't see the change.
 */
function categoryColumns(
  tdoc: LockedTdoc,
  changed: LockedTdoc['categories'][number],
) {
  const isInternal = !isSeenByReviewers(changed.type)
  return {
    ...progressColumns(tdoc, changed),
    innerChanges: tdoc.innerChanges + (isInternal ? 1 : 0),
  }
}

/**
 * The columns and history changes for a new status; null if the category has it
 * already.
 */
const statusPlan = (
  { actor, now }: Ctx,
  category: CategoryRow,
  status: model.CategoryStatus,
): Plan =>
  category.status === status
    ? null
    : {
        set: {
          status,
          completedDate: status === 'COMPLETED' ? now : null,
          completedById: status === 'COMPLETED' ? actor.id : null,
        },
        changes: [
          { field: 'category', before: category.type, after: category.type },
          { field: 'status', before: category.status, after: status },
        ],
      }

export const addCategory = (
  ctx: Ctx,
  tdocId: string,
  type: model.CategoryType,
): Promise<ReviewCategory> =>
  transact(ctx, async (inner) => {
    const tdoc = await lockTdoc(inner, tdocId)
    await admitTdoc(inner, tdoc, 'add-category')
    if (tdoc.categories.some((known) => known.type === type))
      throw conflict(
        `The Tdoc already has the ${model.categoryTypeLabels[type]} category`,
      )
    const { id } = await inner.db
      .insertInto('reviewCategory')
      .values({ tdocId, type })
      .returning('id')
      .executeTakeFirstOrThrow()
    await bumpTdocVersion(
      inner,
      tdoc,
      categoryColumns(tdoc, { type, status: 'REVIEW_REQUIRED' }),
    )
    const changes = [{ field: 'category', before: null, after: type }]
    await writeTdocHistory(inner, {
      tdocId,
      categoryId: id,
      action: 'add-category',
      changes,
    })
    return getCategory(inner, id)
  })

/**
 * Assigns a category to someone who may act on it, or unassigns it. TPRs assign
 * only to TPRs of their vendor.
 */
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
      const person =
        reviewerId === null ? null : await findPersonActor(db, reviewerId)
      const isEligible =
        person &&
        mayActOnCategory(person, tdoc, category.type) &&
        (!isReviewer(actor) || isReviewer(person))
      if (reviewerId !== null && !isEligible)
        throw badRequest([
          { field: 'reviewerId', error: 'This user can’t do this review' },
        ])
      const before = await findName(db, category.reviewerId)
      return {
        set: { reviewerId },
        changes: [
          { field: 'category', before: category.type, after: category.type },
          { field: 'reviewer', before, after: person?.name ?? null },
        ],
      }
    },
  })

/** Sets whether a review is required, or completes it. */
export const setCategoryStatus = (
  ctx: Ctx,
  id: string,
  status: model.CategoryStatus,
  ifMatch?: number,
): Promise<ReviewCategory> =>
  performOnCategory(ctx, id, {
    action: status === 'COMPLETED' ? 'done' : 'set-status',
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
    plan: (inner, category) =>
      statusPlan(inner, category, categoryTransitions[action].to),
  })
}
