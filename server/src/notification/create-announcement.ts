import type { createAnnouncement as api } from '@portal/contract/notification/api'
import type { Announcement } from '@portal/contract/notification/model'
import { Role } from '@portal/contract/user/model'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Ctx, transact } from '../lib/ctx.ts'
import { type Paging, readRows } from '../lib/database/list-query.ts'
import { badRequest } from '../lib/errors.ts'
import { notify } from '../lib/notify.ts'

export async function listAnnouncements({ db }: Ctx, paging: Paging) {
  const ordered = announcements(db).orderBy('announcement.id', 'desc')
  const { rows, ...page } = await readRows(ordered, db.selectFrom('announcement'), paging)
  return { ...page, items: rows.map(present) }
}

export const getAnnouncement = async ({ db }: Ctx, id: string): Promise<Announcement> =>
  present(await announcements(db).where('announcement.id', '=', id).executeTakeFirstOrThrow())

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
      sql<string[]>`array(select name from company where id = any(announcement.company_ids) order by lower(name))`.as(
        'companies',
      ),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof announcements>['executeTakeFirstOrThrow']>>

const present = ({ createdAt, roles, ...row }: Row): Announcement => ({
  ...row,
  roles: roles.map((role) => Role.parse(role)),
  createdAt: createdAt.toISOString(),
})

type Audience = Pick<z.output<typeof api.body>, 'roles' | 'companyIds'>

/**
 * Sends an announcement to every active person, or to those in one of the roles at one of the companies, except the
 * actor.
 */
export const createAnnouncement = (
  ctx: Ctx,
  { title, description, roles, companyIds }: z.output<typeof api.body>,
): Promise<Announcement> =>
  transact(ctx, async (inner) => {
    const to = await findAudience(inner, { roles, companyIds })
    if (to.length === 0) {
      const error = 'No one else has these roles at these companies'
      throw badRequest([{ field: 'roles', error }], error)
    }
    await notify(inner, { action: 'ANNOUNCEMENT', entityId: null, to, title, description })
    const { id } = await inner.db
      .insertInto('announcement')
      .values({
        ...{ createdById: inner.actor.id, createdAt: inner.now, recipients: to.length },
        ...{ title, description, roles, companyIds },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return getAnnouncement(inner, id)
  })

async function findAudience({ db, actor }: Ctx, { roles, companyIds }: Audience): Promise<string[]> {
  const people = await db
    .selectFrom('appUser')
    .leftJoin('userRole', (join) => join.onRef('userRole.userId', '=', 'appUser.id').on('userRole.position', '=', 0))
    .select('appUser.id')
    .where('appUser.status', '=', 'ACTIVE')
    .where('appUser.id', '!=', actor.id)
    .$if(roles.length > 0, (query) =>
      query.where((eb) => eb(eb.fn.coalesce('userRole.role', eb.val('DEFAULT')), 'in', roles)),
    )
    .$if(companyIds.length > 0, (query) => query.where('appUser.companyId', 'in', companyIds))
    .execute()
  return people.map(({ id }) => id)
}
