import type { SlvDetail } from '@portal/contract/slv/answers'
import { isDecided, isSellerDraft, type SlvStatus, slrStage, tdStage } from '@portal/contract/slv/status'
import { date } from '../../lib/format.ts'

type Held = Pick<
  SlvDetail,
  'status' | 'ownerName' | 'sellerName' | 'underwriterName' | 'underwriterManagerName' | 'tradeDeskName'
>

const inStage = (stage: readonly SlvStatus[], status: SlvStatus) => stage.includes(status)

/** Whose turn it is, by name and part; null once nobody has to do anything. Inner stages reach a seller as a review, so it names no one inside. */
export const withWhom = (slv: Held): string | null => {
  const { status } = slv
  if (isDecided(status) || status === 'WITHDRAWN_APPROVED') return null
  if (isSellerDraft(status) || status === 'PENDING_DOCUMENTS') return `${slv.ownerName}, ${slv.sellerName}`
  if (inStage(slrStage, status) && status !== 'SLR_PENDING_INFO')
    return slv.underwriterManagerName ? `${slv.underwriterManagerName}, SLR` : 'SLR, nobody yet'
  if (inStage(tdStage, status)) return slv.tradeDeskName ? `${slv.tradeDeskName}, Trade Desk` : 'Trade Desk, nobody yet'
  return slv.underwriterName ? `${slv.underwriterName}, underwriter` : 'No underwriter yet'
}

/** 'Waiting on Anna Lindqvist, underwriter, since 03/04/2026'; null once nobody is waited for. */
export const waitingText = (slv: Held & Pick<SlvDetail, 'waitingSince'>): string | null => {
  const holder = withWhom(slv)
  if (holder === null) return null
  return slv.waitingSince ? `Waiting on ${holder}, since ${date(slv.waitingSince)}` : `Waiting on ${holder}`
}
