import type { MentionableQuery } from '@portal/contract/conversation/api'
import type { Mentionable } from '@portal/contract/conversation/model'
import type { CompanyKind } from '@portal/contract/user/model'
import { isUnderwriter } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { containing } from '../lib/like.ts'

const homes = { UNDERWRITER: 'BUYER', SELLER: 'SELLER', TPR: 'TPR_VENDOR' } as const satisfies Record<
  string,
  CompanyKind
>

/**
 * Active people in a role with their companies, by first name, for mentions before an SLV or a Tdoc is chosen.
 * Underwriters get people from all companies, sellers and reviewers only from their own.
 */
export async function listByRole(
  { db, actor }: Ctx,
  role: keyof typeof homes,
  { search, page, size }: MentionableQuery,
) {
  const people = db
    .selectFrom('appUser')
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .innerJoin('userRole', (join) =>
      join.onRef('userRole.userId', '=', 'appUser.id').on('userRole.position', '=', 0).on('userRole.role', '=', role),
    )
    .where('appUser.status', '=', 'ACTIVE')
    .where('company.kind', '=', homes[role])
    .$if(!isUnderwriter(actor), (query) => query.where('company.id', '=', actor.companyId))
    .$if(search !== '', (query) => query.where(sql`lower(app_user.name)`, 'like', containing(search)))
  const rows = await people
    .select(['appUser.id', 'appUser.firstName', 'appUser.lastName', 'appUser.name', 'company.name as companyName'])
    .orderBy(sql`lower(app_user.first_name)`)
    .orderBy(sql`lower(app_user.last_name)`)
    .orderBy('appUser.id')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const { total } = await people.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const items = rows.map((row): Mentionable => ({ ...row, role, isReader: true }))
  return { items, total, page, size }
}
