import { mayView } from '@portal/contract/slv/policy'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { slvColumns } from './columns.ts'
import type { LockedSlv } from './lock.ts'
import { hasOtherOpenSlv, withResubmission } from './read-resubmission.ts'

/** An SLV's row with the facts that the rules ask for, as it stands now and without a lock. Throws 404 when the actor sees none. */
export async function findSlv(ctx: Ctx, id: string): Promise<LockedSlv> {
  const row = await ctx.db
    .selectFrom('slv')
    .innerJoin('company', 'company.id', 'slv.companyId')
    .select(slvColumns)
    .select(['company.bddId', hasOtherOpenSlv.as('hasOtherOpenSlv'), sql<null>`null`.as('calendarVersion')])
    .where('slv.id', '=', id)
    .$castTo<LockedSlv>()
    .executeTakeFirst()
  const slv = row && withResubmission(row)
  if (!slv || !mayView(ctx.actor, slv)) throw notFound('SLV')
  return slv
}
