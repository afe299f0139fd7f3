import type { createAnnouncement as api } from '@portal/contract/notification/api'
import type { Announcement } from '@portal/contract/notification/model'
import type { z } from 'zod'
import { type Ctx, transact } from '../lib/ctx.ts'
import { badRequest } from '../lib/errors.ts'
import { notify } from '../lib/notify.ts'
import { getAnnouncement } from './list-announcements.ts'

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
