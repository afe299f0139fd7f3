import type { Change } from '@portal/contract/history/model'
import { isOneOf } from '@portal/contract/lib/typed'
import type { TdocEvent, TdocEventAction } from '@portal/contract/tdoc/answers'
import { getCategoryTypes, isReviewer } from '@portal/contract/tdoc/policy'
import type { SelectQueryBuilder } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'
import type { DB } from '../../lib/database/db-types.ts'
import { readRows } from '../../lib/database/list-query.ts'
import type { Notifier } from '../../lib/notify.ts'
import { publish } from '../../lib/publish.ts'
import { findTdoc } from '../detail.ts'

const commentActions = [
  'turn-comment',
  'delete-comment',
  'dismiss-comment',
] as const

type Event = {
  tdocId: string
  categoryId?: string
  action: TdocEventAction
  changes?: Change[]
}

export async function writeTdocEvents(
  { db, actor, now }: Notifier,
  events: readonly Event[],
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(
    ({ tdocId, categoryId = null, action, changes = [] }) => ({
      tdocId,
      categoryId,
      action,
      changes: JSON.stringify(changes),
      actorId: actor?.id ?? null,
      at: now,
    }),
  )
  await db.insertInto('tdocHistory').values(rows).execute()
  for (const event of events)
    publish(db, {
      kind: 'TDOC',
      id: event.tdocId,
      isInternal: isInternal(event),
    })
}

/**
 * Reviewers see neither the department's comments nor the categories that
 * others review.
 */
const isInternal = ({ categoryId, action, changes = [] }: Event) =>
  isOneOf(commentActions, action) ||
  (categoryId !== undefined &&
    !changes.some(
      ({ field, after }) => field === 'category' && after === 'TPR',
    ))

export const writeTdocHistory = (ctx: Notifier, event: Event): Promise<void> =>
  writeTdocEvents(ctx, [event])

/**
 * A Tdoc's activity log, newest first. Throws 404 if the actor may not see it.
 */
export async function listActivity(
  ctx: Ctx,
  tdocId: string,
  { page, size }: { page: number; size: number },
) {
  await findTdoc(ctx, tdocId)
  const hidden = isReviewer(ctx.actor) ? commentActions : []
  const events = ctx.db
    .selectFrom('tdocHistory')
    .where('tdocHistory.tdocId', '=', tdocId)
    .where((eb) =>
      eb.not(eb('tdocHistory.action', '=', eb.fn.any(eb.val(hidden)))),
    )
    .where((eb) =>
      eb.or([
        eb('tdocHistory.categoryId', 'is', null),
        eb.exists(
          eb
            .selectFrom('reviewCategory')
            .select('reviewCategory.id')
            .whereRef('reviewCategory.id', '=', 'tdocHistory.categoryId')
            .where((category) =>
              category(
                'reviewCategory.type',
                '=',
                category.fn.any(category.val(getCategoryTypes(ctx.actor))),
              ),
            ),
        ),
      ]),
    )
  return readEvents(events, { page, size })
}

export async function readEvents(
  events: SelectQueryBuilder<DB, 'tdocHistory', object>,
  { page, size }: { page: number; size: number },
) {
  const { rows, ...paging } = await readRows(
    events
      .leftJoin('appUser', 'appUser.id', 'tdocHistory.actorId')
      .select([
        'tdocHistory.id',
        'tdocHistory.at',
        'appUser.name as actorName',
        'tdocHistory.action',
        'tdocHistory.changes',
      ])
      .orderBy('tdocHistory.id', 'desc'),
    events,
    { page, size },
  )
  const items = rows.map(
    ({ at, ...event }): TdocEvent => ({ ...event, at: at.toISOString() }),
  )
  return { ...paging, items }
}
