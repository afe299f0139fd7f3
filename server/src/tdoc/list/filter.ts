import type { Problem } from '@portal/contract/lib/errors'
import { isOneOf } from '@portal/contract/lib/typed'
import * as listQuery from '@portal/contract/tdoc/list-query'
import {
  type TdocTab,
  tdocStatuses,
  tdocTabs,
} from '@portal/contract/tdoc/model'
import { isReviewer, tdocModeRules } from '@portal/contract/tdoc/policy'
import type { Actor } from '@portal/contract/user/model'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../lib/ctx.ts'
import { byName, containing, matches } from '../../lib/database/list-query.ts'
import { badRequest, forbidden } from '../../lib/errors.ts'
import { vendorIdNamed } from '../../user/find-vendor.ts'
import { visibleTdocs } from '../visible.ts'
import { needsReviewers } from './find-needs.ts'

export type Filter = {
  tab: TdocTab
  /** The filter of all tabs, as a where clause on `tdoc`. */
  where: RawBuilder<boolean>
}

/**
 * The columns of filters: the position of a value in its list, a person's id,
 * or a name.
 */
const filterColumns: Record<
  Exclude<listQuery.TdocFilterKey, 'needsYou' | 'vendorName'>,
  string
> = {
  type: 'type_place',
  tprResponse: 'response_place',
  progressTracking: 'progress_place',
  assignedUnderwriter: 'assigned_underwriter_id',
  reviewUnderwriter: 'review_underwriter_id',
  sellers: 'seller_name',
  borrowers: 'borrower_last_name',
  loanStatuses: 'current_ld_status',
  loanNumbers: 'buyer_loan_number',
}

/**
 * Throws 403 for a table that the actor does not have, 400 for a filter that
 * they do not have or a value that it does not take.
 */
export function readFilter(ctx: Ctx, query: listQuery.TdocListQuery): Filter {
  const { actor } = ctx
  const { tableMode, search, filterBy, filterByValue } = query
  if (!tdocModeRules[tableMode](actor))
    throw forbidden('You do not have permission to do this')
  refuseForeign(actor, query)
  refuseUnknown(filterBy, filterByValue)
  const tab =
    filterBy === 'status' ? (filterByValue ?? query.status) : query.status
  const conditions = [
    sql`tdoc.is_purchased = ${tableMode === 'PURCHASED_POST_PURCHASED'}`,
    ...(isReviewer(actor) ? [sql`tdoc.vendor_id = ${actor.companyId}`] : []),
    ...(filterBy === 'status' || filterByValue === undefined
      ? []
      : [isOneOfValues(ctx, filterBy, [filterByValue])]),
    ...listQuery.tdocFilterKeys.flatMap((key) =>
      query[key]?.length ? [isOneOfValues(ctx, key, query[key])] : [],
    ),
    ...(search === ''
      ? []
      : [sql`tdoc.search_form like ${containing(search)}`]),
  ]
  return {
    tab: tab !== undefined && isOneOf(tdocTabs, tab) ? tab : 'ALL',
    where: sql<boolean>`${sql.join(conditions, sql` and `)}`,
  }
}

const isOneOfValues = (
  ctx: Ctx,
  key: listQuery.TdocFilterKey,
  values: readonly string[],
): RawBuilder<unknown> => {
  if (key === 'needsYou') return needsReviewers(ctx)
  if (key === 'vendorName')
    return sql`tdoc.vendor_id in (${sql.join(values.map(vendorIdNamed))})`
  const column = sql.ref(`tdoc.${filterColumns[key]}`)
  const { values: known, isPerson } = listQuery.tdocFilterRow(key)
  if (known) {
    const positions = values.map((value) => known.indexOf(value) + 1)
    return sql`${column} = any(${positions}::int[])`
  }
  if (isPerson) return sql`${column} = any(${values}::uuid[])`
  return sql`${column} = any(${values}::text[])`
}

export const inTab = (tab: TdocTab): RawBuilder<boolean> =>
  tab === 'ALL'
    ? sql`true`
    : sql`tdoc.status_place = ${tdocStatuses.indexOf(tab) + 1}`

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Refuses filters that only other roles have. */
function refuseForeign({ role }: Actor, query: listQuery.TdocListQuery): void {
  const problems = listQuery.tdocFilterKeys
    .filter(
      (key) =>
        query[key]?.length && listQuery.isTdocFilterRefusedFrom(role, key),
    )
    .map((field) => ({
      field,
      error: 'This filter is not available for this list',
    }))
  if (problems.length > 0) throw badRequest(problems)
}

function refuseUnknown(
  filterBy: listQuery.TdocFilterBy,
  value: string | undefined,
) {
  if (value === undefined) return
  const problems: Problem[] = []
  const allowed =
    filterBy === 'status' ? tdocTabs : listQuery.tdocFilterRow(filterBy).values
  if (allowed && !allowed.includes(value))
    problems.push({
      field: 'filterByValue',
      error: 'Not a valid value for this filter',
    })
  const isPerson =
    filterBy !== 'status' && listQuery.tdocFilterRow(filterBy).isPerson
  if (isPerson && !uuid.test(value))
    problems.push({ field: 'filterByValue', error: 'Not a valid user ID' })
  if (problems.length > 0) throw badRequest(problems)
}

/** The longest list of choices; users search to narrow it. */
const most = 50

export async function getFilterOptions(
  ctx: Ctx,
  {
    tableMode,
    search,
    list,
  }: z.output<typeof listQuery.TdocFilterOptionsQuery>,
): Promise<listQuery.TdocFilterOptions> {
  if (!tdocModeRules[tableMode](ctx.actor))
    throw forbidden('You do not have permission to do this')
  const getValues = async (key: listQuery.TdocListKey): Promise<string[]> => {
    if (list !== undefined && list !== key) return []
    const column = sql.ref<string>(`tdoc.${filterColumns[key]}`)
    const rows = await visibleTdocs(ctx)
      .select(column.as('value'))
      .where('tdoc.isPurchased', '=', tableMode === 'PURCHASED_POST_PURCHASED')
      .where(matches(column, containing(search)))
      .groupBy(column)
      .orderBy(byName(column))
      .orderBy(column)
      .limit(most)
      .execute()
    return rows.map(({ value }) => value)
  }
  return {
    sellers: await getValues('sellers'),
    borrowers: await getValues('borrowers'),
    loanStatuses: await getValues('loanStatuses'),
    loanNumbers: await getValues('loanNumbers'),
  }
}
