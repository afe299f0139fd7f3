import type { Profile } from '@portal/contract/auth/api'
import type { Need } from '@portal/contract/slv/needs'
import type { SlvRow } from '@portal/contract/slv/row'
import { openStatuses, type SlvStatus } from '@portal/contract/slv/status'
import { pageParts } from '../../../records/slv/page-parts.ts'
import type { RowLink } from '../../../ui/data-table/columns.ts'
import type { TabModes } from './list-tabs.ts'

type Viewer = Pick<Profile, 'id' | 'role'>
type Target = Pick<SlvRow, 'id' | 'status' | 'type' | 'underwriterId'>

const open: ReadonlySet<SlvStatus> = new Set(openStatuses)

/** The screen on which this person opens an SLV from a list. */
const findScreen = (viewer: Viewer, tab: TabModes, slv: Target) => {
  if (viewer.role !== 'UNDERWRITER') return '/slv/review-request/$proxyLoanId'
  switch (tab.tableMode) {
    case 'SLR':
      return '/slv/slr-request/$proxyLoanId'
    case 'TRADE_DESK':
      return '/slv/trade-desk-request/$proxyLoanId'
    case 'ALL':
      return tab.departmentTableMode === 'TRANSFERRED'
        ? '/slv/department/review-request/transferred/$proxyLoanId'
        : '/slv/department/review-request/$proxyLoanId'
    default:
      return findOwnScreen(viewer, slv)
  }
}

/** An underwriter edits open SLVs that are assigned to them, and reads others. */
const findOwnScreen = (viewer: Viewer, slv: Target) => {
  const isOwnWork = slv.underwriterId === viewer.id && open.has(slv.status)
  if (!isOwnWork) return '/slv/review-request/$proxyLoanId'
  return slv.type === 'POST'
    ? '/slv/post-close-request/$proxyLoanId'
    : '/slv/manage-request/$proxyLoanId'
}

export const rowLink = (user: Viewer, tab: TabModes, row: Target): RowLink => ({
  to: findScreen(user, tab, row),
  params: { proxyLoanId: row.id },
})

export const rowHref = (user: Viewer, tab: TabModes, row: Target): string =>
  findScreen(user, tab, row).replace('$proxyLoanId', row.id)

/** The part of the page on which a seller does what an SLV needs. */
const needParts: Record<Need, Pick<RowLink, 'search' | 'hash'>> = {
  DOCUMENTS: { hash: pageParts.documents },
  UNSENT: { hash: pageParts.documents },
  COMMENT: { hash: pageParts.side, search: { tab: 'conversation' } },
  CONDITIONS: { hash: pageParts.conditions },
  DENIED: { hash: pageParts.decision },
  DRAFT: {},
  WITHDRAWAL: {},
}

/** Where a row's one action leads. */
export const needLink = (
  user: Viewer,
  tab: TabModes,
  row: Target,
  need: Need,
): RowLink => ({ ...rowLink(user, tab, row), ...needParts[need] })
