import { mayViewTdoc, type TdocFacts } from '@portal/contract/tdoc/policy'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { type Param, prepared } from '../lib/prepared.ts'
import { calendarKept } from '../sla/keep-calendar.ts'
import { type TdocRow, tdocColumns } from './columns.ts'

/** A Tdoc's row with the facts that the rules ask for. */
export type LockedTdoc = TdocRow &
  TdocFacts & {
    /** The calendar that stays as it is until the transaction ends. */
    calendarVersion: number
  }

const rowsToLock = (db: Db) =>
  db
    .selectFrom('tdoc')
    .select(tdocColumns)
    .select(calendarKept.as('calendarVersion'))
    .orderBy('tdoc.id')
    .forUpdate()
    .$castTo<TdocRow & Pick<LockedTdoc, 'calendarVersion'>>()

/** PostgreSQL keeps the plan for one id; for a list of them it makes a new plan each time, which takes longer than the lock. */
const tdocToLock = prepared((db, param: Param<{ id: string }>) => rowsToLock(db).where('tdoc.id', '=', param('id')))

/**
 * Takes a Tdoc's row lock until the transaction ends. An id that does not exist and one that the actor may not see are
 * answered the same: 404.
 */
export async function lockTdoc(ctx: Ctx, id: string): Promise<LockedTdoc> {
  const [tdoc] = await lockTdocs(ctx, [id])
  if (!tdoc) throw notFound('Tdoc')
  return tdoc
}

/**
 * Locks several in the order of their ids, so that two bulk changes never wait for each other in a circle. Unseen ones are
 * left out. The categories are read by a statement of its own: who waited for the lock sees what was done meanwhile.
 */
export async function lockTdocs(ctx: Ctx, ids: readonly string[]): Promise<LockedTdoc[]> {
  const rows = await lockTdocsUnseen(ctx.db, ids)
  return rows.filter((tdoc) => mayViewTdoc(ctx.actor, tdoc))
}

/** The same, whoever asks: for what a change of somebody's rights brings along, which the asker need not see. */
export async function lockTdocsUnseen(db: Db, ids: readonly string[]): Promise<LockedTdoc[]> {
  const [id, ...others] = ids
  if (id === undefined) return []
  const rows =
    others.length === 0
      ? await tdocToLock(db, { id })
      : await rowsToLock(db)
          .where((eb) => eb('tdoc.id', '=', eb.fn.any(eb.val(ids))))
          .execute()
  const locked = rows.map((row) => row.id)
  const categories = await db
    .selectFrom('reviewCategory')
    .select(['tdocId', 'type', 'status'])
    .where((eb) => eb('tdocId', '=', eb.fn.any(eb.val(locked))))
    .execute()
  const byTdoc = Map.groupBy(categories, ({ tdocId }) => tdocId)
  return rows.map((row) => ({ ...row, categories: byTdoc.get(row.id) ?? [] }))
}
