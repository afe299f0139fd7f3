import type { SlvDetail } from '@portal/contract/slv/answers'
import { isDecided } from '@portal/contract/slv/status'
import { Suspense } from 'react'
import * as format from '../../lib/format.ts'
import { lazy } from '../../lib/lazy.tsx'
import { Explained } from '../../ui/explained.tsx'
import { useBranding, useProfile } from '../auth/queries.ts'
import classes from '../sla/explanation.module.css'
import { effectiveStatus } from './slv-status.tsx'

const TurnTimeExplanation = lazy(async () => ({
  default: (await import('../sla/explanation.tsx')).TurnTimeExplanation,
}))

type TurnTimesProps = {
  slv: Pick<SlvDetail, 'id' | 'status' | 'statusInEffect' | 'turnTime' | 'sellerTurnTime' | 'finalProcessingTime'>
}

/** The turn times of an SLV, each with what it means; the buyer's people also read how they came. */
export const TurnTimes = ({ slv }: TurnTimesProps) => {
  const { role } = useProfile()
  const { name } = useBranding()
  const terms = [
    {
      term: `Turn time of ${name}`,
      value: slv.turnTime,
      means: `Business days with ${name}, over all rounds.`,
    },
    {
      term: 'Final processing time',
      value: slv.finalProcessingTime,
      means: 'The same, once the request is decided: from sending to the final decision.',
    },
    {
      term: 'Turn time of the seller',
      value: slv.sellerTurnTime,
      means:
        'Business days with the seller: documents that were asked for, and a decided round until its resubmission.',
    },
  ]
  return (
    <Explained
      label="What the turn times mean"
      explain={(summaryId) => (
        <>
          <dl className={classes.terms} id={summaryId}>
            {terms.map(({ term, value, means }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value === null ? 'Not decided' : format.days(value)}</dd>
                <dd className={classes.means}>{means}</dd>
              </div>
            ))}
          </dl>
          {role !== 'SELLER' && (
            <Suspense>
              <TurnTimeExplanation slvId={slv.id} />
            </Suspense>
          )}
        </>
      )}
    >
      {isDecided(effectiveStatus(slv))
        ? `Processed in ${format.days(slv.finalProcessingTime)}`
        : `Turn time ${format.days(slv.turnTime)}`}
      {(slv.sellerTurnTime ?? 0) > 0 && `, seller ${format.days(slv.sellerTurnTime)}`}
    </Explained>
  )
}
