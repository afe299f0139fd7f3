import type { HistoryFilters, HistoryPerson } from '@portal/contract/history/api'
import { presentEntry } from '@portal/contract/history/visible'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../lib/ctx.ts'
import { visibleEntries } from './visible.ts'

type Filters = z.output<typeof HistoryFilters>

/** An SLV's history entries that the actor may see, newest first. Throws 404 if they may not see the SLV. */
export async function searchHistory(ctx: Ctx, slvId: string, { page, size, actions, userIds, from, to }: Filters) {
  const visible = await visibleEntries(ctx, slvId)
  const entries = visible.entries
    .$if(actions !== undefined && actions.length > 0, (query) => query.where('action', 'in', actions ?? []))
    .$if(userIds !== undefined && userIds.length > 0, (query) => query.where('actorId', 'in', userIds ?? []))
    // Days in New York, both included.
    .$if(from !== undefined, (query) =>
      query.where(sql<boolean>`slv_history.at >= ${from}::date::timestamp at time zone 'America/New_York'`),
    )
    .$if(to !== undefined, (query) =>
      query.where(sql<boolean>`slv_history.at < (${to}::date + 1)::timestamp at time zone 'America/New_York'`),
    )
  const rows = await entries
    .innerJoin('appUser', 'appUser.id', 'slvHistory.actorId')
    .select([
      'slvHistory.id',
      'slvHistory.at',
      'slvHistory.actorId',
      'appUser.name as actorName',
      'slvHistory.action',
      'slvHistory.fromStatus',
      'slvHistory.toStatus',
      'slvHistory.resubmitCount',
      'slvHistory.comment',
      'slvHistory.changes',
    ])
    .orderBy('slvHistory.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const { total } = await entries.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()

  const items = rows.map(({ id, at, ...entry }) =>
    presentEntry(ctx.actor.role, { ...entry, id: String(id), at: at.toISOString() }),
  )
  return { items, total, page, size }
}

/** People in the history entries that the caller can see, by name. Throws 404 for an SLV that they may not see. */
export async function listHistoryPeople(ctx: Ctx, slvId: string): Promise<HistoryPerson[]> {
  const { entries } = await visibleEntries(ctx, slvId)
  return ctx.db
    .selectFrom('appUser')
    .select(['id', 'name'])
    .where('id', 'in', entries.select('slvHistory.actorId'))
    .orderBy((eb) => eb.fn('lower', ['name']))
    .orderBy('id')
    .execute()
}
