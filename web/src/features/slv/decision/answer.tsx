import { slvStatusLabels } from '@portal/contract/slv/status'
import type { SlvDecisionRequest } from '@portal/contract/slv-request/model'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { statusColors } from '../status-colors.ts'
import classes from './answer.module.css'

/** What the underwriter says to one variance. */
export const Answer = ({ answer: { decision, currentGuideline, comment } }: { answer: SlvDecisionRequest }) => (
  <div className={classes.answer}>
    <StatusBadge label={slvStatusLabels[decision]} color={statusColors[decision]} />
    {currentGuideline !== '' && (
      <p className={classes.words}>
        <span className={classes.label}>Guideline: </span>
        {currentGuideline}
      </p>
    )}
    {comment !== '' && <p className={classes.words}>{comment}</p>}
  </div>
)
