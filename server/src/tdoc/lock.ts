import { mayViewTdoc, type TdocFacts } from '@portal/contract/tdoc/policy'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { type Param, prepared } from '../lib/database/prepared.ts'
import { notFound } from '../lib/errors.ts'
import { lockedCalendarVersion } from '../lib/sla.ts'
import { type TdocRow, tdocColumns } from './columns.ts'

export type LockedTdoc = TdocRow &
  TdocFacts & {
    /** The calendar version, locked until the transaction ends. */
    calendarVersion: number
  }

const rowsToLock = (db: Db) =>
  db
    .selectFrom('tdoc')
    .select(tdocColumns)
    .select(lockedCalendarVersion.as('calendarVersion'))
    .orderBy('tdoc.id')
    .forUpdate()
    .$castTo<TdocRow & Pick<LockedTdoc, 'calendarVersion'>>()

/**
 * Prepared for a single id: planning the query for a list of ids takes longer
 * than the lock.
 */
const tdocToLock = prepared((db, param: Param<{ id: string }>) =>
  rowsToLock(db).where('tdoc.id', '=', param('id')),
)

export async function lockTdoc(ctx: Ctx, id: string): Promise<LockedTdoc> {
  const [tdoc] = await lockTdocs(ctx, [id])
  if (!tdoc) throw notFound('Tdoc')
  return tdoc
}

/**
 * Locks Tdocs in the order of their ids. Leaves out those that the actor may
 * not see. Categories are read by a second statement, to see changes made while
 * this one waited.
 */
export async function lockTdocs(
  ctx: Ctx,
  ids: readonly string[],
): Promise<LockedTdoc[]> {
  const rows = await lockTdocsUnchecked(ctx.db, ids)
  return rows.filter((tdoc) => mayViewTdoc(ctx.actor, tdoc))
}

/**
 * `lockTdocs` without the check, for changes of rights that reassign Tdocs the
 * actor may not see.
 */
export async function lockTdocsUnchecked(
  db: Db,
  ids: readonly string[],
): Promise<LockedTdoc[]> {
  const [id, ...others] = ids
  if (id === undefined) return []
  const rows =
    others.length === 0
      ? await tdocToLock(db, { id })
      : await rowsToLock(db)
          .where((eb) => eb('tdoc.id', '=', eb.fn.any(eb.val(ids))))
          .execute()
  return withCategories(db, rows)
}

/**
 * The facts of Tdocs that the actor may see, in the order of their ids, without
 * a lock.
 */
export async function findTdocFacts(
  { db, actor }: Ctx,
  ids: readonly string[],
): Promise<(TdocRow & TdocFacts)[]> {
  const facts = await readTdocFacts(db, ids)
  return [...facts.values()].filter((tdoc) => mayViewTdoc(actor, tdoc))
}

async function withCategories<Row extends { id: string }>(
  db: Db,
  rows: readonly Row[],
) {
  const categories = await db
    .selectFrom('reviewCategory')
    .select(['tdocId', 'type', 'status'])
    .where((eb) =>
      eb('tdocId', '=', eb.fn.any(eb.val(rows.map(({ id }) => id)))),
    )
    .execute()
  const byTdoc = Map.groupBy(categories, ({ tdocId }) => tdocId)
  return rows.map((row) => ({ ...row, categories: byTdoc.get(row.id) ?? [] }))
}

/** The facts that decide who sees each of these Tdocs, and their versions. */
export async function readTdocFacts(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, TdocRow & TdocFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('tdoc')
    .select(tdocColumns)
    .where((eb) => eb('tdoc.id', '=', eb.fn.any(eb.val(ids))))
    .orderBy('id')
    .execute()
  return new Map((await withCategories(db, rows)).map((row) => [row.id, row]))
}
