import type { SlvStatus } from '@portal/contract/slv/status'
import type { StatusColor } from '../../ui/status-badge.tsx'

/**
 * The colour beside a status's word. Grey is nobody's work, blue waits for the underwriter, indigo is being read,
 * yellow waits for the seller, violet is with the managers, cyan with the trade desk; the outcomes have their own.
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
