import type { SlvDetail } from '@portal/contract/slv/answers'
import type { SlvRow } from '@portal/contract/slv/row'
import { type SlvStatus, slvStatusLabels } from '@portal/contract/slv/status'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { statusColors } from './status-colors.ts'

type Status = Pick<SlvDetail, 'status' | 'statusInEffect'>

/** The status in effect: that of the previous round while a resubmission is drafted. */
export const effectiveStatus = ({ status, statusInEffect }: Status) => statusInEffect ?? status

/** 'Approved', and 'Approved (draft)' while the seller drafts a resubmission. */
export const statusLabel = (slv: Status): string => {
  const label = slvStatusLabels[effectiveStatus(slv)]
  return slv.statusInEffect ? `${label} (draft)` : label
}

export const SlvStatusBadge = ({ status }: { status: SlvStatus }) => (
  <StatusBadge label={slvStatusLabels[status]} color={statusColors[status]} />
)

export const RowStatusBadge = ({ slv, title }: { slv: Status; title?: string }) => (
  <StatusBadge
    label={statusLabel(slv)}
    color={statusColors[effectiveStatus(slv)]}
    title={
      title ?? (slv.statusInEffect ? `${statusLabel(slv)}: in effect until the resubmission is sent` : statusLabel(slv))
    }
  />
)

/** What people call an SLV: its loan's number. */
export const numberOf = (slv: Pick<SlvRow, 'buyerLoan' | 'sellerLoan'>): string =>
  slv.buyerLoan ?? slv.sellerLoan ?? 'No loan number'
