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
    const about = await whatItIsAbout(inner, reader, action, entityId)
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
async function whatItIsAbout(ctx: Ctx, reader: Actor, action: NotificationAction, entityId: string | null) {
  if (notificationActions[action].type === 'USER') return ''
  if (isAboutTdoc(action)) return tdocItIsAbout(ctx, reader, entityId)
  const slv =
    entityId &&
    (await visibleSlvs({ ...ctx, actor: reader })
      .select(['slv.buyerLoan', 'slv.sellerLoan', 'slv.borrowerLastName'])
      .where('slv.id', '=', entityId)
      .executeTakeFirst())
  if (!slv) throw refused('entityId', 'This user does not have access to this SLV')
  return describeSlv(slv)
}

async function tdocItIsAbout(ctx: Ctx, reader: Actor, entityId: string | null) {
  const tdoc =
    entityId &&
    (await visibleTdocs({ ...ctx, actor: reader })
      .select(['tdoc.buyerLoanNumber', 'tdoc.imageFileName'])
      .where('tdoc.id', '=', entityId)
      .executeTakeFirst())
  if (!tdoc) throw refused('entityId', 'This user does not have access to this Tdoc')
  return describeTdoc(tdoc)
}
