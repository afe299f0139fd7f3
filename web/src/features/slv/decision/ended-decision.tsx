import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { roundQuery } from '../../../records/history/queries.ts'
import { TryAgain } from '../../../ui/message.tsx'
import { Hint } from '../../../ui/presets.ts'
import { DecisionCard, type DecisionCardProps } from './decision-card.tsx'

type EndedDecisionProps = Pick<DecisionCardProps, 'detail' | 'isInEffect'> & {
  slvId: string
  round: number
}

/** The decision of a round that has ended, which is read separately. */
export const EndedDecision = ({
  slvId,
  round,
  ...card
}: EndedDecisionProps) => {
  const { data, error, refetch } = useQuery({
    ...roundQuery(slvId, round),
    meta: { quiet: true },
  })
  if (data) return <DecisionCard slv={data} isEnded {...card} />
  if (!error) return <Skeleton height={120} />
  return (
    <Hint>
      Couldn’t load the decision.{' '}
      <TryAgain size="compact-sm" onClick={refetch} />
    </Hint>
  )
}
