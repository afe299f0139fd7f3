import { joinSentences } from '@portal/contract/lib/sentences'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { isUndecided } from '@portal/contract/slv/status'
import { Warning } from '../warning.tsx'

/**
 * The outcome of the seller's request to withdraw; nothing once the round has
 * ended.
 */
export const WithdrawalNote = ({
  slv: { status, withdrawReason, withdrawDeclineReason },
}: {
  slv: SlvDetail
}) => {
  if (status === 'WITHDRAW_PENDING')
    return (
      <Warning>
        {joinSentences([
          withdrawReason
            ? `Withdrawal requested: “${withdrawReason}”`
            : 'Withdrawal requested',
          'The review is on hold until the underwriter answers.',
        ])}
      </Warning>
    )
  if (!withdrawDeclineReason || !isUndecided(status)) return null
  return (
    <Warning>
      The underwriter declined the withdrawal: “{withdrawDeclineReason}”
    </Warning>
  )
}
