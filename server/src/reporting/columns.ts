import { branded } from '@portal/contract/lib/brand'
import { daysOn, hasSla, slaStatus, slvTarget } from '@portal/contract/slv/clocks'
import { occupancyLabels, propertyTypeLabels, slvTypeLabels } from '@portal/contract/slv/model'
import { type SlvStatus, slvStatuses, slvStatusLabels, statusFor } from '@portal/contract/slv/status'
import { type SlvField, visibleFields } from '@portal/contract/slv/visible-fields'
import { varianceSummary } from '@portal/contract/slv-request/distance'
import type { Role } from '@portal/contract/user/model'
import type { Sla } from '../lib/ctx.ts'
import type { Cell, ColumnKind, SheetColumn } from '../lib/sheet.ts'
import type { Names, WorkbookRow } from './list-rows.ts'

/** What a cell is worked out with, besides its row. */
type Read = { role: Role; sla: Sla; today: number; names: Names }
type Column = SheetColumn & {
  /** The field that the cell tells: who may not see the one does not get the other. */
  field: SlvField
  cell: (row: WorkbookRow, read: Read) => Cell
}

const column = (field: SlvField, label: string, kind: ColumnKind, width: number, cell: Column['cell']): Column => ({
  field,
  label,
  kind,
  width,
  cell,
})

/** 72.5 as 0.725, without the dust of a division. */
const share = (value: number | null): Cell => (value === null ? null : Math.round(value * 10_000) / 1_000_000)
const labelIn = (labels: Record<string, string>, code: string | null | undefined): Cell =>
  code ? (labels[code] ?? code) : null

const nameOf = (names: Names, id: string | null | undefined): Cell => (id ? (names.get(id)?.name ?? null) : null)

const buyerSince = (row: WorkbookRow) => (row.clockParty === 'BUYER' ? row.clockSince : null)

const slaDays: Column['cell'] = (row, { sla, today }) =>
  row.roundDays === undefined || !hasSla(row.status)
    ? null
    : slaStatus({ days: row.roundDays, since: buyerSince(row) }, slvTarget(sla.targets, row.resubmitCount), today).days

const columns: readonly Column[] = [
  column('buyerLoan', '{buyer} Loan Number', 'text', 16, (row) => row.buyerLoan),
  column('sellerLoan', 'Seller Loan', 'text', 14, (row) => row.sellerLoan),
  column('sellerName', 'Seller', 'text', 24, (row, { names }) => names.get(row.companyId)?.name ?? null),
  column('corrID', 'Corr ID', 'text', 10, (row, { names }) => names.get(row.companyId)?.corrId ?? null),
  column('ownerName', 'Owner', 'text', 20, (row, { names }) => nameOf(names, row.sellerId)),
  column('borrowerLastName', 'Borrower', 'text', 16, (row) => row.borrowerLastName),
  column('buyerNonAgencyProgram', 'Program', 'text', 22, (row) => row.buyerNonAgencyProgram),
  column('buyerNonAgencyProductName', 'Product', 'text', 18, (row) => row.buyerNonAgencyProductName),
  column('loanAmount', 'Amount', 'money', 16, (row) => row.loanAmount),
  column('ltv', 'LTV', 'share', 10, (row) => share(row.ltv)),
  column('cltv', 'CLTV', 'share', 10, (row) => share(row.cltv)),
  column('creditScore', 'FICO', 'integer', 8, (row) => row.creditScore),
  column('dti', 'DTI', 'share', 10, (row) => share(row.dti)),
  column('dscr', 'DSCR', 'coverage', 10, (row) => row.dscr),
  column('purpose', 'Purpose', 'text', 12, (row) => row.purpose),
  column('occupancy', 'Occupancy', 'text', 14, (row) => labelIn(occupancyLabels, row.occupancy)),
  column('propertyType', 'Property Type', 'text', 22, (row) => labelIn(propertyTypeLabels, row.propertyType)),
  column('state', 'State', 'text', 8, (row) => row.state),
  column('status', 'Status', 'text', 20, (row, { role }) => slvStatusLabels[statusFor(role, row.status)]),
  column('slaDays', 'SLA (Days)', 'signed', 10, slaDays),
  column('type', 'Type', 'text', 12, (row) => labelIn(slvTypeLabels, row.type)),
  column('date', 'Requested', 'day', 12, (row) => row.requested),
  column('underwriterName', 'Underwriter', 'text', 20, (row, { names }) => nameOf(names, row.underwriterId)),
  column('underwriterManagerName', 'SLR Reviewer', 'text', 20, (row, { names }) =>
    nameOf(names, row.underwriterManagerId),
  ),
  column('slrRecommendedDecision', 'SLR Recommendation', 'text', 16, (row) =>
    labelIn(slvStatusLabels, row.slrRecommendedDecision),
  ),
  column('tradeDeskName', 'Trade Desk', 'text', 20, (row, { names }) => nameOf(names, row.tradeDeskId)),
  column('tdRecommendedDecision', 'Trade Desk Recommendation', 'text', 16, (row) =>
    labelIn(slvStatusLabels, row.tdRecommendedDecision),
  ),
  column('turnTime', 'Turn Time (Days)', 'integer', 12, (row, { today }) =>
    daysOn({ days: row.buyerDays, since: buyerSince(row) }, today),
  ),
  column('slvRequests', 'Variances', 'integer', 10, (row) => row.variances.length),
  column('slvRequests', 'Distance from Guideline', 'lines', 48, (row) => row.variances.map(varianceSummary).join('\n')),
  column('decisionDate', 'Decided', 'day', 12, (row) => row.decided),
  column('priceAdjustment', 'Price Adjustment (bps)', 'bps', 12, (row) => row.priceAdjustment),
  column('decisionComment', 'Decision Subject To', 'lines', 48, (row) => row.decisionComment),
  column('updatedAt', 'Last Change', 'day', 12, (row) => row.changed ?? null),
]

/** The columns of a role, and how a row becomes their cells: a field that it may not see of this SLV is an empty cell. */
export const columnsFor = (read: Read, brandName: string) => {
  const seen = new Map<SlvStatus, ReadonlySet<string>>(
    slvStatuses.map((status) => [status, visibleFields(read.role, status)]),
  )
  const own = columns.filter(({ field }) => slvStatuses.some((status) => seen.get(status)?.has(field)))
  return {
    heads: own.map(({ label, kind, width }): SheetColumn => ({ label: branded(label, brandName), kind, width })),
    cellsOf: (row: WorkbookRow): Cell[] => {
      const visible = seen.get(row.status)
      return own.map(({ field, cell }) => (visible?.has(field) ? cell(row, read) : null))
    },
  }
}
