import type { HistoryAction } from '@portal/contract/history/api'
import { innerActions, isMasked } from '@portal/contract/history/visible'
import { decisions, slvStatuses, statusFor } from '@portal/contract/slv/status'
import { visibleFields } from '@portal/contract/slv/visible-fields'
import type { Role } from '@portal/contract/user/model'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { visibleSlvs } from '../slv/visible.ts'

/** An SLV's history entries that the actor may see. Throws 404 if they may not see the SLV. */
export async function visibleEntries(ctx: Ctx, slvId: string) {
  const { role } = ctx.actor
  const slv = await visibleSlvs(ctx).select('slv.id').where('slv.id', '=', slvId).executeTakeFirst()
  if (!slv) throw notFound('SLV')
  const entries = ctx.db
    .selectFrom('slvHistory')
    .where('slvHistory.slvId', '=', slvId)
    .$if(isMasked(role), (query) => query.where(isEntryVisible(role)))
  return { entries }
}

const literals = (values: Iterable<string>) => sql.join([...values].map((value) => sql.lit(value)))

/** `isTold` of contract/history/visible.ts as SQL on `slv_history`, for paging. */
const isEntryVisible = (role: Role) => {
  const shown = (column: 'from_status' | 'to_status') => {
    const masked = slvStatuses.filter((status) => statusFor(role, status) !== status)
    const stands = masked[0] ? statusFor(role, masked[0]) : ''
    return sql`case when ${sql.ref(`slv_history.${column}`)} in (${literals(masked)}) then ${sql.lit(stands)}
      else ${sql.ref(`slv_history.${column}`)} end`
  }
  const inner: readonly HistoryAction[] = innerActions
  return sql<boolean>`slv_history.action not in (${literals(inner)})
    and (${shown('from_status')} is distinct from ${shown('to_status')}
      or exists (select from jsonb_array_elements(slv_history.changes) as change where ${isVisible(role)}))`
}

export const isVisible = (role: Role) => {
  const field = sql`split_part(change ->> 'field', '.', 1)`
  return sql<boolean>`(${field} in (${literals(visibleFields(role, 'REVIEW'))})
    or slv_history.to_status in (${literals(decisions)}) and ${field} in (${literals(visibleFields(role, 'APPROVED'))}))`
}
