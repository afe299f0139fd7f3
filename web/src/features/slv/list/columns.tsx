import { useMediaQuery } from '@mantine/hooks'
import type { Profile } from '@portal/contract/auth/api'
import { branded } from '@portal/contract/lib/brand'
import { isAlignedAtEnd } from '@portal/contract/lib/list-column'
import { type Clock, slaFields, slaOn } from '@portal/contract/slv/clocks'
import {
  hasColumn,
  type SlvTableKey,
  slvColumnRow,
  slvTableOrder,
  sortKeysFor,
} from '@portal/contract/slv/columns'
import { daysLeftText, isExpired } from '@portal/contract/slv/decision/validity'
import type { SlaStatus } from '@portal/contract/slv/model'
import { hasNeeds, needActionLabel } from '@portal/contract/slv/needs'
import type { SlvRow } from '@portal/contract/slv/row'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useIsNarrow } from '../../../lib/state/use-is-narrow.ts'
import { useToday } from '../../../lib/state/use-today.ts'
import { cellText } from '../../../lib/text/cell-text.ts'
import { date, day, days, none, text } from '../../../lib/text/format.ts'
import { isLate, whenText } from '../../../records/slv/next-step.ts'
import {
  describeAssignee,
  FiguresChangedBadge,
  RowStatusBadge,
  statusLabel,
  toNumber,
} from '../../../records/slv/slv-status.tsx'
import { type Column, withFirst } from '../../../ui/data-table/columns.ts'
import { QuietLink } from '../../../ui/data-table/quiet-link.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { RowClock } from '../../sla/shared/row-clock.tsx'
import { SlaChip } from '../../sla/shared/sla-chip.tsx'
import type { ListTab } from './list-tabs.ts'
import { needLink, rowHref } from './row-link.ts'
import classes from './slv-list.module.css'

type Options = {
  tab: Pick<ListTab, 'tableMode' | 'departmentTableMode'>
  /** Whether the list has only SLVs at SLR or the trade desk. */
  isTransferred: boolean
  /** Whether the list has only SLVs that are decided or withdrawn. */
  isFinished: boolean
  /** The clock of the list's due dates. */
  clock: Clock
  viewer: Pick<Profile, 'id' | 'role'>
  brandName: string
  refused: ReadonlyMap<string, string>
  listWidth: ListWidth
}

/**
 * How many columns are in sight: three on a phone, about six beside the menu,
 * and ten from 1440 px on.
 */
export type ListWidth = 'NARROW' | 'MEDIUM' | 'WIDE'

const immediately = { getInitialValueInEffect: false }

export const useListWidth = (): ListWidth => {
  const isNarrow = useIsNarrow()
  const isWide = useMediaQuery('(min-width: 90em)', true, immediately)
  if (isNarrow) return 'NARROW'
  return isWide ? 'WIDE' : 'MEDIUM'
}

export const slvColumns = (options: Options): Column<SlvRow>[] => {
  const columns = slvTableOrder
    .filter((key) => isInTable(key, options))
    .map((key) => toColumn(key, options))
  // Sellers know a loan by their own number.
  const ordered =
    options.viewer.role === 'SELLER'
      ? withFirst(columns, ['buyerLoan', 'sellerLoan'])
      : columns
  const first =
    options.listWidth === 'WIDE' && hasNeeds(options.viewer.role)
      ? firstByNextStep
      : firstIn[options.listWidth]
  return withFirst(ordered, first)
}

const isInTable = (
  key: SlvTableKey,
  { viewer: { role }, clock, tab: { tableMode } }: Options,
): boolean => {
  const { clock: ownClock, table } = slvColumnRow(key)
  if (!hasColumn(role, key)) return false
  if (ownClock !== undefined && ownClock !== clock) return false
  return table?.lists === undefined || table.lists.includes(tableMode)
}

const toColumn = (key: SlvTableKey, options: Options): Column<SlvRow> => {
  const row = slvColumnRow(key)
  const { listWidth, viewer, clock, brandName } = options
  const sortable: readonly string[] = sortKeysFor(viewer.role)
  return {
    key,
    label: key === 'dueAt' ? dueLabels[clock] : branded(row.label, brandName),
    width: widthsIn[listWidth][key] ?? row.table?.width,
    align: isAlignedAtEnd(row.kind) ? 'end' : 'start',
    isSortable: sortable.includes(key),
    isSticky: key === 'buyerLoan',
    isHidden: row.table?.isHidden ?? isHiddenIn(key, options),
    render: renderCell(key, options),
  }
}

