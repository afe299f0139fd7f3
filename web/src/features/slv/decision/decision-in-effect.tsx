import { Button, Skeleton } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { Role } from '@portal/contract/user/model'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '../../../ui/notice.tsx'
import { roundQuery } from '../../history/queries.ts'
import { DecisionCard } from './decision-card.tsx'

/** With a draft resubmission: the decision of the previous round, with its variances. */
export const DecisionInEffect = ({ slv, role }: { slv: SlvDetail; role: Role }) => {
  const { data, error, refetch } = useQuery({ ...roundQuery(slv.id, slv.resubmitCount - 1), meta: { quiet: true } })
  return (
    <>
      <Notice role="note">
        Round {slv.resubmitCount + 1} is a draft. This stays in effect until the draft is sent.
      </Notice>
      {data && <DecisionCard slv={data} isInner={role !== 'SELLER'} />}
      {!data && !error && <Skeleton height={120} />}
      {!data && error && (
        <p>
          Couldn’t load the decision.{' '}
          <Button size="compact-sm" variant="default" onClick={() => refetch()}>
            Try again
          </Button>
        </p>
      )}
    </>
  )
}
