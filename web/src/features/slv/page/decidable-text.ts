import { isOneOf } from '@portal/contract/lib/typed'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { slrStage, tdStage } from '@portal/contract/slv/status'

/**
 * Why an underwriter can't decide an SLV in its status; null where there is
 * nothing to say.
 */
export const whyNotDecidable = (slv: SlvDetail): string | null => {
  const { status, underwriterManagerName, tradeDeskName } = slv
  if (slv.availableActions.includes('start-review-process'))
    return 'Start the review to answer the variances and decide.'
  if (status === 'PENDING_DOCUMENTS')
    return `${slv.ownerName} has to send the requested documents before you can decide.`
  if (status === 'SLR_PENDING_INFO')
    return 'Send the information that SLR asked for. You can decide after its recommendation.'
  if (isOneOf(slrStage, status))
    return `You can decide after ${underwriterManagerName ?? 'SLR'} makes a recommendation.`
  if (isOneOf(tdStage, status))
    return `You can decide after ${tradeDeskName ?? 'the trade desk'} makes a recommendation.`
  return null
}
