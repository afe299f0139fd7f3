import { Group, Title } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { Decision } from '@portal/contract/slv/status'
import type { SlvRequest } from '@portal/contract/slv-request/model'
import { isCommentOutdated } from '@portal/contract/slv-request/policy'
import { type KeyboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useKeys } from '../../../../lib/keys.ts'
import { Hint, TinyButton } from '../../../../ui/presets.ts'
import { ChangedNotice } from '../../actions/changed-notice.tsx'
import { getComment } from '../answer-draft.ts'
import { focusVariance } from '../focus.ts'
import { SuggestedPriceText } from '../price/price-note.tsx'
import type { Answers } from '../use-answers.ts'
import type { Review } from '../use-review-draft.ts'
import classes from './variance.module.css'
import { answerKeys, VarianceCard } from './variance-card.tsx'

type VarianceListProps = {
  slv: SlvDetail
  answers: Answers
  review: Review
  mayAnswer: boolean
  /** Called when every variance has an answer: the decision is next. */
  onAnswered: (given: Answers['decisionsGiven']) => void
}

/** A changed answer whose comment must be kept, changed or removed. */
type ChangedAnswer = { requestId: string; decision: Decision }

/**
 * The variances of a request with their answers. Keys act on the active one.
 */
export const VarianceList = ({
  slv,
  answers,
  review,
  mayAnswer,
  onAnswered,
}: VarianceListProps) => {
  const { slvRequests } = slv
  const { draft } = review
  const { active, changed, setChosen, setChanged, answer, step } =
    useActiveVariance({ slv, answers, review, onAnswered })
  const byArrow = (event: KeyboardEvent<HTMLElement>) => {
    if (
      event.target !== event.currentTarget ||
      (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')
    )
      return
    event.preventDefault()
    step(event.key === 'ArrowDown' ? 1 : -1)
  }
  useVarianceKeys({
    canAnswer: mayAnswer && active !== undefined,
    canStep: slvRequests.length > 1,
    answer: (decision) => active && answer(active, decision),
    step,
  })

  return (
    <section aria-labelledby="variances-title">
      <Group justify="space-between" gap="xs" mb="xs">
        <Title
          id="variances-title"
          order={2}
          title="Next variance (J), previous variance (K)"
        >
          Variances
        </Title>
        {!mayAnswer && <SuggestedPriceText slv={slv} />}
      </Group>
      <MergedNotice review={review} />
      {slvRequests.length === 0 && <Hint>No variances requested.</Hint>}
      <ol className={classes.list}>
        {slvRequests.map((request) => (
          <VarianceCard
            key={request.id}
            slv={slv}
            request={request}
            draft={draft}
            decision={answers.findDecision(request.id)}
            isActive={mayAnswer && request === active}
            mayAnswer={mayAnswer}
            changedTo={
              changed?.requestId === request.id ? changed.decision : null
            }
            onFocus={() => setChosen(request.id)}
            onKeyDown={byArrow}
            onAnswer={(decision) => answer(request, decision)}
            onChanged={() => setChanged(null)}
          />
        ))}
      </ol>
    </section>
  )
}

/**
 * The variance that keys act on. After an answer, it is the next one without an
 * answer.
 */
const useActiveVariance = ({
  slv: { slvRequests },
  answers,
  review,
  onAnswered,
}: Omit<VarianceListProps, 'mayAnswer'>) => {
  const { unanswered } = answers
  const { draft } = review
  const [chosen, setChosen] = useState<string | null>(null)
  const [changed, setChanged] = useState<ChangedAnswer | null>(null)
  const active =
    slvRequests.find(({ id }) => id === chosen) ??
    unanswered[0] ??
    slvRequests[0]

  // The answer renders first, so that focusing scrolls to the variance's final
  // position.
  const show = (requestId: string) => {
    flushSync(() => setChosen(requestId))
    focusVariance(requestId)
  }
  const answer = (request: SlvRequest, decision: Decision) => {
    const before = {
      decision: answers.findDecision(request.id),
      comment: getComment(draft.get(), request.id),
    }
    if (isCommentOutdated(before, decision))
      return setChanged({ requestId: request.id, decision })
    review.dismissMerged()
    draft.answer(request.id, { decision })
    const next = nextUnanswered(slvRequests, unanswered, request)
    if (next) return show(next.id)
    flushSync(() => setChosen(request.id))
    const given = answers.decisionsGiven.filter(
      ({ slvRequestId }) => slvRequestId !== request.id,
    )
    onAnswered([...given, { slvRequestId: request.id, decision }])
  }
  const step = (by: 1 | -1) => {
    const next = active && slvRequests[slvRequests.indexOf(active) + by]
    if (next) show(next.id)
  }
  return { active, changed, setChosen, setChanged, answer, step }
}

/** The next variance without an answer, from the top again after the last. */
const nextUnanswered = (
  requests: readonly SlvRequest[],
  unanswered: readonly SlvRequest[],
  current: SlvRequest,
) => {
  const others = unanswered.filter(({ id }) => id !== current.id)
  const place = requests.indexOf(current)
  return others.find((other) => requests.indexOf(other) > place) ?? others[0]
}

type VarianceKeys = {
  canAnswer: boolean
  canStep: boolean
  /** Answers the active variance. */
  answer: (decision: Decision) => void
  step: (by: 1 | -1) => void
}

const useVarianceKeys = ({ canAnswer, canStep, answer, step }: VarianceKeys) =>
  useKeys(
    [
      ...answerKeys.map(({ key, decision, label }) => ({
        keys: key,
        label: `Variance: ${label}`,
        isOff: !canAnswer,
        run: () => answer(decision),
      })),
      {
        keys: 'j',
        label: 'Next variance',
        isOff: !canStep,
        run: () => step(1),
      },
      {
        keys: 'k',
        label: 'Previous variance',
        isOff: !canStep,
        run: () => step(-1),
      },
    ],
    { group: 'Variances' },
  )

/** Says that the SLV changed while it was reviewed. */
const MergedNotice = ({ review }: { review: Review }) => {
  const { merged, dismissMerged } = review
  if (!merged) return null
  return (
    <ChangedNotice seen={merged.seen} slv={merged.now}>
      <Group component="span" gap="xs" justify="space-between">
        This SLV changed while you were reviewing it. Your answers are kept;
        check them against what changed.
        <TinyButton onClick={dismissMerged}>Dismiss</TinyButton>
      </Group>
    </ChangedNotice>
  )
}
