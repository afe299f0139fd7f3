import type { Change } from '@portal/contract/history/api'
import type { ReviewCategory } from '@portal/contract/review-category/api'
import { type CategoryStatus, categoryStatusLabels, progressOf } from '@portal/contract/review-category/model'
import { type CategoryAction, categoryVerdict } from '@portal/contract/review-category/transitions'
import type { Updateable } from 'kysely'
import { type Ctx, transact } from '../lib/ctx.ts'
import type { DB } from '../lib/database/db-types.ts'
import { conflict, forbidden, notFound, stale } from '../lib/errors.ts'
import { writeTdocHistory } from '../tdoc/activity/write-history.ts'
import type { LockedTdoc } from '../tdoc/lock.ts'
import { bumpTdocVersion } from '../tdoc/perform.ts'
import { getCategory } from './list.ts'
import { type CategoryRow, lockCategory } from './lock.ts'

type Plan = { set: Omit<Updateable<DB['reviewCategory']>, 'id' | 'tdocId' | 'type'>; changes: Change[] } | null
type Options = {
  action: CategoryAction
  /** The new status of `set-status`. */
  newStatus?: CategoryStatus
  ifMatch?: number | undefined
  plan: (ctx: Ctx, category: CategoryRow, tdoc: LockedTdoc) => Promise<Plan> | Plan
}

/** Changes a category under the lock of its Tdoc, updates the Tdoc's version and progress, and writes history. */
export const performOnCategory = (
  ctx: Ctx,
  id: string,
  { action, newStatus, ifMatch, plan }: Options,
): Promise<ReviewCategory> =>
  transact(ctx, async (inner) => {
    const { tdoc, category } = await lockCategory(inner, id)
    admitCategory(inner, tdoc, category, action, newStatus)
    if (ifMatch !== undefined && ifMatch !== tdoc.version) throw stale()
    const planned = await plan(inner, category, tdoc)
    if (planned === null) return getCategory(inner, id)
    await inner.db.updateTable('reviewCategory').set(planned.set).where('id', '=', id).execute()
    const status = planned.set.status ?? category.status
    await bumpTdocVersion(inner, tdoc, progressColumns(tdoc, { type: category.type, status }))
    const { changes } = planned
    await writeTdocHistory(inner, { tdocId: tdoc.id, categoryId: id, action: `category-${action}`, changes })
    return getCategory(inner, id)
  })

function admitCategory(
  ctx: Ctx,
  tdoc: LockedTdoc,
  category: CategoryRow,
  action: CategoryAction,
  newStatus?: CategoryStatus,
) {
  switch (categoryVerdict(ctx.actor, tdoc, category, action, newStatus)) {
    case 'ALLOWED':
      return
    case 'UNSEEN':
      throw notFound('Review category')
    case 'FORBIDDEN':
      throw forbidden('You do not have permission to do this')
    case 'TDOC_COMPLETE':
      throw conflict('The Tdoc is now Complete')
    case 'WRONG_STATUS':
      throw conflict(`The category is now ${categoryStatusLabels[category.status]}`)
  }
}

/** The Tdoc's progress once one of its categories has this status. */
export const progressColumns = (
  { categories }: Pick<LockedTdoc, 'categories'>,
  changed: LockedTdoc['categories'][number],
) => {
  const { completed, total } = progressOf([...categories.filter(({ type }) => type !== changed.type), changed])
  return { categoriesCompleted: completed, categoriesTotal: total }
}

/** The columns and history changes for a new status; null if the category has it already. */
export const statusPlan = ({ actor, now }: Ctx, category: CategoryRow, status: CategoryStatus): Plan =>
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
