import { branded } from '@portal/contract/lib/brand'
import { progressOf } from '@portal/contract/review-category/model'
import {
  type Clock,
  clockStatuses,
  daysOn,
  hasSla,
  slvTarget,
} from '@portal/contract/slv/clocks'
import {
  occupancyLabels,
  propertyTypeLabels,
  slvTypeLabels,
} from '@portal/contract/slv/model'
import {
  type SlvStatus,
  slvStatuses,
  slvStatusLabels,
  statusFor,
} from '@portal/contract/slv/status'
import {
  type SlvField,
  visibleFields,
} from '@portal/contract/slv/visible-fields'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import {
  type TdocColumn,
  tdocColumnLabels,
  tdocColumns,
} from '@portal/contract/tdoc/list-query'
import {
  progressTrackingLabels,
  tdocStatusLabels,
  tdocTypeLabels,
  tprResponseLabels,
} from '@portal/contract/tdoc/model'
import type { Role } from '@portal/contract/user/model'
import type { Sla } from '../../lib/ctx.ts'
import type {
  Cell,
  ColumnKind,
  SheetColumn,
} from '../../lib/spreadsheets/sheet.ts'
import type { Names, WorkbookRows } from './list-rows.ts'

/**
 * `clock` is that of the list: the lists of SLR and the trade desk have the
 * clock of their review too.
 */
type Context = {
  role: Role
  sla: Sla
  today: number
  names: Names
  clock: Clock
}
type Column = SheetColumn & {
  /**
   * The field of the cells: a role that may not see it doesn't get the column.
   */
  field: SlvField
  /** Only lists of this clock have the column. */
  clock?: Clock
  /** The cells of all rows; absent if the column wasn't read. */
  cells: (rows: WorkbookRows, context: Context) => readonly Cell[] | undefined
}

const column = (
  field: SlvField,
  label: string,
  kind: ColumnKind,
  width: number,
  cells: Column['cells'],
): Column => ({
  field,
  label,
  kind,
  width,
  cells,
})

/** 72.5 as 0.725, without floating-point noise. */
const share = (value: number | null): Cell =>
  value === null ? null : Math.round(value * 10_000) / 1_000_000
const labelIn =
  (labels: Record<string, string>) =>
  (code: string | null | undefined): Cell =>
    code ? (labels[code] ?? code) : null

const nameIn =
  (names: Names) =>
  (id: string | null | undefined): Cell =>
    id ? (names.get(id)?.name ?? null) : null

const buyerSince = ({ slvs }: WorkbookRows, index: number) =>
  slvs.clockParty[index] === 'BUYER' ? (slvs.clockSince[index] ?? null) : null

const slaDays: Column['cells'] = (rows, { sla, today }) =>
  rows.slvs.roundDays?.map((days, index) => {
    const status = rows.slvs.status[index]
    if (days === undefined || !status || !hasSla(status)) return null
    const target = slvTarget(sla.targets, rows.slvs.resubmitCount[index] ?? 0)
    return (
      daysOn({ days, since: buyerSince(rows, index) }, today) -
      target.targetDays
    )
  })

/**
 * The days of the review at SLR or the trade desk over its target; empty once
 * it is completed.
 */
const reviewSlaDays =
  (clock: 'SLR' | 'TD'): Column['cells'] =>
  ({ slvs }, { sla, today }) => {
    const isSlr = clock === 'SLR'
    const { targetDays } = isSlr ? sla.targets.slrReview : sla.targets.tdReview
    const since = isSlr ? slvs.slrSince : slvs.tdSince
    return (isSlr ? slvs.slrDays : slvs.tdDays)?.map((days, index) => {
      const status = slvs.status[index]
      if (
        days === null ||
        days === undefined ||
        !status ||
        !clockStatuses[clock].includes(status)
      )
        return null
      return daysOn({ days, since: since?.[index] ?? null }, today) - targetDays
    })
  }

