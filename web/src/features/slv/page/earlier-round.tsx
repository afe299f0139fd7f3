import { Paper, SimpleGrid, Title } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { RoundChanges } from '../../history/shared/round-changes.tsx'
import { EndedDecision } from '../decision/ended-decision.tsx'

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
      {!hasDecision && <EarlierDecision slv={slv} />}
      <RoundChanges slv={slv} />
    </SimpleGrid>
  )
}

const EarlierDecision = ({ slv }: { slv: SlvDetail }) => {
  const title = `How round ${slv.resubmitCount} ended`
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
      <EndedDecision
        slvId={slv.id}
        round={slv.resubmitCount - 1}
        detail="withoutGuidelines"
      />
    </Paper>
  )
}
