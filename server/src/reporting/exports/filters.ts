import { branded } from '@portal/contract/lib/brand'
import { loanValueLabels, type SlvFilter, type SlvListQuery } from '@portal/contract/slv/list-query'
import { occupancyLabels, slvTypeLabels } from '@portal/contract/slv/model'
import { slvStatusLabels } from '@portal/contract/slv/status'
import { departmentTableModeLabels, tableModeLabels } from '@portal/contract/slv/table-mode'
import { timeframeLabels } from '@portal/contract/slv/timeframe'
import * as list from '@portal/contract/tdoc/list-query'
import * as tdoc from '@portal/contract/tdoc/model'
import { isReviewer } from '@portal/contract/tdoc/policy'
import { isSeller } from '@portal/contract/user/policy'
import type { Ctx } from '../../lib/ctx.ts'
import { modeOf } from '../../slv/list/filter.ts'

type Line = readonly [label: string, text: string]

/** Describes a list and its filters for the workbook's second sheet; unset filters are left out. */
export async function describeFilters(ctx: Ctx, query: SlvListQuery): Promise<Line[]> {
  const mode = modeOf(ctx.actor, query.tableMode)
  const part = mode === 'ALL' ? `, ${departmentTableModeLabels[query.departmentTableMode]}` : ''
  // A record, so that a new filter doesn't compile without its line.
  const lines: Record<Exclude<keyof SlvFilter, 'departmentTableMode'>, Line> = {
    tableMode: ['List', `${tableModeLabels[mode]}${part}`],
    search: ['Search', query.search],
    status: ['Status', listText(query.status, slvStatusLabels)],
    type: ['Type', listText(query.type, slvTypeLabels)],
    sellers: ['Sellers', listText(query.sellers)],
    underwriterIds: ['Underwriters', await peopleText(ctx, query.underwriterIds)],
    bdds: ['BDDs', await peopleText(ctx, query.bdds)],
    productCodes: ['Non-Agency Programs', listText(query.productCodes)],
    timeframe: ['Timeframe', query.timeframe ? timeframeLabels[query.timeframe] : ''],
    from: ['From', dayText(query.from)],
    to: ['To', dayText(query.to)],
    overdue: ['Overdue', query.overdue === undefined ? '' : query.overdue ? 'Only overdue' : 'Only not overdue'],
    states: ['States', listText(query.states)],
    occupancies: ['Occupancy', listText(query.occupancies, occupancyLabels)],
    reasons: ['Reasons', listText(query.reasons)],
    has: ['With', listText(query.has, loanValueLabels)],
  }
  return withText([...Object.values(lines), ['Sorted by', sortText(sortLabels[query.sortBy], query.sortType)]])
}

/** The columns and labels of what Tdocs are filtered by. */
const tdocFilters: Record<list.TdocFilterBy, { column: list.TdocColumn; labels?: Record<string, string> }> = {
  status: { column: 'status', labels: tdoc.tdocStatusLabels },
  assignedUnderwriter: { column: 'assignedUnderwriter' },
  reviewUnderwriter: { column: 'reviewUnderwriter' },
  type: { column: 'type', labels: tdoc.tdocTypeLabels },
  vendorName: { column: 'jumboVendorName' },
  tprResponse: { column: 'tprResponse', labels: tdoc.tprResponseLabels },
  progressTracking: { column: 'progressTracking', labels: tdoc.progressTrackingLabels },
}

export async function describeTdocFilters(ctx: Ctx, query: list.TdocListQuery, brandName: string): Promise<Line[]> {
  const { tableMode, search, filterBy, filterByValue: value, sortBy = list.defaultSort[tableMode], sortType } = query
  const { column, labels } = tdocFilters[filterBy]
  const isPerson = filterBy === 'assignedUnderwriter' || filterBy === 'reviewUnderwriter'
  const values = value === undefined ? [] : [value]
  const statuses = query.status === undefined ? [] : [query.status]
  return withText([
    ['Table', tdoc.tdocTableModeLabels[tableMode]],
    ['Search', search],
    ['Status', listText(filterBy === 'status' ? values : statuses, tdoc.tdocStatusLabels)],
    [
      branded(list.tdocColumnLabels[column], brandName),
      filterBy === 'status' ? '' : isPerson ? await peopleText(ctx, values) : listText(values, labels),
    ],
    ...list.tdocListKeys.map((key): Line => [branded(list.tdocListLabels[key], brandName), listText(query[key])]),
    ['Sorted by', sortText(branded(list.tdocColumnLabels[sortBy], brandName), sortType)],
  ])
}

const withText = (lines: readonly Line[]) => lines.filter(([, text]) => text !== '')

const sortText = (label: string, type: 'asc' | 'desc') => `${label}, ${type === 'asc' ? 'ascending' : 'descending'}`

const listText = (values: readonly string[] = [], labels?: Record<string, string>): string =>
  values.map((value) => (labels ? (labels[value] ?? '') : value)).join(', ')

const dayText = (day = ''): string => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1')

/** Names of the people in a filter; ids without a name are counted. Sellers and reviewers get no names by id. */
async function peopleText({ db, actor }: Ctx, ids: readonly string[] = []): Promise<string> {
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

const sortLabels: Record<SlvListQuery['sortBy'], string> = {
  date: 'Requested',
  updatedAt: 'Last Change',
  buyerLoan: 'Loan Number',
  sellerLoan: 'Seller Loan',
  sellerName: 'Seller',
  borrowerLastName: 'Borrower',
  buyerNonAgencyProgram: 'Program',
  loanAmount: 'Amount',
  ltv: 'LTV',
  creditScore: 'FICO',
  status: 'Status',
  type: 'Type',
  underwriterName: 'Underwriter',
  turnTime: 'Turn Time',
  groupSlaStatus: 'SLA',
}
