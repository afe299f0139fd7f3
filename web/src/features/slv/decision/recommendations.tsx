import { Group, Stack, Text } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { type Decision, isUndecided } from '@portal/contract/slv/status'
import { useQuery } from '@tanstack/react-query'
import * as format from '../../../lib/text/format.ts'
import {
  effectiveStatus,
  SlvStatusBadge,
} from '../../../records/slv/slv-status.tsx'
import classes from './decision.module.css'
import { framed, Labeled } from './decision-card.tsx'
import {
  type DeskComment,
  deskCommentsQuery,
  readDeskComments,
} from './recommendation-source.ts'

/** The internal comments of a round, from its history. */
export const useDeskComments = ({ id, resubmitCount }: SlvDetail) => {
  const { data = [] } = useQuery(deskCommentsQuery(id))
  return readDeskComments(data, resubmitCount)
}

/**
 * What SLR and the trade desk recommend, and the last comment of an SLV that
 * isn't decided.
 */
export const Recommendations = ({ slv }: { slv: SlvDetail }) => {
  const {
    slrRecommendedDecision,
    underwriterManagerName,
    tdRecommendedDecision,
    tradeDeskName,
    statusComment,
  } = slv
  const { slr, tradeDesk, last } = useDeskComments(slv)
  // A decision answers the last comment.
  const lastComment = isUndecided(effectiveStatus(slv)) ? last : null
  if (!slrRecommendedDecision && !tdRecommendedDecision && !statusComment)
    return null
  return (
    <Stack
      component="section"
      {...framed}
      gap="sm"
      aria-label="Recommendations"
    >
      <Recommendation
        desk="SLR"
        who={underwriterManagerName}
        decision={slrRecommendedDecision}
        said={slr}
      />
      <Recommendation
        desk="Trade Desk"
        who={tradeDeskName}
        decision={tdRecommendedDecision}
        said={tradeDesk}
      />
      {lastComment && (
        <Labeled label={`Last comment, ${signature(lastComment)}`} isInternal>
          <blockquote className={classes.quote}>
            {lastComment.comment}
          </blockquote>
        </Labeled>
      )}
    </Stack>
  )
}

/** 'Tara Desk, 11/24/2026, 10:00 AM' */
const signature = ({ author, at }: DeskComment) =>
  `${author}, ${format.dateTime(at)}`

type RecommendationProps = {
  desk: string
  who: string | null | undefined
  decision: Decision | null | undefined
  said: DeskComment | null
}

const Recommendation = ({ desk, who, decision, said }: RecommendationProps) => {
  if (!decision) return null
  const price = said?.price ?? null
  return (
    <div>
      <Group justify="space-between" gap="4px 10px">
        <span>
          {desk} recommends
          {price !== null && ` ${format.bps(price)}`}
        </span>
        <SlvStatusBadge status={decision} />
      </Group>
      <Text size="xs" c="dimmed">
        {said ? signature(said) : who}
      </Text>
      {said?.comment && (
        <blockquote className={classes.quote}>{said.comment}</blockquote>
      )}
    </div>
  )
}
