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
  const mode = toMode(ctx.actor, query.tableMode)
  const part =
    mode === 'ALL'
      ? `, ${departmentTableModeLabels[query.departmentTableMode]}`
      : ''
  return withText([
    [
      'List',
      `${tableModeLabels[mode]}${part}${query.part ? `, ${workPartLabels[query.part]}` : ''}`,
    ],
    ['Search', query.search],
    ...(await Promise.all(
      slvFilterKeys.map((key) => describeFilter(ctx, query, key)),
    )),
    ['From', dayText(query.from)],
    ['To', dayText(query.to)],
    [
      'Sorted by',
      sortText(
        branded(slvColumnRow(query.sortBy).label, brandName),
        query.sortType,
      ),
    ],
  ])
}

async function describeFilter(
  ctx: Ctx,
  query: SlvListQuery,
  key: SlvFilterKey,
): Promise<Line> {
  const { label, labels, people, range } = slvFilterRow(key)
  if (key === 'overdue') {
    if (query.overdue === undefined) return [label, '']
    return [label, query.overdue ? 'Only overdue' : 'Only not overdue']
  }
  if (key === 'timeframe')
    return [label, query.timeframe ? timeframeLabels[query.timeframe] : '']
  if (key === 'decidedSince')
    return [
      label,
      (query.decidedSince ?? []).map((day) => dayText(day)).join(', '),
    ]
  if (key === 'like')
    return [label, (query.like ?? []).map(describeLikeness).join(', ')]
  if (range)
    return [
      label,
      (query[key] ?? []).map((text) => describeRange(text, range)).join(', '),
    ]
  return [
    label,
    people ? await peopleText(ctx, query[key]) : listText(query[key], labels),
  ]
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
    const values = [
      ...(query[key] ?? []),
      ...(filterBy === key && filterByValue !== undefined
        ? [filterByValue]
        : []),
    ]
    return [
      branded(column ? tdocColumnRow(column).label : label, brandName),
      isPerson ? await peopleText(ctx, values) : listText(values, labels),
    ]
  }
  return withText([
    ['Table', tdoc.tdocTableModeLabels[tableMode]],
    ['Search', search],
    [
      'Status',
      listText(status === undefined ? [] : [status], tdoc.tdocStatusLabels),
    ],
    ...(await Promise.all(list.tdocFilterKeys.map(describe))),
    [
      'Sorted by',
      sortText(branded(tdocSortLabel(sortBy), brandName), sortType),
    ],
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
