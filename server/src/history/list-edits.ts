import type { Change } from '@portal/contract/history/api'
import { editActions, type HistoryAction } from '@portal/contract/history/api'
import { isMasked, visibleChanges } from '@portal/contract/history/visible'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { isVisible, visibleEntries } from './visible.ts'

/** Changes to the request since it was sent, one line per field, newest first. Throws 404. */
export async function listInformationEdits(ctx: Ctx, slvId: string, { page, size }: { page: number; size: number }) {
  const { role } = ctx.actor
  const { entries } = await visibleEntries(ctx, slvId)
  const actions: readonly HistoryAction[] = editActions
  const edits = entries
    .where('action', 'in', [...actions])
    .innerJoin(
      sql<{ change: Change; place: number }>`jsonb_array_elements(slv_history.changes) with ordinality`.as<'edit'>(
        sql`edit(change, place)`,
      ),
      (join) => join.onTrue(),
    )
    .$if(isMasked(role), (query) => query.where(isVisible(role)))
  const rows = await edits
    .innerJoin('appUser', 'appUser.id', 'slvHistory.actorId')
    .select([
      'slvHistory.id',
      'slvHistory.at',
      'slvHistory.actorId',
      'appUser.name as actorName',
      'slvHistory.fromStatus',
      'slvHistory.toStatus',
      'slvHistory.resubmitCount',
      'edit.change',
      'edit.place',
    ])
    .orderBy('slvHistory.id', 'desc')
    .orderBy('edit.place')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const { total } = await edits.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()

  const items = rows.flatMap(({ id, at, change, place, fromStatus, toStatus, ...entry }) => {
    const visible = isMasked(role) ? visibleChanges(role, { fromStatus, toStatus, changes: [change] }) : [change]
    return visible.map((shown) => ({ ...entry, ...shown, id: `${id}-${place}`, at: at.toISOString() }))
  })
  return { items, total, page, size }
}