const turnTime: Column['cells'] = (rows, { today }) =>
  rows.slvs.buyerDays.map((days, index) =>
    daysOn({ days, since: buyerSince(rows, index) }, today),
  )

const columns: readonly Column[] = [
  column(
    'buyerLoan',
    '{buyer} Loan Number',
    'text',
    16,
    ({ slvs }) => slvs.buyerLoan,
  ),
  column(
    'sellerLoan',
    'Seller Loan',
    'text',
    14,
    ({ slvs }) => slvs.sellerLoan,
  ),
  column('sellerName', 'Seller', 'text', 24, ({ slvs }, { names }) =>
    slvs.companyId.map(nameIn(names)),
  ),
  column('corrID', 'Corr ID', 'text', 10, ({ slvs }, { names }) =>
    slvs.companyId.map((id) => names.get(id)?.corrId ?? null),
  ),
  column('ownerName', 'Owner', 'text', 20, ({ slvs }, { names }) =>
    slvs.sellerId.map(nameIn(names)),
  ),
  column(
    'borrowerLastName',
    'Borrower',
    'text',
    16,
    ({ slvs }) => slvs.borrowerLastName,
  ),
  column(
    'buyerNonAgencyProgram',
    'Program',
    'text',
    22,
    ({ slvs }) => slvs.buyerNonAgencyProgram,
  ),
  column(
    'buyerNonAgencyProductName',
    'Product',
    'text',
    18,
    ({ slvs }) => slvs.buyerNonAgencyProductName,
  ),
  column('loanAmount', 'Amount', 'money', 16, ({ slvs }) => slvs.loanAmount),
  column('ltv', 'LTV', 'share', 10, ({ slvs }) => slvs.ltv.map(share)),
  column('cltv', 'CLTV', 'share', 10, ({ slvs }) => slvs.cltv.map(share)),
  column('creditScore', 'FICO', 'integer', 8, ({ slvs }) => slvs.creditScore),
  column('dti', 'DTI', 'share', 10, ({ slvs }) => slvs.dti.map(share)),
  column('dscr', 'DSCR', 'coverage', 10, ({ slvs }) => slvs.dscr),
  column('purpose', 'Purpose', 'text', 12, ({ slvs }) => slvs.purpose),
  column('occupancy', 'Occupancy', 'text', 14, ({ slvs }) =>
    slvs.occupancy.map(labelIn(occupancyLabels)),
  ),
  column('propertyType', 'Property Type', 'text', 22, ({ slvs }) =>
    slvs.propertyType.map(labelIn(propertyTypeLabels)),
  ),
  column('state', 'State', 'text', 8, ({ slvs }) => slvs.state),
  column('status', 'Status', 'text', 20, ({ slvs }, { role }) =>
    slvs.status.map((status) => slvStatusLabels[statusFor(role, status)]),
  ),
  {
    ...column(
      'slrSlaStatus',
      'SLR SLA (Days)',
      'signed',
      10,
      reviewSlaDays('SLR'),
    ),
    clock: 'SLR',
  },
  {
    ...column(
      'tdSlaStatus',
      'TD SLA (Days)',
      'signed',
      10,
      reviewSlaDays('TD'),
    ),
    clock: 'TD',
  },
  column('slaDays', 'SLA (Days)', 'signed', 10, slaDays),
  column('type', 'Type', 'text', 12, ({ slvs }) =>
    slvs.type.map(labelIn(slvTypeLabels)),
  ),
  column('date', 'Requested', 'day', 12, ({ slvs }) => slvs.requested),
  column('underwriterName', 'Underwriter', 'text', 20, ({ slvs }, { names }) =>
    slvs.underwriterId.map(nameIn(names)),
  ),
  column(
    'underwriterManagerName',
    'SLR Reviewer',
    'text',
    20,
    ({ slvs }, { names }) => slvs.underwriterManagerId?.map(nameIn(names)),
  ),
  column(
    'slrRecommendedDecision',
    'SLR Recommendation',
    'text',
    16,
    ({ slvs }) => slvs.slrRecommendedDecision?.map(labelIn(slvStatusLabels)),
  ),
  column('tradeDeskName', 'Trade Desk', 'text', 20, ({ slvs }, { names }) =>
    slvs.tradeDeskId?.map(nameIn(names)),
  ),
  column(
    'tdRecommendedDecision',
    'Trade Desk Recommendation',
    'text',
    16,
    ({ slvs }) => slvs.tdRecommendedDecision?.map(labelIn(slvStatusLabels)),
  ),
  column('turnTime', 'Turn Time (Days)', 'integer', 12, turnTime),
  column(
    'slvRequests',
    'Variances',
    'integer',
    10,
    ({ variances }) => variances.counts,
  ),
  column(
    'slvRequests',
    'Distances',
    'text',
    30,
    ({ variances }) => variances.short,
  ),
  column(
    'slvRequests',
    'Distance from Guideline',
    'lines',
    48,
    ({ variances }) => variances.texts,
  ),
  column('decisionDate', 'Decided', 'day', 12, ({ slvs }) => slvs.decided),
  column(
    'priceAdjustment',
    'Price Adjustment (bps)',
    'bps',
    12,
    ({ slvs }) => slvs.priceAdjustment,
  ),
  column(
    'decisionComment',
    'Decision Subject To',
    'lines',
    48,
    ({ slvs }) => slvs.decisionComment,
  ),
  column('updatedAt', 'Last Change', 'day', 12, ({ slvs }) =>
    slvs.changed?.map((day) => day ?? null),
  ),
]

