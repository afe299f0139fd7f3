import type { Selectable } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import type { DB } from '../lib/database/db-types.ts'
import { notFound } from '../lib/errors.ts'
import { type LockedTdoc, lockTdocs } from '../tdoc/lock.ts'

export type CategoryRow = Selectable<DB['reviewCategory']>

const findCategory = (db: Db, id: string) =>
  db
    .selectFrom('reviewCategory')
    .select(['id', 'tdocId', 'type', 'status', 'reviewerId', 'completedDate', 'completedById'])
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * A category and its Tdoc, whose row lock covers both until the transaction ends. Throws 404 if the actor may not see the
 * Tdoc.
 */
export async function lockCategory(ctx: Ctx, id: string): Promise<{ tdoc: LockedTdoc; category: CategoryRow }> {
  const known = await findCategory(ctx.db, id)
  if (!known) throw notFound('Review category')
  const [tdoc] = await lockTdocs(ctx, [known.tdocId])
  // Read again under the lock.
  const category = await findCategory(ctx.db, id)
  if (!tdoc || !category) throw notFound('Review category')
  return { tdoc, category }
}
