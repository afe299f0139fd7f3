import { branded } from '@portal/contract/lib/brand'
import { slvColumnRow } from '@portal/contract/slv/columns'
import {
  type SlvFilterKey,
  type SlvListQuery,
  slvFilterKeys,
  slvFilterRow,
} from '@portal/contract/slv/list-query'
import { describeRange } from '@portal/contract/slv/range'
import { workPartLabels } from '@portal/contract/slv/status'
import {
  departmentTableModeLabels,
  tableModeLabels,
} from '@portal/contract/slv/table-mode'
import { timeframeLabels } from '@portal/contract/slv/timeframe'
import { describeLikeness } from '@portal/contract/slv-request/like-cases'
import { tdocColumnRow, tdocSortLabel } from '@portal/contract/tdoc/columns'
import * as list from '@portal/contract/tdoc/list-query'
import * as tdoc from '@portal/contract/tdoc/model'
import { isReviewer } from '@portal/contract/tdoc/policy'
import { isSeller } from '@portal/contract/user/policy'
import type { Ctx } from '../../lib/ctx.ts'
import { toMode } from '../../slv/list/filter.ts'

type Line = readonly [label: string, text: string]

/**
 * Describes a list and its filters for the workbook's second sheet; unset
 * filters are left out.
 */
export async function describeFilters(
  ctx: Ctx,
  query: SlvListQuery,
  brandName: string,
): Promise<Line[]> {
  const describe = async (key: SlvFilterKey): Promise<Line> => [
    slvFilterRow(key).label,
    await filterText(ctx, query, key),
  ]
  const filters = await Promise.all(slvFilterKeys.map(describe))
  const sortLabel = branded(slvColumnRow(query.sortBy).label, brandName)
  return withText([
    ['List', listName(ctx, query)],
    ['Search', query.search],
    ...filters,
    ['From', dayText(query.from)],
    ['To', dayText(query.to)],
    ['Sorted by', sortText(sortLabel, query.sortType)],
  ])
}

function listName({ actor }: Ctx, query: SlvListQuery): string {
  const mode = toMode(actor, query.tableMode)
  const names = [tableModeLabels[mode]]
  if (mode === 'ALL')
    names.push(departmentTableModeLabels[query.departmentTableMode])
  if (query.part) names.push(workPartLabels[query.part])
  return names.join(', ')
}

/** The values of a filter; empty if it isn't set. */
async function filterText(
  ctx: Ctx,
  query: SlvListQuery,
  key: SlvFilterKey,
): Promise<string> {
  if (key === 'overdue') {
    if (query.overdue === undefined) return ''
    return query.overdue ? 'Only overdue' : 'Only not overdue'
  }
  if (key === 'timeframe')
    return query.timeframe ? timeframeLabels[query.timeframe] : ''
  const values: readonly string[] = query[key] ?? []
  const { labels, people, range } = slvFilterRow(key)
  if (key === 'decidedSince') return listText(values.map((day) => dayText(day)))
  if (key === 'like') return listText(values.map(describeLikeness))
  if (range) return listText(values.map((text) => describeRange(text, range)))
  return people ? peopleText(ctx, values) : listText(values, labels)
}

export async function describeTdocFilters(
  ctx: Ctx,
  query: list.TdocListQuery,
  brandName: string,
): Promise<Line[]> {
  const {
    tableMode,
    search,
    filterBy,
    filterByValue,
    sortBy = list.defaultSort[tableMode],
    sortType,
  } = query
  const status =
    filterBy === 'status' ? (filterByValue ?? query.status) : query.status
  const describe = async (key: list.TdocFilterKey): Promise<Line> => {
    const { label, column, labels, isPerson } = list.tdocFilterRow(key)
    const values: string[] = [...(query[key] ?? [])]
    if (filterBy === key && filterByValue !== undefined)
      values.push(filterByValue)
    return [
      branded(column ? tdocColumnRow(column).label : label, brandName),
      isPerson ? await peopleText(ctx, values) : listText(values, labels),
    ]
  }
  const filters = await Promise.all(list.tdocFilterKeys.map(describe))
  const sortLabel = branded(tdocSortLabel(sortBy), brandName)
  return withText([
    ['Table', tdoc.tdocTableModeLabels[tableMode]],
    ['Search', search],
    [
      'Status',
      listText(status === undefined ? [] : [status], tdoc.tdocStatusLabels),
    ],
    ...filters,
    ['Sorted by', sortText(sortLabel, sortType)],
  ])
}

const withText = (lines: readonly Line[]) =>
  lines.filter(([, text]) => text !== '')

const sortText = (label: string, type: 'asc' | 'desc') =>
  `${label}, ${type === 'asc' ? 'ascending' : 'descending'}`

const listText = (
  values: readonly string[] = [],
  labels?: Readonly<Record<string, string>>,
): string =>
  values.map((value) => (labels ? (labels[value] ?? '') : value)).join(', ')

const dayText = (day = ''): string =>
  day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1')

/**
 * Names of the people in a filter; ids without a name are counted. Sellers and
 * reviewers get no names by id.
 */
async function peopleText(
  { db, actor }: Ctx,
  ids: readonly string[] = [],
): Promise<string> {
  if (ids.length === 0) return ''
  if (isSeller(actor) || isReviewer(actor)) return `${ids.length} chosen`
  const rows = await db
    .selectFrom('appUser')
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .where('company.kind', '=', 'BUYER')
    .where('appUser.id', 'in', ids)
    .select('appUser.name')
    .orderBy('appUser.name')
    .execute()
  const names = listText(rows.map(({ name }) => name))
  const unnamed = new Set(ids).size - rows.length
  if (rows.length === 0) return `${unnamed} chosen`
  return unnamed > 0 ? `${names} and ${unnamed} more` : names
}
