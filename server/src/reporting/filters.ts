import { branded } from '@portal/contract/lib/brand'
import { loanValueLabels, type SlvFilter, type SlvListQuery } from '@portal/contract/slv/list-query'
import { occupancyLabels, slvTypeLabels } from '@portal/contract/slv/model'
import { slvStatusLabels } from '@portal/contract/slv/status'
import { departmentTableModeLabels, tableModeLabels } from '@portal/contract/slv/table-mode'
import { timeframeLabels } from '@portal/contract/slv/timeframe'
import {
  defaultSort,
  type TdocColumn,
  type TdocFilterBy,
  type TdocListQuery,
  tdocColumnLabels,
  tdocListKeys,
  tdocListLabels,
} from '@portal/contract/tdoc/list-query'
import {
  progressTrackingLabels,
  tdocStatusLabels,
  tdocTableModeLabels,
  tdocTypeLabels,
  tprResponseLabels,
} from '@portal/contract/tdoc/model'
import { isReviewer } from '@portal/contract/tdoc/policy'
import { isSeller } from '@portal/contract/user/policy'
import type { Ctx } from '../lib/ctx.ts'
import { modeOf } from '../slv/filter.ts'
import { peopleToName } from './load-figures.ts'

type Line = readonly [string, string]

/** A list and all that narrows it (no filter can be left out: each has its line), in words, for the workbook's second sheet. What is not set is not told. */
export async function tellFilters(ctx: Ctx, query: SlvListQuery): Promise<Line[]> {
  const mode = modeOf(ctx.actor, query.tableMode)
  const part = mode === 'ALL' ? `, ${departmentTableModeLabels[query.departmentTableMode]}` : ''
  const told: Record<Exclude<keyof SlvFilter, 'departmentTableMode'>, Line> = {
    tableMode: ['List', `${tableModeLabels[mode]}${part}`],
    search: ['Search', query.search],
    status: ['Status', said(query.status?.map((status) => slvStatusLabels[status]))],
    type: ['Type', said(query.type?.map((type) => slvTypeLabels[type]))],
    sellers: ['Sellers', said(query.sellers)],
    underwriterIds: ['Underwriters', await people(ctx, query.underwriterIds)],
    bdds: ['BDDs', await people(ctx, query.bdds)],
    productCodes: ['Non-Agency Programs', said(query.productCodes)],
    timeframe: ['Timeframe', query.timeframe ? timeframeLabels[query.timeframe] : ''],
    from: ['From', query.from ? dayText(query.from) : ''],
    to: ['To', query.to ? dayText(query.to) : ''],
    overdue: ['Overdue', query.overdue === undefined ? '' : query.overdue ? 'Only overdue' : 'Only not overdue'],
    states: ['States', said(query.states)],
    occupancies: ['Occupancy', said(query.occupancies?.map((occupancy) => occupancyLabels[occupancy]))],
    reasons: ['Reasons', said(query.reasons)],
    has: ['With', said(query.has?.map((value) => loanValueLabels[value]))],
  }
  const sorted: Line = ['Sorted by', sortText(sortLabels[query.sortBy], query.sortType)]
  const lines = [...Object.values(told), sorted]
  return lines.filter(([, text]) => text !== '')
}

/** One of the two tables of Tdocs and all that narrows it, in words, as `tellFilters` does for SLVs. */
export async function tellTdocFilters(ctx: Ctx, query: TdocListQuery, brandName: string): Promise<Line[]> {
  const { tableMode, search, filterBy, filterByValue, sortBy = defaultSort[tableMode], sortType } = query
  const tab = filterBy === 'status' ? filterByValue : query.status
  const narrowing = filterBy === 'status' ? undefined : filterByValue
  const lines: Line[] = [
    ['Table', tdocTableModeLabels[tableMode]],
    ['Search', search],
    ['Status', labelIn(tdocStatusLabels, tab)],
    [branded(tdocColumnLabels[tdocFilterColumns[filterBy]], brandName), await tdocFilterText(ctx, filterBy, narrowing)],
    ...tdocListKeys.map((key): Line => [branded(tdocListLabels[key], brandName), said(query[key])]),
    ['Sorted by', sortText(branded(tdocColumnLabels[sortBy], brandName), sortType)],
  ]
  return lines.filter(([, text]) => text !== '')
}

const labelIn = (labels: Record<string, string>, value = ''): string => labels[value] ?? ''

async function tdocFilterText(ctx: Ctx, by: TdocFilterBy, value: string | undefined): Promise<string> {
  switch (by) {
    case 'status':
      return ''
    case 'assignedUnderwriter':
    case 'reviewUnderwriter':
      return people(ctx, value === undefined ? [] : [value])
    case 'vendorName':
      return value ?? ''
    case 'type':
      return labelIn(tdocTypeLabels, value)
    case 'tprResponse':
      return labelIn(tprResponseLabels, value)
    case 'progressTracking':
      return labelIn(progressTrackingLabels, value)
  }
}

const tdocFilterColumns: Record<TdocFilterBy, TdocColumn> = {
  status: 'status',
  assignedUnderwriter: 'assignedUnderwriter',
  reviewUnderwriter: 'reviewUnderwriter',
  type: 'type',
  vendorName: 'jumboVendorName',
  tprResponse: 'tprResponse',
  progressTracking: 'progressTracking',
}

const sortText = (label: string, type: 'asc' | 'desc') => `${label}, ${type === 'asc' ? 'ascending' : 'descending'}`

const said = (values: readonly string[] | undefined): string => (values ?? []).join(', ')

const dayText = (day: string): string => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1')

/**
 * Names of the people in a filter, as the figures name them. Ids without a name are counted, so that the text is never
 * narrower than the filter.
 * Sellers and reviewers get no names by ids: only those in their own rows.
 */
async function people({ db, actor }: Ctx, ids: readonly string[] | undefined): Promise<string> {
  if (!ids || ids.length === 0) return ''
  if (isSeller(actor) || isReviewer(actor)) return `${ids.length} chosen`
  const rows = await peopleToName(db).where('appUser.id', 'in', ids).orderBy('appUser.name').execute()
  const named = said(rows.map(({ name }) => name))
  const unnamed = new Set(ids).size - rows.length
  if (rows.length === 0) return `${unnamed} chosen`
  return unnamed > 0 ? `${named} and ${unnamed} more` : named
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
