import { Button, Group, Skeleton, Text } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { type Decision, isDecided } from '@portal/contract/slv/status'
import type { Role } from '@portal/contract/user/model'
import { IconEyeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '../../../ui/notice.tsx'
import { WarningBox } from '../../../ui/warning-box.tsx'
import { roundQuery } from '../../history/queries.ts'
import { SlvStatusBadge } from '../slv-status.tsx'
import classes from './decision.module.css'
import { DecisionCard, Undecided } from './decision-card.tsx'
import { DecisionForm } from './decision-form.tsx'

type DecisionPanelProps = { slv: SlvDetail; role: Role }

export const DecisionPanel = ({ slv, role }: DecisionPanelProps) => {
  if (slv.statusInEffect) return <DecisionInEffect slv={slv} role={role} />
  const prepares = role === 'UNDERWRITER' && slv.availableActions.includes('save')
  if (role === 'SELLER') return isDecided(slv.status) ? <DecisionCard slv={slv} /> : <Undecided slv={slv} />
  return (
    <>
      {/* Why this person may prepare, but not make, the final decision (product.md §2, four eyes). */}
      {slv.decisionBlockedBy && (
        <WarningBox aria-label="Four eyes">
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <IconEyeOff size={18} style={{ flex: 'none' }} aria-hidden />
            <span>{slv.decisionBlockedBy}.</span>
          </Group>
        </WarningBox>
      )}
      <Recommendations slv={slv} />
      {prepares ? <DecisionForm key={slv.resubmitCount} slv={slv} /> : <DecisionCard slv={slv} isInner />}
    </>
  )
}

/** With a draft resubmission: the decision of the previous round, with its variances. */
const DecisionInEffect = ({ slv, role }: DecisionPanelProps) => {
  const { data, error, refetch } = useQuery({ ...roundQuery(slv.id, slv.resubmitCount - 1), meta: { quiet: true } })
  return (
    <>
      <Notice role="note">
        Round {slv.resubmitCount + 1} is a draft. This stays in effect until the draft is sent.
      </Notice>
      {data && <DecisionCard slv={data} isInner={role !== 'SELLER'} />}
      {!data && !error && <Skeleton height={120} />}
      {!data && error && (
        <p>
          Couldn’t load the decision.{' '}
          <Button size="compact-sm" variant="default" onClick={() => refetch()}>
            Try again
          </Button>
        </p>
      )}
    </>
  )
}

/** What SLR and the trade desk recommend, and the last comment between the reviewers; never shown to the seller. */
const Recommendations = ({ slv }: { slv: SlvDetail }) => {
  const { slrRecommendedDecision, underwriterManagerName, tdRecommendedDecision, tradeDeskName, statusComment } = slv
  if (!slrRecommendedDecision && !tdRecommendedDecision && !statusComment) return null
  return (
    <section className={classes.block} aria-label="Recommendations">
      <Recommendation of="SLR" who={underwriterManagerName} decision={slrRecommendedDecision} />
      <Recommendation of="Trade Desk" who={tradeDeskName} decision={tdRecommendedDecision} />
      {statusComment && (
        <div>
          <Text span size="xs" c="dimmed">
            Last comment <span className={classes.internal}>Internal</span>
          </Text>
          <blockquote className={classes.quote}>{statusComment}</blockquote>
        </div>
      )}
    </section>
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
