import { Box, Group, Select } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { LoadFailed } from '../../../ui/message.tsx'
import { SecondaryButton } from '../../../ui/presets.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { useProfile } from '../../auth/queries.ts'
import { EndedRoundDocuments } from '../../document/shared/request-documents.tsx'
import { roundQuery } from '../../history/queries.ts'
import { RoundChanges } from '../../history/shared/round-changes.tsx'
import { DecisionCard } from '../decision/decision-card.tsx'
import { RequestForm } from '../form/request-form.tsx'
import { Warning } from '../warning.tsx'
import classes from './slv-page.module.css'
import { sideId } from './slv-route.ts'

export const RoundArea = ({ id, round, onLeave }: { id: string; round: number; onLeave: () => void }) => {
  const { role } = useProfile()
  const { data: slv, error, refetch } = useQuery(roundQuery(id, round))
  if (!slv && error)
    return (
      <LoadFailed what="this round" error={error} variant="filled" onClick={refetch}>
        <SecondaryButton onClick={onLeave}>Back to the current round</SecondaryButton>
      </LoadFailed>
    )
  return (
    <>
      <Warning icon={IconHistory} align="center" aria-label="Earlier round">
        <Group gap="sm" justify="space-between">
          <span>
            You are reading <b>round {round + 1}</b> as it ended. It can no longer be changed.
          </span>
          <SecondaryButton onClick={onLeave}>Back to the current round</SecondaryButton>
        </Group>
      </Warning>
      {slv ? (
        <div className={classes.columns}>
          <Box miw={0}>
            <RoundChanges slv={slv} />
            <RequestForm slv={slv} mode="read" />
          </Box>
          <ScrollRegion id={sideId} className={classes.side} label="How the round ended">
            <h2 tabIndex={-1}>Decision</h2>
            <DecisionCard slv={slv} isInner={role !== 'SELLER'} />
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

type RoundSelectProps = { current: number; shown: number; onShow: (round: number) => void }

export const RoundSelect = ({ current, shown, onShow }: RoundSelectProps) =>
  current > 0 && (
    <Select
      aria-label="Round"
      w="9.5rem"
      allowDeselect={false}
      data={Array.from({ length: current + 1 }, (_, round) => ({
        value: String(round),
        label: `Round ${round + 1}${round === current ? ' (now)' : ''}`,
      })).reverse()}
      value={String(shown)}
      onChange={(value) => onShow(Number(value ?? current))}
    />
  )
