import type { SlvStatus } from '@portal/contract/slv/status'
import type { StatusColor } from '../../ui/status-badge.tsx'

/**
 * Blue: underwriter; indigo: in review; yellow: seller; violet: SLR; cyan:
 * trade desk; gray: no one.
 */
export const statusColors: Record<SlvStatus, StatusColor> = {
  DRAFT: 'gray',
  DRAFT_RESUBMITTED: 'gray',
  PENDING: 'blue',
  DOCUMENTS_RECEIVED: 'blue',
  RESUBMITTED: 'blue',
  REVIEW: 'indigo',
  PENDING_DOCUMENTS: 'yellow',
  SLR_PENDING: 'violet',
  SLR_PENDING_INFO: 'violet',
  SLR_INFO_RECEIVED: 'violet',
  SLR_REVIEW: 'violet',
  SLR_COMPLETED: 'violet',
  TD_PENDING: 'cyan',
  TD_REVIEW: 'cyan',
  TD_COMPLETED: 'cyan',
  WITHDRAW_PENDING: 'orange',
  WITHDRAWN_APPROVED: 'gray',
  APPROVED: 'green',
  DECLINED: 'red',
  NOT_NEEDED: 'teal',
}
