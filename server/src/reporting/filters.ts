import { loanValueLabels, type SlvFilter, type SlvListQuery } from '@portal/contract/slv/list-query'
import { occupancyLabels, slvTypeLabels } from '@portal/contract/slv/model'
import { slvStatusLabels } from '@portal/contract/slv/status'
import { departmentTableModeLabels, tableModeLabels } from '@portal/contract/slv/table-mode'
import { timeframeLabels } from '@portal/contract/slv/timeframe'
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
  const sorted: Line = [
    'Sorted by',
    `${sortLabels[query.sortBy]}, ${query.sortType === 'asc' ? 'ascending' : 'descending'}`,
  ]
  const lines = [...Object.values(told), sorted]
  return lines.filter(([, text]) => text !== '')
}

const said = (values: readonly string[] | undefined): string => (values ?? []).join(', ')

const dayText = (day: string): string => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1')

/**
 * Names of people whom the asker filters by, as the figures name them: any id can be asked for, and whoever has no name here
 * is counted, so that the filter reads no narrower than it was.
 * Sellers are told no names by their ids: only those in their own rows.
 */
async function people({ db, actor }: Ctx, ids: readonly string[] | undefined): Promise<string> {
  if (!ids || ids.length === 0) return ''
  if (isSeller(actor)) return `${ids.length} chosen`
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
