import { Paper, SimpleGrid, Skeleton, Title } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { useQuery } from '@tanstack/react-query'
import { roundQuery } from '../../../records/history/queries.ts'
import { TryAgain } from '../../../ui/message.tsx'
import { Hint } from '../../../ui/presets.ts'
import { RoundChanges } from '../../history/shared/round-changes.tsx'
import { DecisionCard } from '../decision/decision-card.tsx'

/**
 * Above a resubmitted request: the decision of the round before it, and what
 * changed since.
 */
export const EarlierRound = ({ slv }: { slv: SlvDetail }) => {
  if (slv.resubmitCount === 0) return null
  // The decision in effect is on the page already.
  const hasDecision = slv.statusInEffect !== null
  return (
    <SimpleGrid
      minColWidth="20rem"
      autoFlow="auto-fit"
      spacing="md"
      verticalSpacing={0}
    >
      {!hasDecision && (
        <EarlierDecision slv={slv} round={slv.resubmitCount - 1} />
      )}
      <RoundChanges slv={slv} />
    </SimpleGrid>
  )
}

const EarlierDecision = ({ slv, round }: { slv: SlvDetail; round: number }) => {
  const { data, error, refetch } = useQuery({
    ...roundQuery(slv.id, round),
    meta: { quiet: true },
  })
  const title = `How round ${round + 1} ended`
  return (
    <Paper
      component="section"
      mb="md"
      px="md"
      py="xs"
      bd="1px solid var(--portal-line)"
      aria-label={title}
    >
      <Title order={2} fz="md" mb="xs">
        {title}
      </Title>
      {data && <DecisionCard slv={data} detail="withoutGuidelines" isEnded />}
      {!data && !error && <Skeleton height={60} />}
      {!data && error && (
        <Hint>
          Couldn’t load the decision.{' '}
          <TryAgain size="compact-sm" onClick={refetch} />
        </Hint>
      )}
    </Paper>
  )
}
