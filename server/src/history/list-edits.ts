import type { Change } from '@portal/contract/history/api'
import { editActions, type HistoryAction } from '@portal/contract/history/api'
import { isMasked, visibleChanges } from '@portal/contract/history/visible'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { isVisible, toldEntries } from './visible.ts'

/**
 * What was changed in the request since it was sent, a line for each field, newest first. Sellers get what they are
 * told of an entry and no more. Throws 404 for an SLV that the asker may not see.
 */
export async function listInformationEdits(ctx: Ctx, slvId: string, { page, size }: { page: number; size: number }) {
  const { role } = ctx.actor
  const { entries } = await toldEntries(ctx, slvId)
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
    const told = isMasked(role) ? visibleChanges(role, { fromStatus, toStatus, changes: [change] }) : [change]
    return told.map((kept) => ({ ...entry, ...kept, id: `${id}-${place}`, at: at.toISOString() }))
  })
  return { items, total, page, size }
}
