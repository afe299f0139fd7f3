import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../../ui/message.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { useProfile } from '../../auth/queries.ts'
import { KeptDocuments } from '../../document/kept-documents.tsx'
import { roundQuery } from '../../history/queries.ts'
import { RoundBanner } from '../../history/round-banner.tsx'
import { RoundChanges } from '../../history/round-changes.tsx'
import { DecisionCard } from '../decision/decision-card.tsx'
import { RequestForm } from '../form/request-form.tsx'
import classes from './slv-page.module.css'
import { sideId } from './views.ts'

type RoundAreaProps = { id: string; round: number; onLeave: () => void }

/** A round that is over, as it ended: its request, its documents and its decision, all to read. */
export const RoundArea = ({ id, round, onLeave }: RoundAreaProps) => {
  const { role } = useProfile()
  const { data: slv, error, refetch } = useQuery(roundQuery(id, round))
  if (!slv && error)
    return (
      <EmptyState title="This round could not be read" why={error.message}>
        <Button onClick={() => refetch()}>Try again</Button>
        <Button variant="default" onClick={onLeave}>
          Back to the present round
        </Button>
      </EmptyState>
    )
  return (
    <>
      <RoundBanner round={round} onLeave={onLeave} />
      {slv ? (
        <div className={classes.columns}>
          <div className={classes.request}>
            <RoundChanges slv={slv} />
            <RequestForm slv={slv} mode="read" />
          </div>
          <ScrollRegion id={sideId} className={classes.side} label="How the round ended">
            <h2 tabIndex={-1}>Decision</h2>
            <DecisionCard slv={slv} isInner={role !== 'SELLER'} />
            {/* A seller has them in the request. */}
            {role !== 'SELLER' && (
              <>
                <h2>Documents</h2>
                <KeptDocuments slv={slv} />
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
