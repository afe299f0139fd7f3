import type { SlvOwner } from '@portal/contract/slv/list-api'
import { undecidedStatuses } from '@portal/contract/slv/status'
import { sql } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'
import { byName } from '../../lib/database/list-query.ts'
import { visibleSlvs } from '../visible.ts'

/** The longest list; lists of people end there too. */
const most = 999

/** Who owns the SLVs that the actor sees. */
export async function findOwners(ctx: Ctx): Promise<{ items: SlvOwner[] }> {
  const isOpen = sql<boolean>`(
    slv.status = any(${undecidedStatuses}::text[])
    or slv.resubmission is not null
  )`
  const counts = visibleSlvs(ctx)
    .select([
      'slv.sellerId',
      sql<number>`(count(*) filter (where ${isOpen}))::int`.as('open'),
      sql<number>`(count(*) filter (where not ${isOpen}))::int`.as('finished'),
    ])
    .groupBy('slv.sellerId')
    .as('counts')
  const items = await ctx.db
    .selectFrom(counts)
    .innerJoin('appUser', 'appUser.id', 'counts.sellerId')
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .select([
      'appUser.id',
      'appUser.name',
      'company.name as companyName',
      sql<boolean>`app_user.status = 'ACTIVE'`.as('isActive'),
      'counts.open',
      'counts.finished',
    ])
    .orderBy(byName(sql`app_user.name`))
    .orderBy('appUser.id')
    .limit(most)
    .execute()
  return { items }
}
