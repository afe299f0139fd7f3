import type { TableMode } from '@portal/contract/slv/table-mode'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { containing } from '../lib/like.ts'
import { modeOf } from './filter.ts'
import { visibleSlvs } from './visible.ts'

/** A list of choices goes no further; whoever searches narrows it. */
const most = 50

type Search = { search: string; tableMode?: TableMode | undefined }

/** Names of the sellers in the asker's SLVs, or in one of their lists. Throws 403 for a list that they do not have. */
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

/** Non-agency programs in the asker's SLVs, or in one of their lists. Throws 403 for a list that they do not have. */
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