/**
 * The columns of a role, and the cells of rows; a cell is empty if the role may
 * not see its field in the SLV's status.
 */
export const columnsFor = (context: Context, brandName: string) => {
  const visible = new Map<SlvStatus, ReadonlySet<string>>(
    slvStatuses.map((status) => [status, visibleFields(context.role, status)]),
  )
  const ofList = columns.filter(
    ({ clock }) => clock === undefined || clock === context.clock,
  )
  const allowed = ofList.flatMap((one) => {
    const statuses = new Set(
      slvStatuses.filter((status) => visible.get(status)?.has(one.field)),
    )
    return statuses.size > 0 ? { ...one, statuses } : []
  })
  return {
    heads: allowed.map(
      ({ label, kind, width }): SheetColumn => ({
        label: branded(label, brandName),
        kind,
        width,
      }),
    ),
    cellsOf: (rows: WorkbookRows): Cell[][] =>
      allowed.map(({ cells, statuses }) => {
        const values = cells(rows, context) ?? []
        if (statuses.size === slvStatuses.length)
          return rows.order.map((index) => values[index] ?? null)
        const isVisible = rows.slvs.status.map((status) => statuses.has(status))
        return rows.order.map((index) =>
          isVisible[index] ? (values[index] ?? null) : null,
        )
      }),
  }
}

const newYork = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/**
 * Converts a local time such as '2026-02-02' or '2026-02-02T20:00:00' to a
 * sheet's day number.
 */
const sheetTime = (civil: string): number =>
  Date.parse(`${civil}${civil.includes('T') ? 'Z' : ''}`) / 86_400_000 + 25_569
const newYorkTime = (at: string | null): Cell =>
  at === null
    ? null
    : sheetTime(newYork.format(Date.parse(at)).replace(' ', 'T'))
const newYorkDate = (at: string | null): Cell => {
  const time = newYorkTime(at)
  return typeof time === 'number' ? Math.floor(time) : null
}
const civilDay = (day: string | null): Cell =>
  day === null ? null : sheetTime(day)

type TdocCell = { kind: ColumnKind; width: number; cell: (tdoc: Tdoc) => Cell }

