import type { SlvDetail } from '@portal/contract/slv/answers'
import { Notice } from '../../../ui/notice.tsx'
import { DecisionCard } from './decision-card.tsx'
import { EndedDecision } from './ended-decision.tsx'

/**
 * The decision in effect; during a draft resubmission, that of the previous
 * round with its variances.
 */
export const DecisionOfRound = ({
  slv,
  detail = 'all',
}: {
  slv: SlvDetail
  detail?: 'all' | 'withoutAnswers'
}) => {
  if (!slv.statusInEffect) return <DecisionCard slv={slv} detail={detail} />
  return (
    <>
      <Notice role="note">
        Round {slv.resubmitCount + 1} is a draft. This stays in effect until the
        draft is sent.
      </Notice>
      <EndedDecision slvId={slv.id} round={slv.resubmitCount - 1} isInEffect />
    </>
  )
}
