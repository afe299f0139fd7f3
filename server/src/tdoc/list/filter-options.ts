import type { TdocFilterOptions, TdocFilterOptionsQuery, TdocListKey } from '@portal/contract/tdoc/list-query'
import { tdocModeRules } from '@portal/contract/tdoc/policy'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../lib/ctx.ts'
import { containing } from '../../lib/database/like.ts'
import { forbidden } from '../../lib/errors.ts'
import { visibleTdocs } from '../visible.ts'
import { listColumns } from './filter.ts'

/** The longest list of choices; users search to narrow it. */
const most = 50

export async function getFilterOptions(
  ctx: Ctx,
  { tableMode, search, list }: z.output<typeof TdocFilterOptionsQuery>,
): Promise<TdocFilterOptions> {
  if (!tdocModeRules[tableMode](ctx.actor)) throw forbidden('You do not have permission to do this')
  const valuesOf = async (key: TdocListKey): Promise<string[]> => {
    if (list !== undefined && list !== key) return []
    const column = sql.ref<string>(`tdoc.${listColumns[key]}`)
    const rows = await visibleTdocs(ctx)
      .select(column.as('value'))
      .where('tdoc.isPurchased', '=', tableMode === 'PURCHASED_POST_PURCHASED')
      .where(sql<boolean>`lower(${column}) like ${containing(search)}`)
      .groupBy(column)
      .orderBy(sql`lower(${column})`)
      .orderBy(column)
      .limit(most)
      .execute()
    return rows.map(({ value }) => value)
  }
  return {
    sellers: await valuesOf('sellers'),
    borrowers: await valuesOf('borrowers'),
    loanStatuses: await valuesOf('loanStatuses'),
    loanNumbers: await valuesOf('loanNumbers'),
  }
}