const tdocCells: Record<TdocColumn, TdocCell> = {
  slaDays: { kind: 'signed', width: 10, cell: ({ slaDays }) => slaDays },
  turnTime: { kind: 'integer', width: 10, cell: ({ turnTime }) => turnTime },
  progressTracking: {
    kind: 'text',
    width: 16,
    cell: (tdoc) => progressTrackingLabels[tdoc.progressTracking],
  },
  type: { kind: 'text', width: 12, cell: ({ type }) => tdocTypeLabels[type] },
  buyerLoanNumber: {
    kind: 'text',
    width: 16,
    cell: ({ buyerLoanNumber }) => buyerLoanNumber,
  },
  imageFileName: {
    kind: 'text',
    width: 32,
    cell: ({ imageFileName }) => imageFileName,
  },
  assignedUnderwriter: {
    kind: 'text',
    width: 20,
    cell: (tdoc) => tdoc.assignedUnderwriter?.name ?? null,
  },
  reviewUnderwriter: {
    kind: 'text',
    width: 20,
    cell: (tdoc) => tdoc.reviewUnderwriter?.name ?? null,
  },
  sellerName: { kind: 'text', width: 24, cell: ({ sellerName }) => sellerName },
  corrId: { kind: 'text', width: 10, cell: ({ corrId }) => corrId },
  borrowerLastName: {
    kind: 'text',
    width: 18,
    cell: ({ borrowerLastName }) => borrowerLastName,
  },
  productCode: {
    kind: 'text',
    width: 16,
    cell: ({ productCode }) => productCode,
  },
  currentLDStatus: {
    kind: 'text',
    width: 20,
    cell: ({ currentLDStatus }) => currentLDStatus,
  },
  tdocReceivedDate: {
    kind: 'time',
    width: 20,
    cell: (tdoc) => newYorkTime(tdoc.tdocReceivedDate),
  },
  sftpTransmittalDate: {
    kind: 'time',
    width: 20,
    cell: (tdoc) => newYorkTime(tdoc.sftpTransmittalDate),
  },
  status: {
    kind: 'text',
    width: 16,
    cell: ({ status }) => tdocStatusLabels[status],
  },
  tprResponse: {
    kind: 'text',
    width: 14,
    cell: (tdoc) => tdoc.tprResponse && tprResponseLabels[tdoc.tprResponse],
  },
  tprTDocResponseDate: {
    kind: 'day',
    width: 14,
    cell: (tdoc) => newYorkDate(tdoc.tprTDocResponseDate),
  },
  tprEstimatedDateOfReview: {
    kind: 'day',
    width: 14,
    cell: (tdoc) => civilDay(tdoc.tprEstimatedDateOfReview),
  },
  dueOutOfReview: {
    kind: 'day',
    width: 14,
    cell: ({ dueOutOfReview }) => civilDay(dueOutOfReview),
  },
  reviewCategories: {
    kind: 'text',
    width: 14,
    cell: ({ reviewCategories }) => {
      const { completed, total } = progressOf(reviewCategories)
      return `${completed} of ${total}`
    },
  },
  isReviewComplete: {
    kind: 'text',
    width: 12,
    cell: ({ isReviewComplete }) => (isReviewComplete ? 'Yes' : 'No'),
  },
  completedDate: {
    kind: 'day',
    width: 14,
    cell: ({ completedDate }) => newYorkDate(completedDate),
  },
  createdByUserFullName: {
    kind: 'text',
    width: 20,
    cell: (tdoc) => tdoc.createdByUserFullName,
  },
  completedBy: {
    kind: 'text',
    width: 20,
    cell: ({ completedBy }) => completedBy,
  },
  jumboVendorName: {
    kind: 'text',
    width: 20,
    cell: ({ jumboVendorName }) => jumboVendorName,
  },
}

export const tdocColumnsFor = (brandName: string) => ({
  heads: tdocColumns.map((key): SheetColumn => {
    const { kind, width } = tdocCells[key]
    return { label: branded(tdocColumnLabels[key], brandName), kind, width }
  }),
  cellsOf: (tdocs: readonly Tdoc[]): Cell[][] =>
    tdocColumns.map((key) => tdocs.map(tdocCells[key].cell)),
})
