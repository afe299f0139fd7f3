import type { BusinessDays } from '@portal/contract/sla/calendar'
import { daysOn } from '@portal/contract/slv/clocks'
import {
  computeTdocClock,
  type ResponsibilityFacts,
  responsibleParty,
  type TdocClock,
} from '@portal/contract/tdoc/clocks'
import { type Insertable, sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import type { DB } from '../lib/database/db-types.ts'
import { loadLockedSla } from '../lib/sla.ts'
import type { TdocRow } from './columns.ts'
import type { LockedTdoc } from './lock.ts'

type ClockFigures = TdocClock & Pick<TdocRow, 'countedBy'>
type Clocked = ClockFigures &
  ResponsibilityFacts &
  Pick<LockedTdoc, 'id' | 'calendarVersion'>

type Item = Pick<LockedTdoc, 'id'>
const toIds = (tdocs: readonly Item[]) => tdocs.map(({ id }) => id)

async function endIntervals(db: Db, tdocs: readonly Item[], at: Date) {
  if (tdocs.length === 0) return []
  return (
    db
      .updateTable('tdocInterval')
      // If the change is reported late or the node's clock is behind, the
      // interval ends where it began.
      .set((eb) => ({
        closedAt: eb.fn<Date>('greatest', ['openedAt', eb.val(at)]),
      }))
      .where((eb) => eb('tdocId', '=', eb.fn.any(eb.val(toIds(tdocs)))))
      .where('closedAt', 'is', null)
      .returning(['tdocId', 'closedAt'])
      .execute()
  )
}

const openIntervals = async (
  db: Db,
  intervals: readonly Insertable<DB['tdocInterval']>[],
) => {
  if (intervals.length > 0)
    await db.insertInto('tdocInterval').values(intervals).execute()
}

/** Opens the first intervals of new Tdocs: the buyer's, from receipt. */
export const openTdocClocks = (
  { db }: Pick<Ctx, 'db'>,
  tdocs: readonly { tdocId: string; openedAt: Date }[],
): Promise<void> =>
  openIntervals(
    db,
    tdocs.map((tdoc) => ({ ...tdoc, party: 'BUYER' })),
  )

type Move = { tdoc: Clocked; after: ResponsibilityFacts }

/**
 * Updates the clock intervals of locked Tdocs whose turn changes and returns
 * their clock columns. `at` is when it happened.
 */
export async function moveTdocClocks(
  ctx: Pick<Ctx, 'db' | 'now' | 'sla'>,
  moves: readonly Move[],
  at = ctx.now,
): Promise<Map<string, Partial<ClockFigures>>> {
  const { db } = ctx
  const moving = moves.flatMap(({ tdoc, after }) => {
    const gets = responsibleParty(after)
    return tdoc.clockParty === gets ? [] : [{ tdoc, gets }]
  })
  const [first] = moving
  if (!first) return new Map()
  const { days, version } = await loadLockedSla(ctx, first.tdoc.calendarVersion)
  const tdocs = moving.map(({ tdoc }) => tdoc)
  const running = tdocs.filter(({ clockParty }) => clockParty !== null)
  const stopped = tdocs.filter(({ clockParty }) => clockParty === null)
  // Stopped clocks keep the count of an earlier calendar. When one runs again,
  // the current calendar recounts all intervals.
  const outdated = stopped.filter(({ countedBy }) => countedBy !== version)
  const recounted = await recount(db, outdated, days)
  const ended = await endIntervals(db, running, at)
  const reopened = await findReopenings(db, stopped, at)
  const changedAt = new Map(
    [...ended, ...reopened].map(({ tdocId, closedAt }) => [tdocId, closedAt]),
  )
  const since = ({ id }: Clocked) => changedAt.get(id) ?? at
  await openIntervals(
    db,
    moving.flatMap(({ tdoc, gets }) =>
      gets === null
        ? []
        : [{ tdocId: tdoc.id, party: gets, openedAt: since(tdoc) }],
    ),
  )
  return new Map(
    moving.map(({ tdoc, gets }) => {
      const { buyerDays } = recounted.get(tdoc.id) ?? tdoc
      const buyersSince = tdoc.clockParty === 'BUYER' ? tdoc.clockSince : null
      const today = days.ordinalAt(since(tdoc))
      const figures: Partial<ClockFigures> = {
        clockParty: gets,
        clockSince: gets === null ? null : days.receivedOrdinal(since(tdoc)),
        buyerDays: daysOn({ days: buyerDays, since: buyersSince }, today),
        ...(gets === null && { countedBy: version }),
      }
      return [tdoc.id, figures]
    }),
  )
}

/**
 * When the clocks of complete Tdocs restart: at `at`, but not before their last
 * interval closed.
 */
async function findReopenings(db: Db, tdocs: readonly Item[], at: Date) {
  if (tdocs.length === 0) return []
  return db
    .selectFrom('tdocInterval')
    .select([
      'tdocId',
      sql<Date>`greatest(max(closed_at), ${at}::timestamptz)`.as('closedAt'),
    ])
    .where((eb) => eb('tdocId', '=', eb.fn.any(eb.val(toIds(tdocs)))))
    .groupBy('tdocId')
    .execute()
}

async function recount(db: Db, tdocs: readonly Item[], days: BusinessDays) {
  if (tdocs.length === 0) return new Map<string, TdocClock>()
  const ledgers = await db
    .selectFrom('tdocInterval')
    .select(['tdocId', 'party', 'openedAt', 'closedAt'])
    .where((eb) => eb('tdocId', '=', eb.fn.any(eb.val(toIds(tdocs)))))
    .orderBy('id')
    .execute()
  const byTdoc = Map.groupBy(ledgers, ({ tdocId }) => tdocId)
  return new Map(
    tdocs.map(({ id }) => [id, computeTdocClock(byTdoc.get(id) ?? [], days)]),
  )
}
