import { useMediaQuery } from '@mantine/hooks'
import { sortKeysFor } from '@portal/contract/slv/list-query'
import { slvTypeLabels } from '@portal/contract/slv/model'
import type { SlvRow } from '@portal/contract/slv/row'
import type { Role } from '@portal/contract/user/model'
import { IconAlertTriangle } from '@tabler/icons-react'
import { count, date, days, money, none, percent, text } from '../../../lib/text/format.ts'
import { type Column, withFirst } from '../../../ui/data-table/columns.ts'
import { numberOf, RowStatusBadge, statusLabel, withWhom } from '../shared/slv-status.tsx'
import { SlaChip } from '../sla-chip.tsx'
import type { ListTab } from './list-view.ts'
import classes from './slv-list.module.css'

type Options = {
  tab: Pick<ListTab, 'tableMode'>
  role: Role
  brandName: string
  refused: ReadonlyMap<string, string>
  room: Room
}

/** How many columns are in sight: three on a phone, about six beside the menu, and ten from 1440 px on. */
export type Room = 'THREE' | 'SIX' | 'TEN'

const immediately = { getInitialValueInEffect: false }

export const useRoom = (): Room => {
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, immediately)
  const isWide = useMediaQuery('(min-width: 90em)', true, immediately)
  if (isNarrow) return 'THREE'
  return isWide ? 'TEN' : 'SIX'
}

export const slvColumns = ({ tab: { tableMode }, role, brandName, refused, room }: Options): Column<SlvRow>[] => {
  const sortable: readonly string[] = sortKeysFor(role)
  const isOwnDesk = tableMode === 'MY_OWN' && role === 'UNDERWRITER'
  const isWithSellers = tableMode === 'MY_COMPANY' || tableMode === 'ALL'

  const columns: (Column<SlvRow> | false)[] = [
    {
      key: 'buyerLoan',
      label: `${brandName} Loan Number`,
      width: room === 'THREE' ? 120 : 160,
      isSticky: true,
      render: (row) => <LoanNumber row={row} why={refused.get(row.id)} />,
    },
    textColumn('sellerLoan', 'Seller Loan', 108),
    textColumn('sellerName', 'Seller', 132, role === 'SELLER'),
    isWithSellers && textColumn('ownerName', 'Owner', 124, tableMode === 'ALL'),
    textColumn('borrowerLastName', 'Borrower', 100),
    textColumn('buyerNonAgencyProgram', 'Program', 110),
    { key: 'loanAmount', label: 'Amount', width: 103, align: 'end', render: (row) => money(row.loanAmount) },
    { key: 'ltv', label: 'LTV', width: 79, align: 'end', render: (row) => percent(row.ltv) },
    { key: 'creditScore', label: 'FICO', width: 70, align: 'end', render: (row) => count(row.creditScore) },
    {
      key: 'status',
      label: 'Status',
      width: room === 'THREE' ? 168 : 176,
      render: (row) => {
        const holder = withWhom(row)
        return <RowStatusBadge slv={row} {...(holder && { title: `${statusLabel(row)}: waiting on ${holder}` })} />
      },
    },
    role !== 'SELLER' && {
      key: 'groupSlaStatus',
      label: 'SLA',
      width: 102,
      render: ({ id, groupSlaStatus }) =>
        groupSlaStatus ? <SlaChip slvId={id} sla={groupSlaStatus} isInTable /> : none,
    },
    textColumn('variances', 'Variances', 190),
    { key: 'type', label: 'Type', width: 98, render: (row) => slvTypeLabels[row.type] },
    { key: 'date', label: 'Requested', width: 102, render: (row) => date(row.date) },
    // On the own desk it is the same person on every row.
    textColumn('underwriterName', 'Underwriter', 136, isOwnDesk),
    tableMode === 'SLR' && textColumn('underwriterManagerName', 'SLR Reviewer', 136),
    tableMode === 'TRADE_DESK' && textColumn('tradeDeskName', 'Trade Desk', 136),
    {
      key: 'turnTime',
      label: 'Turn Time',
      width: 98,
      align: 'end',
      render: (row) => <span title={`Business days with ${brandName}, across all rounds`}>{days(row.turnTime)}</span>,
    },
    role !== 'SELLER' && {
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
  return withFirst(visible, firstIn[room])
}

type TextKey = { [Key in keyof SlvRow]-?: SlvRow[Key] extends string | null | undefined ? Key : never }[keyof SlvRow]

const textColumn = (key: TextKey, label: string, width: number, isHidden = false): Column<SlvRow> => ({
  ...{ key, label, width, isHidden },
  render: (row) => <TwoLines of={row[key]} />,
})

/** Number, status, SLA and borrower are visible at any width, on a phone as far as they fit. The others follow in their order. */
const firstIn: Record<Room, readonly string[]> = {
  THREE: ['buyerLoan', 'status', 'borrowerLastName', 'loanAmount', 'groupSlaStatus'],
  SIX: ['buyerLoan', 'status', 'groupSlaStatus', 'borrowerLastName', 'sellerName'],
  TEN: [],
}

/** Long numbers and names take a second line; the title shows what is longer still. */
const TwoLines = ({ of }: { of: string | null | undefined }) => (
  <span className={classes.twoLines} title={of && of.length > 20 ? of : undefined}>
    {text(of)}
  </span>
)

const LoanNumber = ({ row, why }: { row: SlvRow; why: string | undefined }) => (
  <span className={classes.number} title={why}>
    {why !== undefined && (
      <IconAlertTriangle className={classes.refused} size={14} role="img" aria-label={`Not reassigned: ${why}`} />
    )}
    <TwoLines of={numberOf(row)} />
  </span>
)
