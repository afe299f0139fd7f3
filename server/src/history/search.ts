import * as api from '@portal/contract/history/api'
import type { Change } from '@portal/contract/history/model'
import {
  internalActions,
  isMasked,
  presentEntry,
  visibleChanges,
} from '@portal/contract/history/visible'
import { decisions, slvStatuses, statusFor } from '@portal/contract/slv/status'
import { visibleFields } from '@portal/contract/slv/visible-fields'
import type { Role } from '@portal/contract/user/model'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../lib/ctx.ts'
import { readRows } from '../lib/database/list-query.ts'
import { listLiterals } from '../lib/database/literals.ts'
import { notFound } from '../lib/errors.ts'
import { visibleSlvs } from '../slv/visible.ts'

/**
 * An SLV's history entries that the actor may see. Throws 404 if they may not
 * see the SLV.
 */
async function visibleEntries(ctx: Ctx, slvId: string) {
  const { role } = ctx.actor
  const slv = await visibleSlvs(ctx)
    .select('slv.id')
    .where('slv.id', '=', slvId)
    .executeTakeFirst()
  if (!slv) throw notFound('SLV')
  const entries = ctx.db
    .selectFrom('slvHistory')
    .where('slvHistory.slvId', '=', slvId)
    .$if(isMasked(role), (query) => query.where(isEntryVisible(role)))
  return { entries }
}

/**
 * `isVisibleEntry` of contract/history/visible.ts as SQL on `slv_history`, for
 * paging.
 */
function isEntryVisible(role: Role) {
  const internal: readonly api.HistoryAction[] = internalActions
  const fromStatus = visibleStatus(role, sql.ref('slv_history.from_status'))
  const toStatus = visibleStatus(role, sql.ref('slv_history.to_status'))
  return sql<boolean>`slv_history.action not in (${listLiterals(internal)})
    and (
      ${fromStatus} is distinct from ${toStatus}
      or exists (
        select from jsonb_array_elements(slv_history.changes) as change
        where ${isChangeVisible(role)}
      )
    )`
}

/**
 * The status that the role sees in a column. All statuses that are hidden from
 * a role look like the same one.
 */
function visibleStatus(role: Role, column: RawBuilder<unknown>) {
  const hiddenStatuses = slvStatuses.filter(
    (status) => statusFor(role, status) !== status,
  )
  const [firstHidden] = hiddenStatuses
  const replacement = firstHidden ? statusFor(role, firstHidden) : ''
  return sql`case
    when ${column} in (${listLiterals(hiddenStatuses)}) then ${sql.lit(replacement)}
    else ${column}
  end`
}

/** Whether the role may see the field of `change`, of an entry's changes. */
function isChangeVisible(role: Role) {
  const field = sql`split_part(change ->> 'field', '.', 1)`
  const always = listLiterals(visibleFields(role, 'REVIEW'))
  const onceDecided = listLiterals(visibleFields(role, 'APPROVED'))
  return sql<boolean>`(
    ${field} in (${always})
    or slv_history.to_status in (${listLiterals(decisions)}) and ${field} in (${onceDecided})
  )`
}

type Filters = z.output<typeof api.HistoryFilters>

/**
 * An SLV's history entries that the actor may see, newest first. Throws 404 if
 * they may not see the SLV.
 */
export async function searchHistory(
  ctx: Ctx,
  slvId: string,
  { page, size, actions = [], userIds = [], from, to }: Filters,
) {
  const visible = await visibleEntries(ctx, slvId)
  const entries = visible.entries
    .$if(actions.length > 0, (query) => query.where('action', 'in', actions))
    .$if(userIds.length > 0, (query) => query.where('actorId', 'in', userIds))
    // Days in New York, both included.
    .$if(from !== undefined, (query) =>
      query.where(
        sql<boolean>`slv_history.at >= ${from}::date::timestamp at time zone 'America/New_York'`,
      ),
    )
    .$if(to !== undefined, (query) =>
      query.where(
        sql<boolean>`slv_history.at < (${to}::date + 1)::timestamp at time zone 'America/New_York'`,
      ),
    )
  const { rows, ...paging } = await readRows(
    entries
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
      .orderBy('slvHistory.id', 'desc'),
    entries,
    { page, size },
  )

  const items = rows.map(({ id, at, ...entry }) =>
    presentEntry(ctx.actor.role, {
      ...entry,
      id: String(id),
      at: at.toISOString(),
    }),
  )
  return { ...paging, items }
}

/**
 * People in the history entries that the caller can see, by name. Throws 404
 * for an SLV that they may not see.
 */
export async function listHistoryPeople(
  ctx: Ctx,
  slvId: string,
): Promise<api.HistoryPerson[]> {
  const { entries } = await visibleEntries(ctx, slvId)
  return ctx.db
    .selectFrom('appUser')
    .select(['id', 'name'])
    .where('id', 'in', entries.select('slvHistory.actorId'))
    .orderBy((eb) => eb.fn('lower', ['name']))
    .orderBy('id')
    .execute()
}

/**
 * Changes to the request since it was sent, one line per field, newest first.
 * Throws 404.
 */
export async function listInformationEdits(
  ctx: Ctx,
  slvId: string,
  { page, size }: { page: number; size: number },
) {
  const { role } = ctx.actor
  const { entries } = await visibleEntries(ctx, slvId)
  const actions: readonly api.HistoryAction[] = api.editActions
  const edits = entries
    .where('action', 'in', [...actions])
    .innerJoin(
      sql<{
        change: Change
        place: number
      }>`jsonb_array_elements(slv_history.changes) with ordinality`.as<'edit'>(
        sql`edit(change, place)`,
      ),
      (join) => join.onTrue(),
    )
    .$if(isMasked(role), (query) => query.where(isChangeVisible(role)))
  const { rows, ...paging } = await readRows(
    edits
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
      .orderBy('edit.place'),
    edits,
    { page, size },
  )

  const items = rows.flatMap(
    ({ id, at, change, place, fromStatus, toStatus, ...entry }) => {
      const changes = isMasked(role)
        ? visibleChanges(role, { fromStatus, toStatus, changes: [change] })
        : [change]
      return changes.map((visibleChange) => ({
        ...entry,
        ...visibleChange,
        id: `${id}-${place}`,
        at: at.toISOString(),
      }))
    },
  )
  return { ...paging, items }
}
