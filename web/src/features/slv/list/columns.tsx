import { useMediaQuery } from '@mantine/hooks'
import { type Clock, slaFields, slaOn } from '@portal/contract/slv/clocks'
import { sortKeysFor, sortLabels } from '@portal/contract/slv/list-query'
import { type SlaStatus, slvTypeLabels } from '@portal/contract/slv/model'
import type { SlvRow } from '@portal/contract/slv/row'
import type { Role } from '@portal/contract/user/model'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import {
  bps,
  count,
  date,
  days,
  money,
  none,
  percent,
  text,
} from '../../../lib/text/format.ts'
import {
  describeAssignee,
  numberOf,
  RowStatusBadge,
  statusLabel,
} from '../../../records/slv/slv-status.tsx'
import { type Column, withFirst } from '../../../ui/data-table/columns.ts'
import { RowClock } from '../../sla/shared/row-clock.tsx'
import { SlaChip } from '../../sla/shared/sla-chip.tsx'
import type { ListTab } from './list-view.ts'
import classes from './slv-list.module.css'

type Options = {
  tab: Pick<ListTab, 'tableMode'>
  /** Whether the list has only SLVs at SLR or the trade desk. */
  isTransferred: boolean
  /** Whether the list has only SLVs that are decided or withdrawn. */
  isFinished: boolean
  /** The clock of the list's due dates. */
  clock: Clock
  role: Role
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
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, immediately)
  const isWide = useMediaQuery('(min-width: 90em)', true, immediately)
  if (isNarrow) return 'NARROW'
  return isWide ? 'WIDE' : 'MEDIUM'
}

export const slvColumns = ({
  tab: { tableMode },
  isTransferred,
  isFinished,
  clock,
  role,
  brandName,
  refused,
  listWidth,
}: Options): Column<SlvRow>[] => {
  const sortable: readonly string[] = sortKeysFor(role)
  const isOwnDesk = tableMode === 'MY_OWN' && role === 'UNDERWRITER'
  const isWithSellers = tableMode === 'MY_COMPANY' || tableMode === 'ALL'

  const isSeller = role === 'SELLER'
  const sellerLoan = textColumn('sellerLoan', 'Seller Loan', 108)

  const columns: (Column<SlvRow> | false)[] = [
    {
      key: 'buyerLoan',
      label: `${brandName} Loan Number`,
      width: listWidth === 'NARROW' ? 84 : 130,
      isSticky: true,
      render: (row) => <LoanNumber row={row} why={refused.get(row.id)} />,
    },
    // Sellers know a loan by their own number.
    isSeller && sellerLoan,
    textColumn('borrowerLastName', 'Borrower', 96),
    isWithSellers && textColumn('ownerName', 'Owner', 124, tableMode === 'ALL'),
    textColumn('variances', 'Variances', 172),
    {
      key: 'loanAmount',
      label: 'Amount',
      width: 108,
      align: 'end',
      render: (row) => money(row.loanAmount),
    },
    {
      key: 'ltv',
      label: 'LTV',
      width: 80,
      align: 'end',
      render: (row) => percent(row.ltv),
    },
    {
      key: 'creditScore',
      label: 'FICO',
      width: 72,
      align: 'end',
      render: (row) => count(row.creditScore),
    },
    {
      key: 'status',
      label: 'Status',
      width: { NARROW: 108, MEDIUM: 168, WIDE: 180 }[listWidth],
      render: (row) => {
        const holder = describeAssignee(row)
        return (
          <RowStatusBadge
            slv={row}
            {...(holder && {
              title: `${statusLabel(row)}: waiting on ${holder}`,
            })}
          />
        )
      },
    },
    {
      key: 'decisionDate',
      label: sortLabels.decisionDate,
      width: 102,
      isHidden: !isFinished,
      render: (row) => date(row.decisionDate),
    },
    {
      key: 'priceAdjustment',
      label: sortLabels.priceAdjustment,
      width: 100,
      align: 'end',
      isHidden: !isFinished,
      render: (row) => bps(row.priceAdjustment),
    },
    !isSeller && {
      key: 'dueAt',
      label: dueLabels[clock],
      width: listWidth === 'NARROW' ? 128 : 148,
      // Finished work isn't due.
      isHidden: isFinished,
      render: withSla(clock, (sla, { id }) => (
        <RowClock of={{ slvId: id, clock }} sla={sla} />
      )),
    },
    !isSeller && slaColumn(clock),
    !isSeller && clock !== 'SLV' && slaColumn('SLV'),
    !isSeller && {
      key: 'holder',
      label: 'With',
      width: 136,
      isHidden: !isTransferred,
      render: (row) => <TwoLines of={describeAssignee(row)} />,
    },
    tableMode === 'SLR' &&
      textColumn('underwriterManagerName', 'SLR Reviewer', 136),
    tableMode === 'TRADE_DESK' &&
      textColumn('tradeDeskName', 'Trade Desk', 136),
    // In My Own, every row has the same underwriter.
    textColumn('underwriterName', 'Underwriter', 136, isOwnDesk),
    textColumn('sellerName', 'Seller', 168, isSeller),
    textColumn('buyerNonAgencyProgram', 'Program', 110),
    {
      key: 'date',
      label: 'Requested',
      width: 102,
      render: (row) => date(row.date),
    },
    {
      key: 'turnTime',
      label: 'Turn Time',
      width: 104,
      align: 'end',
      render: (row) => (
        <span title={`Business days with ${brandName}, across all rounds`}>
          {days(row.turnTime)}
        </span>
      ),
    },
    !isSeller && sellerLoan,
    {
      key: 'type',
      label: 'Type',
      width: 98,
      render: (row) => slvTypeLabels[row.type],
    },
    !isSeller && {
      key: 'updatedAt',
      label: 'Last Change',
      width: 108,
      isHidden: true,
      render: (row) => date(row.updatedAt),
    },
  ]
  const visible = columns
    .filter((column) => column !== false)
    .map((column) => ({ ...column, isSortable: sortable.includes(column.key) }))
  return withFirst(visible, firstIn[listWidth])
}

