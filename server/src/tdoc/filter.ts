import type { Problem } from '@portal/contract/lib/errors'
import { isOneOf } from '@portal/contract/lib/typed'
import {
  filterValues,
  type TdocFilterBy,
  type TdocListKey,
  type TdocListQuery,
  tdocListKeys,
} from '@portal/contract/tdoc/list-query'
import { type TdocTab, tdocStatuses, tdocTabs } from '@portal/contract/tdoc/model'
import { isReviewer, tdocModeRules } from '@portal/contract/tdoc/policy'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { badRequest, forbidden } from '../lib/errors.ts'
import { containing } from '../lib/like.ts'
import type { Slot } from '../lib/prepared.ts'
import { vendorIdNamed } from '../user/find-vendor-named.ts'
import type { ClockValues } from './sort.ts'

type Narrowing = Exclude<TdocFilterBy, 'status'> | 'NONE'

/** What decides the text of a list's queries: which table's readers they are for, the tab, and what narrows it. */
export type FilterShape = {
  isOfVendor: boolean
  tab: TdocTab
  filterBy: Narrowing
  /** Whether any of the lists (sellers, borrowers …) filters it; the stored tally doesn't cover them. */
  hasLists: boolean
  hasSearch: boolean
}

export type FilterValues = ClockValues &
  Record<TdocListKey, readonly string[] | null> & {
    isPurchased: boolean
    companyId: string
    /** What `filterBy` compares with: a word's place in its list, a person, or a name. */
    place: number | null
    personId: string | null
    vendorName: string | null
    /** In lower case; one or two characters begin a field, so a line break stands before them. */
    needle: string
    pattern: string
  }

/** As few find too much to be looked for anywhere; they are looked for where a field begins. */
const shortSearch = 2

/** A filter as the shape and the values of a query. Throws 403 for a table that the asker does not have, 400 for a value that is none. */
export function readFilter(ctx: Ctx, query: TdocListQuery): { shape: FilterShape; values: FilterValues } {
  const { actor, now, sla } = ctx
  const { tableMode, search, filterBy, filterByValue } = query
  if (!tdocModeRules[tableMode](actor)) throw forbidden('You do not have the permission for this')
  refuseUnknown(filterBy, filterByValue)

  const narrowing = filterBy === 'status' || filterByValue === undefined ? 'NONE' : filterBy
  const tab = filterBy === 'status' ? (filterByValue ?? query.status) : query.status
  const words = search.toLowerCase()
  const needle = words.length > shortSearch ? words : `\n${words}`
  const place = filterValues[filterBy]?.indexOf(filterByValue ?? '') ?? -1
  const isPerson = narrowing === 'assignedUnderwriter' || narrowing === 'reviewUnderwriter'
  return {
    shape: {
      isOfVendor: isReviewer(actor),
      tab: tab !== undefined && isOneOf(tdocTabs, tab) ? tab : 'ALL',
      filterBy: narrowing,
      hasLists: tdocListKeys.some((key) => query[key]?.length),
      hasSearch: words !== '',
    },
    values: {
      isPurchased: tableMode === 'PURCHASED_POST_PURCHASED',
      companyId: actor.companyId,
      place: place < 0 ? null : place + 1,
      personId: isPerson ? (filterByValue ?? null) : null,
      vendorName: narrowing === 'vendorName' ? (filterByValue ?? null) : null,
      sellers: listOf(query.sellers),
      borrowers: listOf(query.borrowers),
      loanStatuses: listOf(query.loanStatuses),
      loanNumbers: listOf(query.loanNumbers),
      needle,
      pattern: containing(needle),
      today: sla.days.ordinalAt(now),
      automaticTarget: sla.targets.tdocAutomatic.targetDays,
      manualTarget: sla.targets.tdocManual.targetDays,
      escalationTarget: sla.targets.tdocEscalation.targetDays,
      purchasedTarget: sla.targets.tdocPurchased.targetDays,
    },
  }
}

const listOf = (values: readonly string[] | undefined) => (values?.length ? values : null)

/** The column that each list filters. */
export const listColumns: Record<TdocListKey, string> = {
  sellers: 'seller_name',
  borrowers: 'borrower_last_name',
  loanStatuses: 'current_ld_status',
  loanNumbers: 'buyer_loan_number',
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

function refuseUnknown(filterBy: TdocFilterBy, value: string | undefined) {
  if (value === undefined) return
  const problems: Problem[] = []
  const words = filterBy === 'status' ? tdocTabs : filterValues[filterBy]
  if (words && !words.includes(value)) problems.push({ field: 'filterByValue', error: 'Not a value of this filter' })
  const isPerson = filterBy === 'assignedUnderwriter' || filterBy === 'reviewUnderwriter'
  if (isPerson && !uuid.test(value)) problems.push({ field: 'filterByValue', error: 'Not the id of a person' })
  if (problems.length > 0) throw badRequest(problems)
}

/** The place of a status among all, as the database keeps it beside the word. */
export const placeOf = (tab: Exclude<TdocTab, 'ALL'>) => tdocStatuses.indexOf(tab) + 1

/** A list as conditions on `tdoc`, or on `tdoc_tally`, which has the same columns. */
export function conditions(
  { isOfVendor, tab, filterBy, hasLists }: Omit<FilterShape, 'hasSearch'>,
  value: Slot<FilterValues>,
  table: 'tdoc' | 'tdoc_tally' = 'tdoc',
): RawBuilder<boolean>[] {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const narrowed = narrowedBy(filterBy, column, value)
  return [
    sql<boolean>`${column('is_purchased')} = ${value('isPurchased')}`,
    ...(isOfVendor ? [sql<boolean>`${column('vendor_id')} = ${value('companyId')}`] : []),
    ...(tab === 'ALL' ? [] : [sql<boolean>`${column('status_place')} = ${sql.lit(placeOf(tab))}`]),
    ...(narrowed ? [narrowed] : []),
    ...(hasLists ? tdocListKeys.map((key) => isListed(column(listColumns[key]), value(key))) : []),
  ]
}

const isListed = (column: RawBuilder<unknown>, values: readonly string[] | null) =>
  sql<boolean>`(${values}::text[] is null or ${column} = any(${values}::text[]))`

const narrowedBy = (
  filterBy: Narrowing,
  column: (name: string) => RawBuilder<unknown>,
  value: Slot<FilterValues>,
): RawBuilder<boolean> | null => {
  switch (filterBy) {
    case 'NONE':
      return null
    case 'type':
      return sql`${column('type_place')} = ${value('place')}::smallint`
    case 'tprResponse':
      return sql`${column('response_place')} = ${value('place')}::smallint`
    case 'progressTracking':
      return sql`${column('progress_place')} = ${value('place')}::smallint`
    case 'assignedUnderwriter':
      return sql`${column('assigned_underwriter_id')} = ${value('personId')}::uuid`
    case 'reviewUnderwriter':
      return sql`${column('review_underwriter_id')} = ${value('personId')}::uuid`
    case 'vendorName':
      return sql`${column('vendor_id')} = ${vendorIdNamed(value('vendorName'))}`
  }
}

/** What a search finds, by the index of its letters: for what is rare. */
export const isFound = (value: Slot<FilterValues>) => sql<boolean>`tdoc.search_text like ${value('pattern')}`
/** The same, row by row: for what is common. No index is tempted by it. */
export const isFoundHere = (value: Slot<FilterValues>) => sql<boolean>`strpos(tdoc.search_text, ${value('needle')}) > 0`