/** Whether a column is hidden until the user shows it, by what the list has. */
const isHiddenIn = (
  key: SlvTableKey,
  { tab: { tableMode }, isTransferred, isFinished, viewer: { role } }: Options,
): boolean => {
  switch (key) {
    case 'decisionDate':
    case 'priceAdjustment':
    case 'goodUntil':
      return !isFinished
    case 'dueAt':
      // Finished work isn't due.
      return isFinished
    case 'needsYou':
      return isFinished
    case 'expectedBy':
      return true
    case 'holder':
      return !isTransferred
    case 'ownerName':
      return tableMode === 'ALL'
    case 'underwriterName':
      // In My Own, every row has the same underwriter.
      return tableMode === 'MY_OWN' && role === 'UNDERWRITER'
    case 'sellerName':
      return role === 'SELLER'
    default:
      return false
  }
}

/** Widths on screens that are not wide. */
const widthsIn: Record<ListWidth, Partial<Record<SlvTableKey, number>>> = {
  NARROW: { buyerLoan: 84, status: 108, dueAt: 128, needsYou: 160 },
  MEDIUM: { status: 168 },
  WIDE: {},
}

type Render = Column<SlvRow>['render']

const renderCell = (
  key: SlvTableKey,
  { clock, brandName, refused, viewer, tab, listWidth }: Options,
): Render => {
  switch (key) {
    case 'buyerLoan':
      return (row) => (
        <LoanNumber
          row={row}
          why={refused.get(row.id)}
          hasBorrower={listWidth === 'NARROW'}
        />
      )
    case 'status':
      return (row) => <StatusWithHolder row={row} />
    case 'needsYou':
      return (row) => <NextStep row={row} viewer={viewer} tab={tab} />
    case 'dueAt':
      return withSla(clock, (sla, { id }) => (
        <RowClock subject={{ slvId: id, clock }} sla={sla} />
      ))
    case 'groupSlaStatus':
      return slaChip('SLV')
    case 'slrSlaStatus':
      return slaChip('SLR')
    case 'tdSlaStatus':
      return slaChip('TD')
    case 'goodUntil':
      return (row) => <GoodUntil row={row} />
    case 'holder':
      return (row) => <TwoLines of={describeAssignee(row)} />
    case 'turnTime':
      return (row) => (
        <span title={`Business days with ${brandName}, across all rounds`}>
          {days(row.turnTime)}
        </span>
      )
    default:
      return plainCell(key)
  }
}

/** A value as its column's row says; texts may take a second line. */
const plainCell = (key: PlainKey): Render => {
  const row = slvColumnRow(key)
  if (row.kind === 'text' && !row.labels)
    return (slv) => <TwoLines of={cellText(row, slv[key])} />
  return (slv) => cellText(row, slv[key])
}

/** The columns of the table that are a text or a number of the row. */
type PlainKey = {
  [Key in SlvTableKey & keyof SlvRow]: SlvRow[Key] extends
    | string
    | number
    | null
    | undefined
    ? Key
    : never
}[SlvTableKey & keyof SlvRow]

/** An approval that hasn't expired says first that its figures changed. */
const StatusWithHolder = ({ row }: { row: SlvRow }) => {
  const today = useToday()
  const holder = describeAssignee(row)
  if (row.figuresChanged && !isExpired(row, today))
    return (
      <FiguresChangedBadge
        title={`${statusLabel(row, today)}. LoanDock’s figures differ from this approval.`}
      />
    )
  return (
    <RowStatusBadge
      slv={row}
      {...(holder && {
        title: `${statusLabel(row)}: waiting on ${holder}`,
      })}
    />
  )
}

/** The last day of an approval, above how many days are left. */
const GoodUntil = ({ row: { goodUntil } }: { row: SlvRow }) => {
  const today = useToday()
  if (!goodUntil) return none
  return <TwoLines of={`${day(goodUntil)} ${daysLeftText(goodUntil, today)}`} />
}

type NextStepProps = { row: SlvRow } & Pick<Options, 'viewer' | 'tab'>

/**
 * The one action of a row that needs its reader, above the day that is expected;
 * it leads to where the person acts.
 */
