import type * as api from '@portal/contract/notification/api'
import {
  type Announcement,
  type Notification,
  type NotificationAction,
  notificationActions,
} from '@portal/contract/notification/model'
import { actionsFor, isAboutTdoc } from '@portal/contract/notification/policy'
import { type Actor, Role } from '@portal/contract/user/model'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Ctx, transact } from '../lib/ctx.ts'
import { type Paging, readRows } from '../lib/database/list-query.ts'
import { badRequest, notFound } from '../lib/errors.ts'
import { notify } from '../lib/notify.ts'
import { describeSlv } from '../slv/notify.ts'
import { visibleSlvs } from '../slv/visible.ts'
import { describeTdoc } from '../tdoc/notify.ts'
import { visibleTdocs } from '../tdoc/visible.ts'
import { findPersonActor, onActingRole } from '../user/find-actor.ts'
import { presentNotification, shownColumns } from './visible.ts'

/**
 * Notifies a person manually, within what their role gets and what they may
 * open.
 */
export const createNotification = (
  ctx: Ctx,
  {
    userId,
    action,
    entityId,
    description,
  }: z.output<typeof api.createNotification.body>,
): Promise<Notification> =>
  transact(ctx, async (inner) => {
    if (userId === inner.actor.id)
      throw refused('userId', 'You can’t send a notification to yourself')
    const reader = await findPersonActor(inner.db, userId)
    if (!reader) throw refused('userId', 'Not an active user')
    if (!actionsFor(reader.role).includes(action))
      throw refused(
        'action',
        'Users with this role do not get this notification',
      )
    const about = await describeEntity(inner, reader, action, entityId)
    await notify(inner, {
      action,
      entityId,
      to: [userId],
      description: description || about,
    })
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

/**
 * A notification that the actor sent. Throws 404 for another one, and once its
 * reader has deleted it.
 */
export async function getSentNotification(
  { db, actor }: Ctx,
  id: string,
): Promise<Notification> {
  const row = await db
    .selectFrom('notification')
    .select(shownColumns)
    .where('id', '=', id)
    .where('actorId', '=', actor.id)
    .executeTakeFirst()
  if (!row) throw notFound('Notification')
  return presentNotification(row)
}

const refused = (field: string, error: string) => badRequest([{ field, error }])

/** Describes the SLV or the Tdoc; empty for a user's own rights. */
async function describeEntity(
  ctx: Ctx,
  reader: Actor,
  action: NotificationAction,
  id: string | null,
) {
  if (notificationActions[action].type === 'USER') return ''
  const asReader = { ...ctx, actor: reader }
  if (isAboutTdoc(action)) {
    const tdocs = visibleTdocs(asReader).select([
      'tdoc.buyerLoanNumber',
      'tdoc.imageFileName',
    ])
    const tdoc =
      id && (await tdocs.where('tdoc.id', '=', id).executeTakeFirst())
    if (!tdoc)
      throw refused('entityId', 'This user does not have access to this Tdoc')
    return describeTdoc(tdoc)
  }
  const slvs = visibleSlvs(asReader).select([
    'slv.buyerLoan',
    'slv.sellerLoan',
    'slv.borrowerLastName',
  ])
  const slv = id && (await slvs.where('slv.id', '=', id).executeTakeFirst())
  if (!slv)
    throw refused('entityId', 'This user does not have access to this SLV')
  return describeSlv(slv)
}

export async function listAnnouncements({ db }: Ctx, paging: Paging) {
  const ordered = announcements(db).orderBy('announcement.id', 'desc')
  const { rows, ...page } = await readRows(
    ordered,
    db.selectFrom('announcement'),
    paging,
  )
  return { ...page, items: rows.map(present) }
}

export async function getAnnouncement(
  { db }: Ctx,
  id: string,
): Promise<Announcement> {
  const row = await announcements(db)
    .where('announcement.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Announcement')
  return present(row)
}

const announcements = (db: Ctx['db']) =>
  db
    .selectFrom('announcement')
    .innerJoin('appUser', 'appUser.id', 'announcement.createdById')
    .select([
      'announcement.id',
      'announcement.title',
      'announcement.description',
      'announcement.roles',
      'announcement.recipients',
      'announcement.createdAt',
      'appUser.name as createdBy',
      sql<string[]>`array(
        select name
        from company
        where id = any(announcement.company_ids)
        order by lower(name)
      )`.as('companies'),
    ])

type Row = Awaited<
  ReturnType<ReturnType<typeof announcements>['executeTakeFirstOrThrow']>
>

const present = ({ createdAt, roles, ...row }: Row): Announcement => ({
  ...row,
  roles: roles.map((role) => Role.parse(role)),
  createdAt: createdAt.toISOString(),
})

type Audience = Pick<
  z.output<typeof api.createAnnouncement.body>,
  'roles' | 'companyIds'
>

/**
 * Sends an announcement to every active person, or to those in one of the roles
 * at one of the companies, except the actor.
 */
export const createAnnouncement = (
  ctx: Ctx,
  {
    title,
    description,
    roles,
    companyIds,
  }: z.output<typeof api.createAnnouncement.body>,
): Promise<Announcement> =>
  transact(ctx, async (inner) => {
    const to = await findAudience(inner, { roles, companyIds })
    if (to.length === 0) {
      const error = 'No other users have these roles at these companies'
      throw badRequest([{ field: 'roles', error }], error)
    }
    await notify(inner, {
      action: 'ANNOUNCEMENT',
      entityId: null,
      to,
      title,
      description,
    })
    const { id } = await inner.db
      .insertInto('announcement')
      .values({
        createdById: inner.actor.id,
        createdAt: inner.now,
        recipients: to.length,
        title,
        description,
        roles,
        companyIds,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return getAnnouncement(inner, id)
  })

/** The people whom an announcement reaches. */
export async function findAudience(
  { db, actor }: Ctx,
  { roles, companyIds }: Audience,
): Promise<string[]> {
  const people = await db
    .selectFrom('appUser')
    .leftJoin('userRole', onActingRole)
    .select('appUser.id')
    .where('appUser.status', '=', 'ACTIVE')
    .where('appUser.isService', '=', false)
    .where('appUser.id', '!=', actor.id)
    .$if(roles.length > 0, (query) =>
      query.where((eb) =>
        eb(eb.fn.coalesce('userRole.role', eb.val('DEFAULT')), 'in', roles),
      ),
    )
    .$if(companyIds.length > 0, (query) =>
      query.where('appUser.companyId', 'in', companyIds),
    )
    .execute()
  return people.map(({ id }) => id)
}
