import type { ReviewCategory } from '@portal/contract/review-category/api'
import { availableCategoryActions } from '@portal/contract/review-category/transitions'
import {
  getCategoryTypes,
  mayActOnCategory,
  type TdocFacts,
  visibleVersion,
} from '@portal/contract/tdoc/policy'
import type { InferResult } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { notFound } from '../lib/errors.ts'
import { readEvents } from '../tdoc/activity/write-history.ts'
import type { TdocRow } from '../tdoc/columns.ts'
import { findTdoc } from '../tdoc/detail.ts'
import { readTdocs } from '../tdoc/read-rows.ts'

const categories = (db: Db) =>
  db
    .selectFrom('reviewCategory')
    .leftJoin('appUser as reviewer', 'reviewer.id', 'reviewCategory.reviewerId')
    .leftJoin(
      'appUser as finisher',
      'finisher.id',
      'reviewCategory.completedById',
    )
    .select([
      'reviewCategory.id',
      'reviewCategory.tdocId',
      'reviewCategory.type',
      'reviewCategory.status',
      'reviewCategory.reviewerId',
      'reviewer.name as reviewerName',
      'reviewCategory.completedDate',
      'finisher.name as completedBy',
    ])

type Row = InferResult<ReturnType<typeof categories>>[number]

const present = (
  { actor }: Ctx,
  tdoc: TdocRow & TdocFacts,
  row: Row,
): ReviewCategory => ({
  id: row.id,
  tdocId: row.tdocId,
  tdocVersion: visibleVersion(actor, tdoc),
  type: row.type,
  status: row.status,
  reviewer:
    row.reviewerId === null
      ? null
      : { id: row.reviewerId, name: row.reviewerName ?? '' },
  completedDate: row.completedDate?.toISOString() ?? null,
  completedBy: row.completedBy,
  availableActions: availableCategoryActions(actor, tdoc, row),
})

/**
 * The categories of a Tdoc that the actor may see, in the order they were
 * added. Throws 404 if they may not see the Tdoc.
 */
export async function listCategories(
  ctx: Ctx,
  tdocId: string,
): Promise<ReviewCategory[]> {
  const tdoc = await findTdoc(ctx, tdocId)
  const rows = await categories(ctx.db)
    .where('reviewCategory.tdocId', '=', tdocId)
    .where((eb) =>
      eb(
        'reviewCategory.type',
        '=',
        eb.fn.any(eb.val(getCategoryTypes(ctx.actor))),
      ),
    )
    .orderBy('reviewCategory.id')
    .execute()
  return rows.map((row) => present(ctx, tdoc, row))
}

export async function getCategory(
  ctx: Ctx,
  id: string,
): Promise<ReviewCategory> {
  const row = await categories(ctx.db)
    .where('reviewCategory.id', '=', id)
    .executeTakeFirst()
  const [tdoc] = row ? await readTdocs(ctx.db, [row.tdocId]) : []
  if (!row || !tdoc || !mayActOnCategory(ctx.actor, tdoc, row.type))
    throw notFound('Review category')
  return present(ctx, tdoc, row)
}

export async function listCategoryHistory(
  ctx: Ctx,
  id: string,
  paging: { page: number; size: number },
) {
  await getCategory(ctx, id)
  return readEvents(
    ctx.db.selectFrom('tdocHistory').where('tdocHistory.categoryId', '=', id),
    paging,
  )
}