const NextStep = ({ row, viewer, tab }: NextStepProps) => {
  const need = row.needsYou ?? null
  const when =
    whenText(row) ?? deniedText(row) ?? conditionsText(row) ?? draftText(row)
  if (need === null)
    return when === null ? none : <When row={row} text={when} />
  const isOwner = viewer.id === row.sellerId
  const action = needActionLabel(need, { role: viewer.role, isOwner })
  const nextTo = buyersDelayText(row) ?? when
  return (
    <QuietLink
      className={classes.nextStep}
      href={rowHref(viewer, tab, row)}
      leadsTo={() => needLink(viewer, tab, row, need)}
    >
      <span className={classes.need}>
        {action}
        <VisuallyHidden>{toNumber(row)}</VisuallyHidden>
      </span>
      {nextTo && <When row={row} text={nextTo} />}
    </QuietLink>
  )
}

const When = ({ row, text: when }: { row: SlvRow; text: string }) => (
  <span className={isLate(row) ? classes.late : classes.when} title={when}>
    {when}
  </span>
)

/** Beside what the reader can do, a delay of the buyer says whose it is. */
const buyersDelayText = (row: SlvRow): string | null =>
  row.waitingOn === 'BUYER' && isLate(row)
    ? 'The buyer is later than usual'
    : null

/** 'Denied 11/24/2026', for a denial that can be requested again. */
const deniedText = ({ needsYou, decisionDate }: SlvRow): string | null =>
  needsYou === 'DENIED' && decisionDate ? `Denied ${date(decisionDate)}` : null

/** 'Due 12/04/2026', otherwise the last day of the approval. */
const conditionsText = ({
  needsYou,
  conditionDueOn,
  goodUntil,
}: SlvRow): string | null => {
  if (needsYou !== 'CONDITIONS') return null
  if (conditionDueOn) return `Due ${day(conditionDueOn)}`
  return goodUntil ? `Good until ${day(goodUntil)}` : null
}

/** 'Edited 11/24/2026', for a draft that is still to be sent. */
const draftText = ({ needsYou, draftEditedAt }: SlvRow): string | null =>
  needsYou === 'DRAFT' && draftEditedAt ? `Edited ${date(draftEditedAt)}` : null

const withSla =
  (clock: Clock, draw: (sla: SlaStatus, row: SlvRow) => ReactNode): Render =>
  (row) => {
    const sla = slaOn(clock, row)
    return sla ? draw(sla, row) : none
  }

/**
 * A clock in signed days. Hidden by default, because the due date shows the
 * same clock in words.
 */
const slaChip = (clock: Clock): Render =>
  withSla(clock, (sla, { id }) => (
    <SlaChip subject={{ slvId: id, clock }} sla={sla} isInTable />
  ))

/** In the list of a desk, the due date is that of the desk's clock. */
const dueLabels: Record<Clock, string> = {
  SLV: 'Due',
  SLR: 'SLR Due',
  TD: 'Trade Desk Due',
}

/**
 * Loan number, borrower, status and due date come first, so that they are
 * visible on a phone. The others follow in order.
 */
const firstIn: Record<ListWidth, readonly string[]> = {
  NARROW: [
    'buyerLoan',
    'status',
    'needsYou',
    'dueAt',
    'decisionDate',
    'priceAdjustment',
    'goodUntil',
    'borrowerLastName',
    'loanAmount',
    ...Object.values(slaFields),
  ],
  MEDIUM: [
    'buyerLoan',
    'borrowerLastName',
    'status',
    'needsYou',
    'decisionDate',
    'priceAdjustment',
    'goodUntil',
    'dueAt',
    ...Object.values(slaFields),
    'variances',
  ],
  WIDE: [],
}

/** The first columns of a wide list that begins with what needs its reader. */
const firstByNextStep: readonly string[] = [
  'buyerLoan',
  'sellerLoan',
  'borrowerLastName',
  'ownerName',
  'status',
  'needsYou',
]

/**
 * Long numbers and names take a second line; the title shows what is longer
 * still.
 */
const TwoLines = ({ of }: { of: string | null | undefined }) => (
  <span
    className={classes.twoLines}
    title={of && of.length > 20 ? of : undefined}
  >
    {text(of)}
  </span>
)

type LoanNumberProps = {
  row: SlvRow
  why: string | undefined
  /** Whether the borrower's column is out of sight. */
  hasBorrower: boolean
}

const LoanNumber = ({ row, why, hasBorrower }: LoanNumberProps) => (
  <span className={classes.number} title={why}>
    {why !== undefined && (
      <IconAlertTriangle
        className={classes.refused}
        size={14}
        role="img"
        aria-label={`Not reassigned: ${why}`}
      />
    )}
    <span>
      <TwoLines of={toNumber(row)} />
      {hasBorrower && row.borrowerLastName && (
        <span className={classes.borrower} title={row.borrowerLastName}>
          {row.borrowerLastName}
        </span>
      )}
    </span>
  </span>
)
