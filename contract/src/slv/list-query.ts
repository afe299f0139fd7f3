import { z } from 'zod'
import { dayInput, text } from '../lib/fields.ts'
import { joined, Paging, yes } from '../lib/paging.ts'
import type { Role } from '../user/model.ts'
import { Occupancy, SlvType } from './model.ts'
import { SlvStatus } from './status.ts'
import { DepartmentTableMode, TableMode } from './table-mode.ts'
import { Timeframe } from './timeframe.ts'

/** Columns that a list can be sorted by. */
export const sortKeys = [
  'date',
  'updatedAt',
  'buyerLoan',
  'sellerLoan',
  'sellerName',
  'borrowerLastName',
  'buyerNonAgencyProgram',
  'loanAmount',
  'ltv',
  'creditScore',
  'status',
  'type',
  'underwriterName',
  'turnTime',
  'groupSlaStatus',
] as const
export const SortKey = z.enum(sortKeys)
export type SortKey = z.infer<typeof SortKey>

/** Sorting by what one may not see would tell it: sellers have no SLA column and no last change (security.md). */
export const sortKeysFor = (role: Role): SortKey[] =>
  sortKeys.filter((key) => role !== 'SELLER' || (key !== 'groupSlaStatus' && key !== 'updatedAt'))

/** What a loan may lack, and an average then leaves it out. */
export const loanValues = ['loanAmount', 'creditScore', 'ltv', 'dti', 'dscr', 'reserves'] as const
export const LoanValue = z.enum(loanValues)
export type LoanValue = z.infer<typeof LoanValue>
export const loanValueLabels: Record<LoanValue, string> = {
  loanAmount: 'Loan Amount',
  creditScore: 'FICO',
  ltv: 'LTV',
  dti: 'DTI',
  dscr: 'DSCR',
  reserves: 'Reserves',
}

/** What narrows a list; the same for lists, counts and exports. An absent key does not narrow. */
export const SlvFilter = z.object({
  tableMode: TableMode.optional(),
  departmentTableMode: DepartmentTableMode.default('ALL'),
  search: text(100).default(''),
  status: joined(SlvStatus),
  sellers: joined(text(200), '!'),
  bdds: joined(z.uuid()),
  underwriterIds: joined(z.uuid()),
  /** Names of non-agency programs, as get-buyer-non-agency-program-filter lists them. */
  productCodes: joined(text(80)),
  type: joined(SlvType),
  timeframe: Timeframe.optional(),
  from: dayInput.optional(),
  to: dayInput.optional(),
  overdue: yes.optional(),
  /** What figures lead by to the SLVs behind them: the property's state, its occupancy, a reason of a variance, values that are given. */
  states: joined(text(2)),
  occupancies: joined(Occupancy),
  reasons: joined(text(40)),
  has: joined(LoanValue),
})
export type SlvFilter = z.infer<typeof SlvFilter>

export const SlvListQuery = SlvFilter.extend({
  ...Paging.shape,
  sortBy: SortKey.default('date'),
  sortType: z.enum(['asc', 'desc']).default('asc'),
}).superRefine(({ from, to }, ctx) => {
  if (from && to && from > to) ctx.addIssue({ code: 'custom', path: ['from'], message: 'Invalid Date' })
})
export type SlvListQuery = z.infer<typeof SlvListQuery>
