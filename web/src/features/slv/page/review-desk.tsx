import { Skeleton } from '@mantine/core'
import { isApproved } from '@portal/contract/condition/policy'
import { endSentence } from '@portal/contract/lib/sentences'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { impliedDecision } from '@portal/contract/slv/decision/check'
import { isDecided } from '@portal/contract/slv/status'
import { isDecidable } from '@portal/contract/slv/transitions'
import { IconEyeOff } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import { useProfile } from '../../../records/auth/queries.ts'
import { effectiveStatus } from '../../../records/slv/slv-status.tsx'
import { Hint } from '../../../ui/presets.ts'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { SplitPane } from '../../../ui/split-pane.tsx'
import { focusDecision, focusVariance } from '../decision/focus.ts'
import { StoryStrip, useStory } from '../decision/story-strip.tsx'
import { useAnswers } from '../decision/use-answers.ts'
import type { DecisionStep } from '../decision/use-decide.ts'
import { useReviewDraft } from '../decision/use-review-draft.ts'
import { VarianceList } from '../decision/variances/variance-list.tsx'
import { Warning } from '../warning.tsx'
import { whyNotDecidable } from './decidable-text.ts'
import classes from './review-desk.module.css'
import type { SideTab } from './slv-route.ts'

const Withdrawal = lazy(() => import('./withdrawal.tsx'), 'Withdrawal')
const RoundChanges = lazy(
  () => import('../../history/shared/round-changes.tsx'),
  'RoundChanges',
  <div className={classes.earlierSpace} />,
)
const SidePanel = lazy(
  () => import('./side-panel.tsx'),
  'SidePanel',
  <ListSkeleton label="Loading" p="md" />,
)
// About as tall as the sections, so that content below them on a tablet doesn't
// shift.
const RequestSections = lazy(
  () => import('../form/request-sections.tsx'),
  'RequestSections',
  <Skeleton h="24rem" />,
)
const ReadOnlyNotice = lazy(
  () => import('./unsaved-text.tsx'),
  'ReadOnlyNotice',
)
const DecisionOfRound = lazy(
  () => import('../decision/decision-of-round.tsx'),
  'DecisionOfRound',
  <Skeleton h="12.5rem" />,
)
const Conditions = lazy(
  () => import('../../condition/shared/condition-list.tsx'),
  'Conditions',
  <Skeleton h="12.5rem" />,
)
const DecisionBar = lazy(
  () => import('../decision/decision-bar.tsx'),
  'DecisionBar',
  <div className={classes.decisionSpace} />,
)

const tabs = [
  'documents',
  'conversation',
  'history',
] as const satisfies SideTab[]

type ReviewDeskProps = {
  slv: SlvDetail
  header: ReactNode
  /** Facts that don't fit in the header of a phone. */
  about: ReactNode
  tab: SideTab | undefined
  onTab: (tab: SideTab) => void
  onMoved: () => void
}

/**
 * Where staff read a request and decide it: the variances first, the documents
 * beside them, the decision below.
 */
