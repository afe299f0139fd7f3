import { mayView, type SlvFacts } from '@portal/contract/slv/policy'
import { type Selectable, sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import type { DB } from '../lib/database/db-types.ts'
import { type Param, prepared } from '../lib/database/prepared.ts'
import { notFound } from '../lib/errors.ts'
import { lockedCalendarVersion } from '../lib/sla.ts'
import { type slvColumnNames, slvColumns } from './columns.ts'
import {
  type Drafted,
  hasOtherOpenSlv,
  isOwnerActive,
  visibleRound,
  withResubmission,
} from './resubmission.ts'

type Columns = Selectable<DB['slv']>

/** An SLV's row, and the facts that the policies need. */
export type SlvWithFacts = Omit<
  Pick<Columns, (typeof slvColumnNames)[number]>,
  'resubmission'
> &
  SlvFacts &
  Drafted

export type LockedSlv = SlvWithFacts & {
  evaluation: Columns['evaluation']
  /**
   * The calendar version, locked until the transaction ends; null without a
   * lock.
   */
  calendarVersion: number | null
}

/** Rows with the facts that the policies need. */
const factRows = (db: Db) =>
  db
    .selectFrom('slv')
    .innerJoin('company', 'company.id', 'slv.companyId')
    .select(slvColumns)
    .select([
      'slv.evaluation',
      'company.bddId',
      hasOtherOpenSlv.as('hasOtherOpenSlv'),
      isOwnerActive.as('isOwnerActive'),
    ])

const rowsToLock = (db: Db) =>
  factRows(db)
    .select(lockedCalendarVersion.as('calendarVersion'))
    .orderBy('slv.id')
    .forUpdate('slv')
    .$castTo<LockedSlv>()

const rowsWithoutLock = (db: Db) =>
  factRows(db)
    .select(sql<null>`null`.as('calendarVersion'))
    .$castTo<LockedSlv>()

/**
 * Prepared for a single id: planning the query for a list of ids takes longer
 * than the lock.
 */
const slvToLock = prepared((db, param: Param<{ id: string }>) =>
  rowsToLock(db).where('slv.id', '=', param('id')),
)

export async function lockSlv(ctx: Ctx, id: string): Promise<LockedSlv> {
  const [slv] = await lockSlvs(ctx, [id])
  if (!slv) throw notFound('SLV')
  return slv
}

/**
 * Locks SLVs in the order of their ids. Leaves out those that the actor may not
 * see.
 */
export async function lockSlvs(
  ctx: Ctx,
  ids: readonly string[],
): Promise<LockedSlv[]> {
  const rows = await lockSlvsUnchecked(ctx.db, ids)
  return rows.filter((slv) => mayView(ctx.actor, slv))
}

/**
 * `lockSlvs` without the check, for changes of rights that reassign SLVs the
 * actor may not see.
 */
export async function lockSlvsUnchecked(
  db: Db,
  ids: readonly string[],
): Promise<LockedSlv[]> {
  const [id, ...others] = ids
  if (id === undefined) return []
  const rows =
    others.length === 0
      ? await slvToLock(db, { id })
      : await rowsToLock(db)
          .where((eb) => eb('slv.id', '=', eb.fn.any(eb.val(ids))))
          .execute()
  return rows.map(withResubmission)
}

/** The facts that decide who sees each of these SLVs, and their versions. */
export async function readSlvFacts(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, LockedSlv>> {
  if (ids.length === 0) return new Map()
  const rows = await rowsWithoutLock(db)
    .where((eb) => eb('slv.id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return new Map(rows.map((row) => [row.id, withResubmission(row)]))
}

/**
 * The facts of SLVs that the actor may see, in the order of their ids, without
 * a lock.
 */
export async function findSlvFacts(
  ctx: Ctx,
  ids: readonly string[],
): Promise<LockedSlv[]> {
  const facts = [...(await readSlvFacts(ctx.db, ids)).values()]
  return facts
    .filter((slv) => mayView(ctx.actor, slv))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

/**
 * An SLV's row with the facts that the policies need, without a lock. Throws
 * 404 if the actor may not see it.
 */
export async function findSlv(ctx: Ctx, id: string): Promise<LockedSlv> {
  const row = await rowsWithoutLock(ctx.db)
    .where('slv.id', '=', id)
    .executeTakeFirst()
  if (!row || !mayView(ctx.actor, withResubmission(row))) throw notFound('SLV')
  return visibleRound(ctx.actor, row)
}
