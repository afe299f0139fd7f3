import type { Profile } from '@portal/contract/auth/api'
import type { SlvRow } from '@portal/contract/slv/row'
import { openStatuses, type SlvStatus } from '@portal/contract/slv/status'
import type { RowLink } from '../../../ui/data-table/columns.ts'
import type { TabModes } from './list-view.ts'

type Traveller = Pick<Profile, 'id' | 'role'>
type Target = Pick<SlvRow, 'id' | 'status' | 'type' | 'underwriterId'>

const open: ReadonlySet<SlvStatus> = new Set(openStatuses)

const screenOf = ({ id, role }: Traveller, tab: TabModes, { status, type, underwriterId }: Target) => {
  const reading = '/slv/review-request/$proxyLoanId'
  if (role !== 'UNDERWRITER') return reading
  if (tab.tableMode === 'SLR') return '/slv/slr-request/$proxyLoanId'
  if (tab.tableMode === 'TRADE_DESK') return '/slv/trade-desk-request/$proxyLoanId'
  if (tab.tableMode === 'ALL')
    return tab.departmentTableMode === 'TRANSFERRED'
      ? '/slv/department/review-request/transferred/$proxyLoanId'
      : '/slv/department/review-request/$proxyLoanId'
  // One's own: sent, undecided and assigned to oneself is work; the rest is for reading.
  if (underwriterId !== id || !open.has(status)) return reading
  return type === 'POST' ? '/slv/post-close-request/$proxyLoanId' : '/slv/manage-request/$proxyLoanId'
}

export const rowLink = (traveller: Traveller, tab: TabModes, row: Target): RowLink => ({
  to: screenOf(traveller, tab, row),
  params: { proxyLoanId: row.id },
})

export const rowHref = (traveller: Traveller, tab: TabModes, row: Target): string =>
  screenOf(traveller, tab, row).replace('$proxyLoanId', row.id)
