import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { inOrder, text } from '../lib/fields.ts'
import { ChangesQuery, createChangesSchema, yes } from '../lib/paging.ts'
import { toRecord } from '../lib/typed.ts'
import { LoanParams } from '../loan/model.ts'
import { UserId } from '../user/model.ts'
import { isUnderwriter } from '../user/policy.ts'
import { countedFilters } from './counts.ts'
import { SlvFilter, SlvListQuery } from './list-query.ts'
import { PostCloseReason, SlvId, SlvType } from './model.ts'
import {
  maxListed,
  SlvNeighbors,
  SlvPage,
  SlvRow,
  SlvStatistics,
} from './row.ts'
import { SlvStatus } from './status.ts'
import { seesSlvs, tableModeRules } from './table-mode.ts'

const lists = createEndpoints({ tag: 'SLVs', access: seesSlvs, about: 'SLVS' })

export const listSlvs = lists.get(
  '/v1/proxy-loans',
  'A page of one of the caller’s lists, filtered and sorted',
  { isPublished: true, query: SlvListQuery, response: SlvPage },
)

export const listSlvChanges = lists.get(
  '/v1/proxy-loans/changes',
  'The SLVs that were created or changed since the last call, in the order of their changes, each as it is now',
  {
    isPublished: true,
    query: ChangesQuery,
    response: createChangesSchema(SlvRow),
  },
)

/** The list's query without paging, and the open SLV. */
export const SlvNextQuery = SlvListQuery.safeExtend({
  after: SlvId.describe('The open SLV'),
  position: z.coerce
    .number()
    .int()
    .min(1)
    .max(maxListed)
    .optional()
    .describe('Where the SLV was in the list when it was opened, from 1'),
  moved: yes
    .optional()
    .describe(
      'Set after an action on the SLV: it is left out of the list, even if it is still there, so that the neighbors are those of its former position',
    ),
})
export type SlvNextQuery = z.infer<typeof SlvNextQuery>

export const getNextSlv = lists.get(
  '/v1/proxy-loans/next',
  'The SLVs before and after an SLV in one of the caller’s lists, even once it has left the list',
  { query: SlvNextQuery, response: SlvNeighbors },
)

const search = z.object({
  search: text(100).default(''),
  tableMode: SlvFilter.shape.tableMode,
})

export const getSellerFilter = lists.get(
  '/v1/proxy-loans/get-seller-filter',
  'Names of the sellers in the caller’s SLVs',
  { query: search, response: z.array(z.string()) },
)

export const getProgramFilter = lists.get(
  '/v1/proxy-loans/get-buyer-non-agency-program-filter',
  'Non-agency programs in the caller’s SLVs',
  { query: search, response: z.array(z.string()) },
)

/** Who owns SLVs of a list, and how many. */
export const SlvOwner = z.object({
  id: UserId,
  name: z.string(),
  companyName: z.string(),
  isActive: z.boolean(),
  open: z
    .number()
    .int()
    .describe("Drafts, resubmissions and everything sent that isn't decided"),
  finished: z.number().int().describe('Decided or withdrawn'),
})
export type SlvOwner = z.infer<typeof SlvOwner>

export const listOwners = lists.get(
  '/v1/proxy-loans/owners',
  'The people of sellers who own the caller’s SLVs, also those who left, by name, with how many are open and finished; at most 999',
  {
    response: z.object({ items: z.array(SlvOwner) }),
  },
)

/** In the form that `omit` takes: `{ status: true, … }`. */
const isCountedFilter = toRecord(countedFilters, () => true as const)
/**
 * The counts apply every filter except those that they set themselves
 * (counts.ts).
 */
const StatisticsQuery = SlvFilter.omit(isCountedFilter).superRefine(
  inOrder('from', 'to'),
)
export type StatisticsQuery = z.infer<typeof StatisticsQuery>

const statistics = {
  query: StatisticsQuery,
  response: SlvStatistics,
}

export const getStatistics = lists.get(
  '/v1/proxy-loans/statistics',
  'Counts for a tab of the SLV home',
  statistics,
)
export const getMyCompanyStatistics = lists.get(
  '/v1/proxy-loans/my-company-statistics',
  "Counts for the company's SLVs",
  { ...statistics, access: tableModeRules.MY_COMPANY.access },
)
export const getDepartmentStatistics = lists.get(
  '/v1/proxy-loans/department-statistics',
  'Counts for the department',
  {
    ...statistics,
    access: tableModeRules.ALL.access,
  },
)

const SlvOfLoan = z.object({
  id: z.uuid(),
  type: SlvType.describe(
    'PRE: before the purchase of the loan; POST: after it',
  ),
  status: SlvStatus,
  date: z.iso
    .datetime()
    .nullable()
    .describe('When it was sent; null before that'),
  sellerName: z.string().describe('The seller’s company'),
  underwriterName: z.string().nullable(),
  postCloseReason: PostCloseReason.nullable().describe(
    'Why a post-close SLV was made',
  ),
})
const slvsOfLoan = createEndpoints({
  tag: 'Loans',
  access: isUnderwriter,
  about: 'LOAN',
  params: LoanParams,
  response: z.object({ items: z.array(SlvOfLoan) }),
})

export const checkLoansByGet = slvsOfLoan.get(
  '/v1/loans/underwriter/check-loans/:n',
  'All SLVs of a loan that the caller may see',
  { isPublished: true },
)
export const checkLoansByPost = slvsOfLoan.post(
  '/v1/loans/underwriter/check-loans/:n',
  'All SLVs of a loan that the caller may see',
  { isRead: true },
)
