import { Group, Stack } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { Decision } from '@portal/contract/slv/status'
import { SlvStatusBadge } from '../shared/slv-status.tsx'
import classes from './decision.module.css'
import { framed, Labeled } from './decision-card.tsx'

/** What SLR and the trade desk recommend, and their last comment. */
export const Recommendations = ({ slv }: { slv: SlvDetail }) => {
  const { slrRecommendedDecision, underwriterManagerName, tdRecommendedDecision, tradeDeskName, statusComment } = slv
  if (!slrRecommendedDecision && !tdRecommendedDecision && !statusComment) return null
  return (
    <Stack component="section" {...framed} gap="sm" aria-label="Recommendations">
      <Recommendation of="SLR" who={underwriterManagerName} decision={slrRecommendedDecision} />
      <Recommendation of="Trade Desk" who={tradeDeskName} decision={tdRecommendedDecision} />
      {statusComment && (
        <Labeled label="Last comment" isInternal>
          <blockquote className={classes.quote}>{statusComment}</blockquote>
        </Labeled>
      )}
    </Stack>
  )
}

type RecommendationProps = { of: string; who: string | null | undefined; decision: Decision | null | undefined }

const Recommendation = ({ of, who, decision }: RecommendationProps) =>
  decision ? (
    <Group justify="space-between" gap="4px 10px">
      <span>
        {of} recommends{who ? ` (${who})` : ''}
      </span>
      <SlvStatusBadge status={decision} />
    </Group>
  ) : null
