import { z } from 'zod'
import { getKeys } from '../lib/typed.ts'

/**
 * What a Tdoc needs from its reviewer, most urgent first: a response after it
 * was returned, an answer to the buyer's last comment while it is open, the end
 * of a review that the response postponed, or a first response.
 */
export const tdocNeedLabels = {
  RETURNED: 'Respond again',
  COMMENT: 'Answer the comment',
  REVIEW: 'Finish the review',
  RESPOND: 'Set a response',
}
export const tdocNeeds = getKeys(tdocNeedLabels)
export const TdocNeed = z.enum(tdocNeeds)
export type TdocNeed = z.infer<typeof TdocNeed>
