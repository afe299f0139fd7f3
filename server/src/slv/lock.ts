import { mayView, type SlvFacts } from '@portal/contract/slv/policy'
import type { Selectable } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'
import type { DB } from '../lib/db-types.ts'
import { notFound } from '../lib/errors.ts'
import { type Param, prepared } from '../lib/prepared.ts'
import { calendarKept } from '../sla/keep-calendar.ts'
import { type slvColumnNames, slvColumns } from './columns.ts'
import { type Drafted, hasOtherOpenSlv, withResubmission } from './read-resubmission.ts'

/** An SLV's row with the facts that the rules ask for. */
export type LockedSlv = Omit<Pick<Selectable<DB['slv']>, (typeof slvColumnNames)[number]>, 'resubmission'> &
  SlvFacts &
  Drafted & {
    /** The calendar that stays as it is until the transaction ends; null without a lock (find-slv.ts). */
    calendarVersion: number | null
  }

const rowsToLock = (db: Db) =>
  db
    .selectFrom('slv')
    .innerJoin('company', 'company.id', 'slv.companyId')
    .select(slvColumns)
    .select(['company.bddId', hasOtherOpenSlv.as('hasOtherOpenSlv'), calendarKept.as('calendarVersion')])
    .orderBy('slv.id')
    .forUpdate('slv')
    .$castTo<LockedSlv>()

/** PostgreSQL keeps the plan for one id; for a list of them it makes a new plan each time, which takes longer than the lock. */
const slvToLock = prepared((db, param: Param<{ id: string }>) => rowsToLock(db).where('slv.id', '=', param('id')))

/**
 * Takes an SLV's row lock until the transaction ends. An id that does not exist and one that the actor may not see
 * are answered the same: 404.
 */
export async function lockSlv(ctx: Ctx, id: string): Promise<LockedSlv> {
  const [slv] = await lockSlvs(ctx, [id])
  if (!slv) throw notFound('SLV')
  return slv
}

/** Locks several in the order of their ids, so that two bulk changes never wait for each other in a circle. Unseen ones are left out. */
export async function lockSlvs(ctx: Ctx, ids: readonly string[]): Promise<LockedSlv[]> {
  const rows = await lockSlvsUnseen(ctx.db, ids)
  return rows.filter((slv) => mayView(ctx.actor, slv))
}

/** The same, whoever asks: for what a change of somebody's rights brings along, which the asker need not see. */
export async function lockSlvsUnseen(db: Db, ids: readonly string[]): Promise<LockedSlv[]> {
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
