import { mayView } from '@portal/contract/slv/policy'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { slvColumns } from './columns.ts'
import type { LockedSlv } from './lock.ts'
import { hasOtherOpenSlv, isOwnerActive, visibleRound, withResubmission } from './rounds/read-resubmission.ts'

/** An SLV's row with the facts that the policies need, without a lock. Throws 404 if the actor may not see it. */
export async function findSlv(ctx: Ctx, id: string): Promise<LockedSlv> {
  const row = await ctx.db
    .selectFrom('slv')
    .innerJoin('company', 'company.id', 'slv.companyId')
    .select(slvColumns)
    .select([
      'company.bddId',
      hasOtherOpenSlv.as('hasOtherOpenSlv'),
      isOwnerActive.as('isOwnerActive'),
      sql<null>`null`.as('calendarVersion'),
    ])
    .where('slv.id', '=', id)
    .$castTo<LockedSlv>()
    .executeTakeFirst()
  if (!row || !mayView(ctx.actor, withResubmission(row))) throw notFound('SLV')
  return visibleRound(ctx.actor, row)
}
