import { isOneOf } from '@portal/contract/lib/typed'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { isDecided, isSellerDraft, slrStage, tdStage } from '@portal/contract/slv/status'
import { date } from '../../lib/text/format.ts'

type SlvPeople = Pick<
  SlvDetail,
  'status' | 'ownerName' | 'sellerName' | 'underwriterName' | 'underwriterManagerName' | 'tradeDeskName'
>

/** Who has the SLV, by name and role; null when nobody does. Sellers get inner stages as a review, so it never names SLR or the trade desk to them. */
export const withWhom = (slv: SlvPeople): string | null => {
  const { status } = slv
  if (isDecided(status) || status === 'WITHDRAWN_APPROVED') return null
  if (isSellerDraft(status) || status === 'PENDING_DOCUMENTS') return `${slv.ownerName}, ${slv.sellerName}`
  if (isOneOf(slrStage, status) && status !== 'SLR_PENDING_INFO')
    return slv.underwriterManagerName ? `${slv.underwriterManagerName}, SLR` : 'SLR, unassigned'
  if (isOneOf(tdStage, status)) return slv.tradeDeskName ? `${slv.tradeDeskName}, Trade Desk` : 'Trade Desk, unassigned'
  return slv.underwriterName ? `${slv.underwriterName}, underwriter` : 'No underwriter yet'
}

/** 'Waiting on Anna Lindqvist, underwriter, since 03/04/2026'; null when nobody has it. */
export const waitingText = (slv: SlvPeople & Pick<SlvDetail, 'waitingSince'>): string | null => {
  const holder = withWhom(slv)
  if (holder === null) return null
  return slv.waitingSince ? `Waiting on ${holder}, since ${date(slv.waitingSince)}` : `Waiting on ${holder}`
}
