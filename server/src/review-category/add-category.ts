import type { ReviewCategory } from '@portal/contract/review-category/api'
import { type CategoryType, categoryTypeLabels } from '@portal/contract/review-category/model'
import { type Ctx, transact } from '../lib/ctx.ts'
import { conflict } from '../lib/errors.ts'
import { writeTdocHistory } from '../tdoc/activity/write-history.ts'
import { lockTdoc } from '../tdoc/lock.ts'
import { admitTdoc, bumpTdocVersion } from '../tdoc/perform.ts'
import { getCategory } from './list.ts'
import { progressColumns } from './perform.ts'

export const addCategory = (ctx: Ctx, tdocId: string, type: CategoryType): Promise<ReviewCategory> =>
  transact(ctx, async (inner) => {
    const tdoc = await lockTdoc(inner, tdocId)
    await admitTdoc(inner, tdoc, 'add-category')
    if (tdoc.categories.some((known) => known.type === type))
      throw conflict(`The Tdoc already has the ${categoryTypeLabels[type]} category`)
    const { id } = await inner.db
      .insertInto('reviewCategory')
      .values({ tdocId, type })
      .returning('id')
      .executeTakeFirstOrThrow()
    await bumpTdocVersion(inner, tdoc, progressColumns(tdoc, { type, status: 'REVIEW_REQUIRED' }))
    const changes = [{ field: 'category', before: null, after: type }]
    await writeTdocHistory(inner, { tdocId, categoryId: id, action: 'add-category', changes })
    return getCategory(inner, id)
  })
