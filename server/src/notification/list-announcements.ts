import type { Announcement } from '@portal/contract/notification/model'
import { Role } from '@portal/contract/user/model'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'

export async function listAnnouncements({ db }: Ctx, { page, size }: { page: number; size: number }) {
  const rows = await announcements(db)
    .orderBy('announcement.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const { total } = await db
    .selectFrom('announcement')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items: rows.map(present), total, page, size }
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
