import { Box, Group } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useProfile } from '../../../records/auth/queries.ts'
import { roundQuery } from '../../../records/history/queries.ts'
import { pageParts } from '../../../records/slv/page-parts.ts'
import { LoadFailed } from '../../../ui/message.tsx'
import { SecondaryButton } from '../../../ui/presets.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { Conditions } from '../../condition/shared/condition-list.tsx'
import { EndedRoundDocuments } from '../../document/shared/documents-panel.tsx'
import { RoundChanges } from '../../history/shared/round-changes.tsx'
import { DecisionCard } from '../decision/decision-card.tsx'
import { RequestForm } from '../form/request-form.tsx'
import { Warning } from '../warning.tsx'
import classes from './slv-page.module.css'

type EndedRoundProps = { id: string; round: number; onLeave: () => void }

/** A round as it ended. */
export const EndedRound = ({ id, round, onLeave }: EndedRoundProps) => {
  const { role } = useProfile()
  const { data: slv, error, refetch } = useQuery(roundQuery(id, round))
  if (!slv && error)
    return (
      <LoadFailed
        what="this round"
        error={error}
        variant="filled"
        onClick={refetch}
      >
        <SecondaryButton onClick={onLeave}>
          Back to the current round
        </SecondaryButton>
      </LoadFailed>
    )
  return (
    <>
      <Warning
        icon={IconHistory}
        align="center"
        mb="md"
        aria-label="Earlier round"
      >
        <Group gap="sm" justify="space-between">
          <span>
            You’re viewing <b>round {round + 1}</b> as it ended. It can’t be
            changed.
          </span>
          <SecondaryButton onClick={onLeave}>
            Back to the current round
          </SecondaryButton>
        </Group>
      </Warning>
      {slv ? (
        <div className={classes.columns}>
          <Box miw={0}>
            <RoundChanges slv={slv} />
            <RequestForm slv={slv} mode="read" />
          </Box>
          <ScrollRegion
            id={pageParts.side}
            className={classes.side}
            label="Round outcome"
          >
            <h2 tabIndex={-1}>Decision</h2>
            <DecisionCard slv={slv} isEnded />
            <Conditions slv={slv} isEnded />
            {/* A seller has them in the request. */}
            {role !== 'SELLER' && (
              <>
                <h2>Documents</h2>
                <EndedRoundDocuments slv={slv} />
              </>
            )}
          </ScrollRegion>
        </div>
      ) : (
        <PageSkeleton />
      )}
    </>
  )
}
