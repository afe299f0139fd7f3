import { sortKeysFor } from '@portal/contract/slv/list-query'
import { slvTypeLabels } from '@portal/contract/slv/model'
import type { SlvRow } from '@portal/contract/slv/row'
import type { Role } from '@portal/contract/user/model'
import { IconAlertTriangle } from '@tabler/icons-react'
import { count, date, days, money, none, percent, text } from '../../../lib/format.ts'
import type { Column } from '../../../ui/data-table/columns.ts'
import { numberOf } from '../loan-number.ts'
import { SlaChip } from '../sla-chip.tsx'
import { SlvStatusBadge, statusLabel } from '../slv-status.tsx'
import { withWhom } from '../with-whom.ts'
import type { ListTab } from './list-tabs.ts'
import classes from './slv-list.module.css'

type Asked = {
  tab: Pick<ListTab, 'tableMode'>
  role: Role
  brandName: string
  /** Why rows could not be handed over the last time, by id. */
  refused: ReadonlyMap<string, string>
  room: Room
}

/** How many columns are in sight: three on a phone, about six beside the menu, and ten from 1440 px on. */
export type Room = 'THREE' | 'SIX' | 'TEN'

/** The columns of the SLV lists (product.md §8), as far as this list and this role have them. */
export const slvColumns = ({ tab: { tableMode }, role, brandName, refused, room }: Asked): Column<SlvRow>[] => {
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
    { key: 'sellerLoan', label: 'Seller Loan', width: 108, render: (row) => <TwoLines of={row.sellerLoan} /> },
    {
      key: 'sellerName',
      label: 'Seller',
      width: 132,
      isHidden: role === 'SELLER',
      render: (row) => <TwoLines of={row.sellerName} />,
    },
    isWithSellers && {
      key: 'ownerName',
      label: 'Owner',
      width: 124,
      isHidden: tableMode === 'ALL',
      render: (row) => <TwoLines of={row.ownerName} />,
    },
    { key: 'borrowerLastName', label: 'Borrower', width: 100, render: (row) => <TwoLines of={row.borrowerLastName} /> },
    {
      key: 'buyerNonAgencyProgram',
      label: 'Program',
      width: 110,
      render: (row) => <TwoLines of={row.buyerNonAgencyProgram} />,
    },
    { key: 'loanAmount', label: 'Amount', width: 103, align: 'end', render: (row) => money(row.loanAmount) },
    { key: 'ltv', label: 'LTV', width: 79, align: 'end', render: (row) => percent(row.ltv) },
    { key: 'creditScore', label: 'FICO', width: 70, align: 'end', render: (row) => count(row.creditScore) },
    {
      key: 'status',
      label: 'Status',
      width: room === 'THREE' ? 168 : 176,
      render: (row) => {
        const holder = withWhom(row)
        return <SlvStatusBadge slv={row} {...(holder && { title: `${statusLabel(row)}: waiting on ${holder}` })} />
      },
    },
    role !== 'SELLER' && {
      key: 'groupSlaStatus',
      label: 'SLA',
      width: 102,
      render: ({ id, groupSlaStatus }) =>
        groupSlaStatus ? <SlaChip slvId={id} sla={groupSlaStatus} isInTable /> : none,
    },
    { key: 'type', label: 'Type', width: 98, render: (row) => slvTypeLabels[row.type] },
    { key: 'date', label: 'Requested', width: 102, render: (row) => date(row.date) },
    {
      key: 'underwriterName',
      label: 'Underwriter',
      width: 136,
      // On one's own desk it is oneself on every row.
      isHidden: isOwnDesk,
      render: (row) => <TwoLines of={row.underwriterName} />,
    },
    tableMode === 'SLR' && {
      key: 'underwriterManagerName',
      label: 'SLR Reviewer',
      width: 136,
      render: (row) => <TwoLines of={row.underwriterManagerName} />,
    },
    tableMode === 'TRADE_DESK' && {
      key: 'tradeDeskName',
      label: 'Trade Desk',
      width: 136,
      render: (row) => <TwoLines of={row.tradeDeskName} />,
    },
    {
      key: 'turnTime',
      label: 'Turn Time',
      width: 98,
      align: 'end',
      render: (row) => <span title={`Business days with ${brandName}, over all rounds`}>{days(row.turnTime)}</span>,
    },
    role !== 'SELLER' && {
      key: 'updatedAt',
      label: 'Last Change',
      width: 108,
      isHidden: true,
      render: (row) => date(row.updatedAt),
    },
  ]
  const had = columns
    .filter((column) => column !== false)
    .map((column) => ({ ...column, isSortable: sortable.includes(column.key) }))
  const first = firstIn[room]
  const placeOf = ({ key }: Column<SlvRow>) => (first.includes(key) ? first.indexOf(key) : first.length)
  return had.sort((one, other) => placeOf(one) - placeOf(other))
}

/**
 * What it is, how it stands, whether it is late and whose loan it is are in sight at any width, on a phone as far as they
 * can be. The others follow in their order.
 */
const firstIn: Record<Room, readonly string[]> = {
  THREE: ['buyerLoan', 'status', 'borrowerLastName', 'loanAmount', 'groupSlaStatus'],
  SIX: ['buyerLoan', 'status', 'groupSlaStatus', 'borrowerLastName', 'sellerName'],
  TEN: [],
}

/** Long numbers and names take a second line; what is longer still is read in full by hovering. */
const TwoLines = ({ of }: { of: string | null | undefined }) => (
  <span className={classes.twoLines} title={of && of.length > 20 ? of : undefined}>
    {text(of)}
  </span>
)

/** The number, which is the row's link; a row that was refused says why. */
const LoanNumber = ({ row, why }: { row: SlvRow; why: string | undefined }) => (
  <span className={classes.number} title={why}>
    {why !== undefined && (
      <IconAlertTriangle className={classes.refused} size={14} role="img" aria-label={`Not reassigned: ${why}`} />
    )}
    <TwoLines of={numberOf(row)} />
  </span>
)
