import type { SlvDetail } from '@portal/contract/slv/answers'
import { type Decision, slvStatusLabels } from '@portal/contract/slv/status'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { statusColors } from '../status-colors.ts'
import classes from './decision.module.css'

/** What SLR and the trade desk recommend, and the last word between the reviewers. The buyer's own. */
export const Recommendations = ({ slv }: { slv: SlvDetail }) => {
  const { slrRecommendedDecision, underwriterManagerName, tdRecommendedDecision, tradeDeskName, statusComment } = slv
  if (!slrRecommendedDecision && !tdRecommendedDecision && !statusComment) return null
  return (
    <section className={classes.block} aria-label="Recommendations">
      <Recommendation of="SLR" who={underwriterManagerName} decision={slrRecommendedDecision} />
      <Recommendation of="Trade Desk" who={tradeDeskName} decision={tdRecommendedDecision} />
      {statusComment && (
        <div>
          <span className={classes.label}>
            Last comment <span className={classes.internal}>Internal</span>
          </span>
          <blockquote className={classes.quote}>{statusComment}</blockquote>
        </div>
      )}
    </section>
  )
}

type RecommendationProps = { of: string; who: string | null | undefined; decision: Decision | null | undefined }

const Recommendation = ({ of, who, decision }: RecommendationProps) =>
  decision ? (
    <div className={classes.recommendation}>
      <span>
        {of} recommends{who ? ` (${who})` : ''}
      </span>
      <StatusBadge label={slvStatusLabels[decision]} color={statusColors[decision]} />
    </div>
  ) : null