export const ReviewDesk = ({
  slv,
  header,
  about,
  tab,
  onTab,
  onMoved,
}: ReviewDeskProps) => {
  const { role } = useProfile()
  const isReviewer =
    role === 'UNDERWRITER' && slv.availableActions.includes('save')
  const mayAnswer = isReviewer && isDecidable(slv.status)
  const review = useReviewDraft(slv, isReviewer)
  const answers = useAnswers(slv, review.draft, isReviewer)
  const [step, setStep] = useState<DecisionStep>(null)
  // On a phone, the variances of this round come before the earlier round.
  const isNarrow = Boolean(about)
  const roundChanges = slv.resubmitCount > 0 && <RoundChanges slv={slv} />
  const next = answers.unanswered[0]?.id
  useFocusAfterMove(slv.status, next)

  return (
    <div className={classes.desk} data-fills>
      <div className={classes.scroller}>
        {header}
        <div className={classes.columns}>
          <SplitPane
            id="slv"
            label="Width of the request"
            defaultSize={59}
            start={
              <div className={classes.reading} data-edits>
                <LostReview slv={slv} isReviewer={isReviewer} />
                <Notices slv={slv} />
                <Story slv={slv} onMoved={onMoved} />
                {isReviewer && !mayAnswer && <NotDecidable slv={slv} />}
                {!isNarrow && roundChanges}
                <Outcome slv={slv} />
                <VarianceList
                  slv={slv}
                  answers={answers}
                  review={review}
                  mayAnswer={mayAnswer}
                  onAnswered={(slvDecisionRequests) =>
                    focusDecision(
                      impliedDecision({ ...slv, slvDecisionRequests }),
                    )
                  }
                />
                {isNarrow && roundChanges}
                {about}
                <RequestSections slv={slv} mayCorrect={isReviewer} />
              </div>
            }
            end={
              <SidePanel
                slv={slv}
                tabs={tabs}
                shown={tabs.find((name) => name === tab) ?? 'documents'}
                onTab={onTab}
              />
            }
          />
        </div>
      </div>
      {/* The dialog stays open and says so when someone else decides first. */}
      {(mayAnswer || step !== null) && (
        <DecisionBar
          draft={review.draft}
          slv={slv}
          answers={answers}
          step={step}
          setStep={setStep}
          onMoved={onMoved}
        />
      )}
    </div>
  )
}

type LostReviewProps = { slv: SlvDetail; isReviewer: boolean }

/** Tells someone who opened the SLV as its reviewer that they no longer are. */
const LostReview = ({ slv, isReviewer }: LostReviewProps) => {
  const [opened] = useState({ slv, isReviewer })
  if (!opened.isReviewer || isReviewer) return null
  return <ReadOnlyNotice slv={slv} before={opened.slv} />
}

/**
 * Why this person may prepare, but not make, the final decision (product.md §2,
 * four eyes).
 */
const Notices = ({ slv }: Pick<ReviewDeskProps, 'slv'>) => {
  if (!slv.decisionBlockedBy) return null
  return (
    <Warning icon={IconEyeOff} aria-label="You can’t make this decision">
      {endSentence(slv.decisionBlockedBy)}
    </Warning>
  )
}

/** What decides this request; a withdrawal with the buttons that answer it. */
const Story = ({ slv, onMoved }: Pick<ReviewDeskProps, 'slv' | 'onMoved'>) => {
  const story = useStory(slv)
  const withdrawal = story.find(({ kind }) => kind === 'WITHDRAWAL')
  if (withdrawal)
    return <Withdrawal slv={slv} item={withdrawal} onMoved={onMoved} />
  return <StoryStrip items={story} />
}

const NotDecidable = ({ slv }: Pick<ReviewDeskProps, 'slv'>) => {
  const reason = whyNotDecidable(slv)
  return reason && <Hint>{reason}</Hint>
}

/** How a closed SLV ended. */
const Outcome = ({ slv }: Pick<ReviewDeskProps, 'slv'>) => {
  const isClosed =
    isDecided(effectiveStatus(slv)) || slv.status === 'WITHDRAWN_APPROVED'
  if (!isClosed) return null
  return (
    <section aria-label="Decision" className={classes.outcome}>
      <DecisionOfRound slv={slv} detail="withoutAnswers" />
      {isApproved(slv) && <Conditions slv={slv} />}
    </section>
  )
}

/**
 * Focuses the next unanswered variance after an action by keyboard, or with a
 * button that disappears.
 */
const useFocusAfterMove = (
  status: SlvDetail['status'],
  next: string | undefined,
) => {
  const before = useRef(status)
  useEffect(() => {
    if (before.current === status) return
    before.current = status
    if (document.activeElement?.matches('body, main, h1')) focusVariance(next)
  }, [status, next])
}
