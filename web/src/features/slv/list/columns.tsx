import type { SlvRow } from '@portal/contract/slv/answers'
import { sortKeysFor } from '@portal/contract/slv/list-query'
import { slvTypeLabels } from '@portal/contract/slv/model'
import { isDecided, slvStatusLabels } from '@portal/contract/slv/status'
import type { Role } from '@portal/contract/user/model'
import { IconAlertTriangle } from '@tabler/icons-react'
import { count, date, days, money, none, percent, text } from '../../../lib/format.ts'
import type { Column } from '../../../ui/data-table/columns.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { SlaChip } from '../sla-chip.tsx'
import { statusColors } from '../status-colors.ts'
import type { ListTab } from './list-tabs.ts'
import classes from './slv-list.module.css'

type Asked = {
  tab: Pick<ListTab, 'tableMode'>
  role: Role
  brandName: string
  /** Why rows could not be handed over the last time, by id. */
  refused: ReadonlyMap<string, string>
}

/** What people call an SLV: its loan's number. */
export const numberOf = (row: Pick<SlvRow, 'buyerLoan' | 'sellerLoan'>): string =>
  row.buyerLoan ?? row.sellerLoan ?? 'No loan number'

/** The columns of the SLV lists (product.md §8), as far as this list and this role have them. */
export const slvColumns = ({ tab: { tableMode }, role, brandName, refused }: Asked): Column<SlvRow>[] => {
  const sortable: readonly string[] = sortKeysFor(role)
  const isOwnDesk = tableMode === 'MY_OWN' && role === 'UNDERWRITER'
  const isWithSellers = tableMode === 'MY_COMPANY' || tableMode === 'ALL'

  const columns: (Column<SlvRow> | false)[] = [
    {
      key: 'buyerLoan',
      label: `${brandName} Loan Number`,
      width: 148,
      isSticky: true,
      render: (row) => <LoanNumber row={row} why={refused.get(row.id)} />,
    },
    { key: 'sellerLoan', label: 'Seller Loan', width: 118, render: (row) => text(row.sellerLoan) },
    { key: 'sellerName', label: 'Seller', width: 136, isHidden: role === 'SELLER', render: (row) => row.sellerName },
    isWithSellers && {
      key: 'ownerName',
      label: 'Owner',
      width: 124,
      isHidden: tableMode === 'ALL',
      render: (row) => row.ownerName,
    },
    { key: 'borrowerLastName', label: 'Borrower', width: 112, render: (row) => text(row.borrowerLastName) },
    { key: 'buyerNonAgencyProgram', label: 'Program', width: 142, render: (row) => text(row.buyerNonAgencyProgram) },
    { key: 'loanAmount', label: 'Loan Amount', width: 108, align: 'end', render: (row) => money(row.loanAmount) },
    { key: 'ltv', label: 'LTV', width: 78, align: 'end', render: (row) => percent(row.ltv) },
    { key: 'creditScore', label: 'FICO', width: 68, align: 'end', render: (row) => count(row.creditScore) },
    {
      key: 'status',
      label: 'Status',
      width: 168,
      render: (row) => <StatusBadge label={slvStatusLabels[row.status]} color={statusColors[row.status]} />,
    },
    { key: 'type', label: 'Type', width: 92, render: (row) => slvTypeLabels[row.type] },
    { key: 'date', label: 'Requested', width: 104, render: (row) => date(row.date) },
    {
      key: 'underwriterName',
      label: 'Underwriter',
      width: 136,
      // On one's own desk it is oneself on every row.
      isHidden: isOwnDesk,
      render: (row) => text(row.underwriterName),
    },
    tableMode === 'SLR' && {
      key: 'underwriterManagerName',
      label: 'SLR Reviewer',
      width: 136,
      render: (row) => text(row.underwriterManagerName),
    },
    tableMode === 'TRADE_DESK' && {
      key: 'tradeDeskName',
      label: 'Trade Desk',
      width: 136,
      render: (row) => text(row.tradeDeskName),
    },
    role !== 'SELLER' && {
      key: 'groupSlaStatus',
      label: 'SLA',
      width: 100,
      render: ({ status, groupSlaStatus }) =>
        groupSlaStatus && !isDecided(status) && status !== 'WITHDRAWN_APPROVED' ? (
          <SlaChip sla={groupSlaStatus} />
        ) : (
          none
        ),
    },
    { key: 'turnTime', label: 'Turn Time', width: 92, align: 'end', render: (row) => days(row.turnTime) },
    { key: 'updatedAt', label: 'Last Change', width: 108, isHidden: true, render: (row) => date(row.updatedAt) },
  ]
  return columns
    .filter((column) => column !== false)
    .map((column) => ({ ...column, isSortable: sortable.includes(column.key) }))
}

/** The number, which is the row's link; a row that was refused says why. */
const LoanNumber = ({ row, why }: { row: SlvRow; why: string | undefined }) => (
  <span className={classes.number} title={why}>
    {why !== undefined && (
      <IconAlertTriangle className={classes.refused} size={14} role="img" aria-label={`Not reassigned: ${why}`} />
    )}
    {numberOf(row)}
  </span>
)
