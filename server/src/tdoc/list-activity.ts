import type { CategoryType } from '@portal/contract/review-category/model'
import type { TdocEvent, TdocEventAction } from '@portal/contract/tdoc/answers'
import { categoryTypesOf, isReviewer } from '@portal/contract/tdoc/policy'
import type { Ctx } from '../lib/ctx.ts'
import { prepared, type Slot } from '../lib/prepared.ts'
import { findTdoc } from './detail.ts'

type Asked = { tdocId: string; hidden: readonly TdocEventAction[]; types: readonly CategoryType[] }
type Page = Asked & { size: number; offset: number }

/** What the wire shows of an entry, where its author is joined. */
export const eventColumns = [
  'tdocHistory.id',
  'tdocHistory.at',
  'appUser.name as actorName',
  'tdocHistory.action',
  'tdocHistory.changes',
] as const

const events = prepared('tdoc.activity', (db, value: Slot<Page>) =>
  told(db, value)
    .leftJoin('appUser', 'appUser.id', 'tdocHistory.actorId')
    .select(eventColumns)
    .orderBy('tdocHistory.id', 'desc')
    .limit(value('size'))
    .offset(value('offset')),
)
const counted = prepared('tdoc.activity.count', (db, value: Slot<Asked>) =>
  told(db, value).select(({ fn }) => fn.countAll<number>().as('total')),
)

const told = (db: Ctx['db'], value: Slot<Asked>) =>
  db
    .selectFrom('tdocHistory')
    .where('tdocHistory.tdocId', '=', value('tdocId'))
    // What reviewers are not told is not counted for them either.
    .where((eb) => eb.not(eb('tdocHistory.action', '=', eb.fn.any(eb.val(value('hidden'))))))
    .where((eb) =>
      eb.or([
        eb('tdocHistory.categoryId', 'is', null),
        eb.exists(
          eb
            .selectFrom('reviewCategory')
            .select('reviewCategory.id')
            .whereRef('reviewCategory.id', '=', 'tdocHistory.categoryId')
            .where((category) => category('reviewCategory.type', '=', category.fn.any(category.val(value('types'))))),
        ),
      ]),
    )

/** That comments were turned, or taken back, which reviewers never read: they are told of none of it. */
const ofComments = ['turn-comment', 'delete-comment'] as const

/** What happened to a Tdoc, newest first. Throws 404 for one that the asker may not see. */
export async function listActivity(ctx: Ctx, tdocId: string, { page, size }: { page: number; size: number }) {
  await findTdoc(ctx, tdocId)
  const asked = { tdocId, hidden: isReviewer(ctx.actor) ? ofComments : [], types: categoryTypesOf(ctx.actor) }
  const rows = await events(ctx.db, { ...asked, size, offset: (page - 1) * size })
  const [all] = await counted(ctx.db, asked)
  return { items: rows.map(presentEvent), total: all?.total ?? 0, page, size }
}

type Row = Omit<TdocEvent, 'at'> & { at: Date }

/** An entry as the wire shows it. */
export const presentEvent = ({ at, ...event }: Row): TdocEvent => ({ ...event, at: at.toISOString() })