const withSla =
  (clock: Clock, draw: (sla: SlaStatus, row: SlvRow) => ReactNode) =>
  (row: SlvRow) => {
    const sla = slaOn(clock, row)
    return sla ? draw(sla, row) : none
  }

/** In the list of a desk, the due date is that of the desk's clock. */
const dueLabels: Record<Clock, string> = {
  SLV: 'Due',
  SLR: 'SLR Due',
  TD: 'Trade Desk Due',
}

/**
 * A clock in signed days. Hidden by default, because the due date shows the
 * same clock in words.
 */
const slaColumn = (clock: Clock): Column<SlvRow> => ({
  key: slaFields[clock],
  label: sortLabels[slaFields[clock]],
  width: 102,
  isHidden: true,
  render: withSla(clock, (sla, { id }) => (
    <SlaChip of={{ slvId: id, clock }} sla={sla} isInTable />
  )),
})

type TextKey = {
  [Key in keyof SlvRow]-?: SlvRow[Key] extends string | null | undefined
    ? Key
    : never
}[keyof SlvRow]

const textColumn = (
  key: TextKey,
  label: string,
  width: number,
  isHidden = false,
): Column<SlvRow> => ({
  key,
  label,
  width,
  isHidden,
  render: (row) => <TwoLines of={row[key]} />,
})

/**
 * Loan number, borrower, status and due date come first, so that they are
 * visible on a phone. The others follow in order.
 */
const firstIn: Record<ListWidth, readonly string[]> = {
  NARROW: [
    'buyerLoan',
    'status',
    'dueAt',
    'decisionDate',
    'priceAdjustment',
    'borrowerLastName',
    'loanAmount',
    ...Object.values(slaFields),
  ],
  MEDIUM: [
    'buyerLoan',
    'borrowerLastName',
    'status',
    'decisionDate',
    'priceAdjustment',
    'dueAt',
    ...Object.values(slaFields),
    'variances',
  ],
  WIDE: [],
}

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

const LoanNumber = ({ row, why }: { row: SlvRow; why: string | undefined }) => (
  <span className={classes.number} title={why}>
    {why !== undefined && (
      <IconAlertTriangle
        className={classes.refused}
        size={14}
        role="img"
        aria-label={`Not reassigned: ${why}`}
      />
    )}
    <TwoLines of={numberOf(row)} />
  </span>
)
