import { Skeleton } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { useQuery } from '@tanstack/react-query'
import { roundQuery } from '../../../records/history/queries.ts'
import { TryAgain } from '../../../ui/message.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { DecisionCard } from './decision-card.tsx'

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
  if (slv.statusInEffect) return <DecisionInEffect slv={slv} />
  return <DecisionCard slv={slv} detail={detail} />
}

const DecisionInEffect = ({ slv }: { slv: SlvDetail }) => {
  const { data, error, refetch } = useQuery({
    ...roundQuery(slv.id, slv.resubmitCount - 1),
    meta: { quiet: true },
  })
  return (
    <>
      <Notice role="note">
        Round {slv.resubmitCount + 1} is a draft. This stays in effect until the
        draft is sent.
      </Notice>
      {data && <DecisionCard slv={data} isEnded isInEffect />}
      {!data && !error && <Skeleton height={120} />}
      {!data && error && (
        <p>
          Couldn’t load the decision.{' '}
          <TryAgain size="compact-sm" onClick={refetch} />
        </p>
      )}
    </>
  )
}
