import type { MentionableQuery } from '@portal/contract/conversation/api'
import type { Mentionable } from '@portal/contract/conversation/model'
import { isReviewer } from '@portal/contract/tdoc/policy'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { containing } from '../lib/like.ts'

/** Active reviewers with their vendors, by first name: of all vendors, and for a reviewer of their own alone. */
export async function listReviewers({ db, actor }: Ctx, { search, page, size }: MentionableQuery) {
  const reviewers = db
    .selectFrom('appUser')
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .innerJoin('userRole', (join) =>
      join.onRef('userRole.userId', '=', 'appUser.id').on('userRole.position', '=', 0).on('userRole.role', '=', 'TPR'),
    )
    .where('appUser.status', '=', 'ACTIVE')
    .where('company.kind', '=', 'TPR_VENDOR')
    .$if(isReviewer(actor), (query) => query.where('company.id', '=', actor.companyId))
    .$if(search !== '', (query) => query.where(sql`lower(app_user.name)`, 'like', containing(search)))
  const rows = await reviewers
    .select(['appUser.id', 'appUser.firstName', 'appUser.lastName', 'appUser.name', 'company.name as companyName'])
    .orderBy(sql`lower(app_user.first_name)`)
    .orderBy(sql`lower(app_user.last_name)`)
    .orderBy('appUser.id')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const { total } = await reviewers.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const items = rows.map((row): Mentionable => ({ ...row, role: 'TPR', isReader: true }))
  return { items, total, page, size }
}
