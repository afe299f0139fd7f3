import type { TdocEvent } from '@portal/contract/tdoc/answers'
import { categoryTypesOf, isReviewer } from '@portal/contract/tdoc/policy'
import type { Ctx } from '../lib/ctx.ts'
import { findTdoc } from './detail.ts'

/** What the wire shows of an entry, where its author is joined. */
export const eventColumns = [
  'tdocHistory.id',
  'tdocHistory.at',
  'appUser.name as actorName',
  'tdocHistory.action',
  'tdocHistory.changes',
] as const

/** That comments were turned, or taken back, which reviewers never read: they are told of none of it. */
const ofComments = ['turn-comment', 'delete-comment'] as const

/** What happened to a Tdoc, newest first. Throws 404 for one that the asker may not see. */
export async function listActivity(ctx: Ctx, tdocId: string, { page, size }: { page: number; size: number }) {
  await findTdoc(ctx, tdocId)
  const hidden = isReviewer(ctx.actor) ? ofComments : []
  const events = ctx.db
    .selectFrom('tdocHistory')
    .where('tdocHistory.tdocId', '=', tdocId)
    // What reviewers don't see isn't counted for them either.
    .where((eb) => eb.not(eb('tdocHistory.action', '=', eb.fn.any(eb.val(hidden)))))
    .where((eb) =>
      eb.or([
        eb('tdocHistory.categoryId', 'is', null),
        eb.exists(
          eb
            .selectFrom('reviewCategory')
            .select('reviewCategory.id')
            .whereRef('reviewCategory.id', '=', 'tdocHistory.categoryId')
            .where((category) =>
              category('reviewCategory.type', '=', category.fn.any(category.val(categoryTypesOf(ctx.actor)))),
            ),
        ),
      ]),
    )
  const rows = await events
    .leftJoin('appUser', 'appUser.id', 'tdocHistory.actorId')
    .select(eventColumns)
    .orderBy('tdocHistory.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const { total } = await events.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { items: rows.map(presentEvent), total, page, size }
}

type Row = Omit<TdocEvent, 'at'> & { at: Date }

/** An entry as the wire shows it. */
export const presentEvent = ({ at, ...event }: Row): TdocEvent => ({ ...event, at: at.toISOString() })
