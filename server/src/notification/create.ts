import type { createNotification as api } from '@portal/contract/notification/api'
import { type Notification, type NotificationAction, notificationActions } from '@portal/contract/notification/model'
import { actionsFor, isAboutTdoc } from '@portal/contract/notification/policy'
import type { Actor } from '@portal/contract/user/model'
import type { z } from 'zod'
import { type Ctx, transact } from '../lib/ctx.ts'
import { badRequest } from '../lib/errors.ts'
import { notify } from '../lib/notify.ts'
import { describeSlv } from '../slv/notify.ts'
import { visibleSlvs } from '../slv/visible.ts'
import { describeTdoc } from '../tdoc/notify.ts'
import { visibleTdocs } from '../tdoc/visible.ts'
import { findActor } from '../user/find-actor.ts'
import { presentNotification, shownColumns } from './visible.ts'

/** Notifies a person manually, within what their role gets and what they may open. */
export const createNotification = (
  ctx: Ctx,
  { userId, action, entityId, description }: z.output<typeof api.body>,
): Promise<Notification> =>
  transact(ctx, async (inner) => {
    if (userId === inner.actor.id) throw refused('userId', 'You cannot notify yourself')
    const reader = await findActor(inner.db, userId)
    if (!reader) throw refused('userId', 'Not an active user')
    if (!actionsFor(reader.role).includes(action))
      throw refused('action', 'This user’s role does not get this notification')
    const about = await describeEntity(inner, reader, action, entityId)
    await notify(inner, { action, entityId, to: [userId], description: description || about })
    const row = await inner.db
      .selectFrom('notification')
      .select(shownColumns)
      .where('userId', '=', userId)
      .where('actorId', '=', inner.actor.id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return presentNotification(row)
  })

const refused = (field: string, error: string) => badRequest([{ field, error }])

/** Describes the SLV or the Tdoc; empty for a user's own rights. */
async function describeEntity(ctx: Ctx, reader: Actor, action: NotificationAction, id: string | null) {
  if (notificationActions[action].type === 'USER') return ''
  const asReader = { ...ctx, actor: reader }
  if (isAboutTdoc(action)) {
    const tdocs = visibleTdocs(asReader).select(['tdoc.buyerLoanNumber', 'tdoc.imageFileName'])
    const tdoc = id && (await tdocs.where('tdoc.id', '=', id).executeTakeFirst())
    if (!tdoc) throw refused('entityId', 'This user does not have access to this Tdoc')
    return describeTdoc(tdoc)
  }
  const slvs = visibleSlvs(asReader).select(['slv.buyerLoan', 'slv.sellerLoan', 'slv.borrowerLastName'])
  const slv = id && (await slvs.where('slv.id', '=', id).executeTakeFirst())
  if (!slv) throw refused('entityId', 'This user does not have access to this SLV')
  return describeSlv(slv)
}
