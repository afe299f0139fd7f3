import type { TableMode } from '@portal/contract/slv/table-mode'
import { sql } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'
import { containing } from '../../lib/database/like.ts'
import { visibleSlvs } from '../visible.ts'
import { modeOf } from './filter.ts'

/** The longest list of choices; users search to narrow it. */
const most = 50

type Search = { search: string; tableMode?: TableMode | undefined }

/** Names of the sellers in the actor's SLVs or in one of their lists. Throws 403 for a list that they don't have. */
export async function getSellerFilter(ctx: Ctx, { search, tableMode }: Search): Promise<string[]> {
  const sellers = visibleSlvs(ctx, tableMode && modeOf(ctx.actor, tableMode)).select('slv.companyId')
  const rows = await ctx.db
    .selectFrom('company')
    .select('name')
    .distinct()
    .where('id', 'in', sellers)
    .where(sql`lower(name)`, 'like', containing(search))
    .orderBy('name')
    .limit(most)
    .execute()
  return rows.map(({ name }) => name)
}

/** Non-agency programs in the actor's SLVs or in one of their lists. Throws 403 for a list that they don't have. */
export async function getProgramFilter(ctx: Ctx, { search, tableMode }: Search): Promise<string[]> {
  const rows = await visibleSlvs(ctx, tableMode && modeOf(ctx.actor, tableMode))
    .select('slv.buyerNonAgencyProgram as program')
    .distinct()
    .where('slv.buyerNonAgencyProgram', 'is not', null)
    .where(sql`lower(slv.buyer_non_agency_program)`, 'like', containing(search))
    .orderBy('program')
    .limit(most)
    .execute()
  return rows.map(({ program }) => program ?? '')
}
