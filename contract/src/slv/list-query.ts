import { z } from 'zod'
import { dayInput, inOrder, text } from '../lib/fields.ts'
import { joined, Paging, yes } from '../lib/paging.ts'
import { words } from '../lib/typed.ts'
import type { Role } from '../user/model.ts'
import { Occupancy, SlvType } from './model.ts'
import { SlvStatus } from './status.ts'
import { DepartmentTableMode, TableMode } from './table-mode.ts'
import { Timeframe } from './timeframe.ts'

/** Columns that a list can be sorted by. */
export const sortKeys = words(
  'date updatedAt buyerLoan sellerLoan sellerName borrowerLastName buyerNonAgencyProgram loanAmount ltv',
  'creditScore status type underwriterName turnTime groupSlaStatus',
)
export const SortKey = z.enum(sortKeys)
export type SortKey = z.infer<typeof SortKey>

export const sortKeysFor = (role: Role): SortKey[] =>
  sortKeys.filter((key) => role !== 'SELLER' || (key !== 'groupSlaStatus' && key !== 'updatedAt'))

/** Values that a loan may lack; averages leave it out. */
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

/** The filter of lists, counts and exports. */
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
  /** Filters used by links from figures. */
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
}).superRefine(inOrder('from', 'to'))
export type SlvListQuery = z.infer<typeof SlvListQuery>
