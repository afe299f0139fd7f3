import { branded } from '@portal/contract/lib/brand'
import { isOneOf } from '@portal/contract/lib/typed'
import {
  type Clock,
  clockStatuses,
  daysOn,
  findExpectation,
  hasSla,
  slvTarget,
} from '@portal/contract/slv/clocks'
import {
  type SlvStoredKey,
  type SlvWorkbookKey,
  slvColumnRow,
  slvStoredKeys,
  slvWorkbookOrder,
} from '@portal/contract/slv/columns'
import {
  type SlvStatus,
  slvStatuses,
  slvStatusLabels,
  statusFor,
} from '@portal/contract/slv/status'
import { visibleFields } from '@portal/contract/slv/visible-fields'
import type { Role } from '@portal/contract/user/model'
import type { Sla } from '../../lib/ctx.ts'
import {
  type Cell,
  type SheetColumn,
  sheetTime,
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

/** The cells of all rows; absent if the column wasn't read. */
type Cells = (
  rows: WorkbookRows,
  context: Context,
) => readonly Cell[] | undefined

/** 72.5 as 0.725, without floating-point noise. */
const share = (percent: number): number =>
  Math.round(percent * 10_000) / 1_000_000

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

const slaDays: Cells = (rows, { sla, today }) =>
  rows.slvs.roundDays.map((days, index) => {
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
  (clock: 'SLR' | 'TD'): Cells =>
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

const turnTime: Cells = (rows, { today }) =>
  rows.slvs.buyerDays.map((days, index) =>
    daysOn({ days, since: buyerSince(rows, index) }, today),
  )

const expectedBy: Cells = (rows, { sla, today }) =>
  rows.slvs.status.map((status, index) => {
    const clocks = {
      status,
      roundDays: rows.slvs.roundDays[index] ?? 0,
      resubmitCount: rows.slvs.resubmitCount[index] ?? 0,
      clockParty: rows.slvs.clockParty[index] ?? null,
      clockSince: rows.slvs.clockSince[index] ?? null,
    }
    const calendar = { days: sla.days, today }
    const { expectedBy } = findExpectation(clocks, sla.targets, calendar)
    return expectedBy && sheetTime(expectedBy)
  })

/** The cells that aren't a column of `slv`. */
const computedCells: Record<Exclude<SlvWorkbookKey, SlvStoredKey>, Cells> = {
  sellerName: ({ slvs }, { names }) => slvs.companyId.map(nameIn(names)),
  corrID: ({ slvs }, { names }) =>
    slvs.companyId.map((id) => names.get(id)?.corrId ?? null),
  ownerName: ({ slvs }, { names }) => slvs.sellerId.map(nameIn(names)),
  status: ({ slvs }, { role }) =>
    slvs.status.map((status) => slvStatusLabels[statusFor(role, status)]),
  expectedBy,
  slrSlaStatus: reviewSlaDays('SLR'),
  tdSlaStatus: reviewSlaDays('TD'),
  groupSlaStatus: slaDays,
  date: ({ slvs }) => slvs.requested,
  underwriterName: ({ slvs }, { names }) =>
    slvs.underwriterId.map(nameIn(names)),
  underwriterManagerName: ({ slvs }, { names }) =>
    slvs.underwriterManagerId?.map(nameIn(names)),
  slrRecommendedDecision: ({ slvs }) =>
    slvs.slrRecommendedDecision?.map(labelIn(slvStatusLabels)),
  tradeDeskName: ({ slvs }, { names }) => slvs.tradeDeskId?.map(nameIn(names)),
  tdRecommendedDecision: ({ slvs }) =>
    slvs.tdRecommendedDecision?.map(labelIn(slvStatusLabels)),
  turnTime,
  varianceCount: ({ variances }) => variances.counts,
  variances: ({ variances }) => variances.short,
  varianceTexts: ({ variances }) => variances.texts,
  decisionDate: ({ slvs }) => slvs.decided,
  decisionComment: ({ conditions }) => conditions.comments,
  openConditions: ({ conditions }) => conditions.open,
  conditionDueOn: ({ conditions }) =>
    conditions.dueOn.map((day) => day && sheetTime(day)),
  goodUntil: ({ slvs }) => slvs.goodUntil,
  daysLeft: ({ slvs }) => slvs.daysLeft,
  updatedAt: ({ slvs }) => slvs.changed?.map((day) => day ?? null),
}

const isStored = (key: SlvWorkbookKey): key is SlvStoredKey =>
  isOneOf(slvStoredKeys, key)

function storedCells(key: SlvStoredKey, { slvs }: WorkbookRows): Cell[] {
  const { kind, labels } = slvColumnRow(key)
  const values: readonly Cell[] = slvs[key]
  return values.map((value) => {
    if (labels && typeof value === 'string') return labelIn(labels)(value)
    if (kind === 'share' && typeof value === 'number') return share(value)
    return value
  })
}

const readCells = (
  key: SlvWorkbookKey,
  rows: WorkbookRows,
  context: Context,
): readonly Cell[] =>
  isStored(key)
    ? storedCells(key, rows)
    : (computedCells[key](rows, context) ?? [])

/**
 * The columns of a role, and the cells of rows; a cell is empty if the role may
 * not see its field in the SLV's status.
 */
export const columnsFor = (context: Context, brandName: string) => {
  const visible = new Map<SlvStatus, ReadonlySet<string>>(
    slvStatuses.map((status) => [status, visibleFields(context.role, status)]),
  )
  const allowed = slvWorkbookOrder.flatMap((key) => {
    const row = slvColumnRow(key)
    if (row.clock !== undefined && row.clock !== context.clock) return []
    const field = row.workbook?.field ?? key
    const statuses = new Set(
      slvStatuses.filter((status) => visible.get(status)?.has(field)),
    )
    return statuses.size > 0 ? [{ key, row, statuses }] : []
  })
  return {
    heads: allowed.map(
      ({ row: { label, kind, workbook } }): SheetColumn => ({
        label: branded(workbook?.label ?? label, brandName),
        kind,
        width: workbook?.width ?? 0,
      }),
    ),
    cellsOf: (rows: WorkbookRows): Cell[][] =>
      allowed.map(({ key, statuses }) => {
        const values = readCells(key, rows, context)
        if (statuses.size === slvStatuses.length)
          return rows.order.map((index) => values[index] ?? null)
        const isVisible = rows.slvs.status.map((status) => statuses.has(status))
        return rows.order.map((index) =>
          isVisible[index] ? (values[index] ?? null) : null,
        )
      }),
  }
}
