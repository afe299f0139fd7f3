import { Button, Group } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import {
  decisionCommentLabel,
  impliedDecision,
} from '@portal/contract/slv/decision'
import { Decision } from '@portal/contract/slv/status'
import { isCommentOutdated } from '@portal/contract/slv-request/policy'
import { IconChevronUp } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { fieldIn } from '../../../lib/autosave/edits.ts'
import { useKeys } from '../../../lib/keys.ts'
import { lazy } from '../../../lib/lazy.tsx'
import { focusField } from '../../../ui/inputs/field-problems.tsx'
import { describeSaving, SaveState } from '../save-state.tsx'
import classes from './decision-bar.module.css'
import { DecisionField } from './decision-field.tsx'
import { figureNames } from './figure-fields.ts'
import { decideId } from './focus.ts'
import { priceAuthor } from './recommendation-source.ts'
import { useDeskComments } from './recommendations.tsx'
import { withRequestedFigures } from './requested-figures.ts'
import { decisionCodec, type ReviewDraft } from './review-draft.ts'
import type { Answers } from './use-answers.ts'
import { useCommentDecision } from './use-comment-decision.ts'
import { type DecisionStep, useDecide } from './use-decide.ts'

const ChangeDecisionDialog = lazy(
  () => import('./change-decision-dialog.tsx'),
  'ChangeDecisionDialog',
)
const FinalDecisionDialog = lazy(
  () => import('./final-decision-dialog.tsx'),
  'FinalDecisionDialog',
)

type DecisionBarProps = {
  slv: SlvDetail
  draft: ReviewDraft
  answers: Answers
  step: DecisionStep
  setStep: (step: DecisionStep) => void
  onMoved: () => void
}

type FieldsProps = Pick<DecisionBarProps, 'slv' | 'draft'>

/**
 * The draft decision, at the bottom of the page. It becomes final only once it
 * is confirmed.
 */
export const DecisionBar = ({
  slv,
  draft,
  answers,
  step,
  setStep,
  onMoved,
}: DecisionBarProps) => {
  useSyncExternalStore(draft.subscribe, draft.get)
  const [isUnfolded, setIsUnfolded] = useState(false)
  const { implied, decision, comment } = readDecision(slv, draft, answers)
  const comments = useChangedComment({ slv, draft, decision, comment })
  /**
   * Shows the fields synchronously: a field that is focused later would miss
   * the first keystrokes.
   */
  const unfold = () => flushSync(() => setIsUnfolded(true))
  const { decide, button, problems } = useDecide({
    slv,
    answers,
    decision,
    comment,
    setStep,
    unfold,
    checkComment: comments.check,
  })
  const mayDecide = slv.availableActions.includes('make-final-decision')
  const focusPrice = () => {
    if (decision === 'DECLINED') return
    unfold()
    focusField('decision.priceAdjustment')
  }
  useKeys(
    [
      { keys: 'p', label: 'Price', run: focusPrice },
      {
        keys: 'mod+Enter',
        label: 'Make final decision',
        isOff: !mayDecide,
        run: decide,
      },
    ],
    { group: 'Decision' },
  )

  return (
    <section
      className={classes.bar}
      aria-label="Decision"
      data-edits
      data-unfolded={isUnfolded || undefined}
    >
      <Problems problems={problems} />
      <Progress slv={slv} draft={draft} answers={answers} />
      <Terms
        slv={slv}
        draft={draft}
        decision={decision}
        implied={implied}
        onChoose={comments.choose}
      />
      <Texts slv={slv} draft={draft} decision={decision} />
      <Group className={classes.buttons} gap="xs" wrap="nowrap">
        <UnfoldButton
          isUnfolded={isUnfolded}
          onClick={() => setIsUnfolded(!isUnfolded)}
        />
        <Button
          ref={button}
          id={decideId}
          title={
            mayDecide
              ? 'Make final decision (Ctrl+Enter)'
              : (slv.decisionBlockedBy ?? undefined)
          }
          aria-keyshortcuts="Control+Enter Meta+Enter"
          disabled={!mayDecide}
          loading={step === 'saving'}
          onClick={decide}
        >
          Decide
        </Button>
      </Group>
      {comments.dialog}
      {step === 'confirming' && decision && (
        <FinalDecisionDialog
          slv={withRequestedFigures(slv)}
          decision={decision}
          onClose={() => setStep(null)}
          onMoved={onMoved}
        />
      )}
    </section>
  )
}

/** The value of a field of the decision, with what isn't saved yet. */
const typedValue = (
  draft: ReviewDraft,
  name: Parameters<typeof decisionCodec.show>[0],
) => fieldIn(draft.edits(), name, decisionCodec).mine

/** The chosen decision, otherwise the one that the answers imply. */
const readDecision = (
  slv: SlvDetail,
  draft: ReviewDraft,
  { decisionsGiven }: Answers,
) => {
  const implied = impliedDecision({
    ...slv,
    slvDecisionRequests: decisionsGiven,
  })
  const { data: chosen = null } = Decision.nullable().safeParse(
    typedValue(draft, 'temporaryStatus'),
  )
  return {
    implied,
    decision: chosen ?? implied,
    comment: String(typedValue(draft, 'decisionComment') ?? ''),
  }
}

type ChangedCommentOptions = FieldsProps & {
  decision: Decision | null
  comment: string
}

/**
 * A comment that was written for another decision: a dialog asks what to do
 * with it before the decision changes.
 */
const useChangedComment = ({
  slv,
  draft,
  decision,
  comment,
}: ChangedCommentOptions) => {
  const { writtenFor, keep } = useCommentDecision(slv, { comment, decision })
  const [changedTo, setChangedTo] = useState<Decision | null>(null)

  /** Opens the dialog if the comment was written for another decision. */
  const check = (next: Decision | null) => {
    const isOutdated = isCommentOutdated(
      { decision: writtenFor, comment },
      next,
    )
    if (isOutdated) setChangedTo(next)
    return isOutdated
  }
  const choose = (text: string) => {
    const { data: chosen = null } = Decision.safeParse(text)
    if (!check(chosen)) draft.type('temporaryStatus', text)
  }
  const save = (chosen: Decision, text: string) => {
    if (text === comment) keep(chosen)
    else draft.type('decisionComment', text)
    draft.type('temporaryStatus', chosen)
  }
  const dialog = changedTo && writtenFor && (
    <ChangeDecisionDialog
      comment={comment}
      writtenFor={writtenFor}
      changedTo={changedTo}
      onSave={(text) => save(changedTo, text)}
      onClose={() => setChangedTo(null)}
    />
  )
  return { check, choose, dialog }
}

const Problems = ({ problems }: { problems: readonly string[] }) => {
  if (problems.length === 0) return null
  return (
    <ul className={classes.problems} role="alert">
      {problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  )
}

/** How many variances have an answer, and whether everything is saved. */
const Progress = ({
  slv,
  draft,
  answers,
}: FieldsProps & { answers: Answers }) => {
  const total = slv.slvRequests.length
  return (
    <div className={classes.state}>
      <span>
        <b>
          {total - answers.unanswered.length} of {total}
        </b>{' '}
        answered
      </span>
      <SaveState {...describeSaving(draft.get())} onRetry={draft.retry} />
    </div>
  )
}

type TermsProps = FieldsProps & {
  decision: Decision | null
  implied: Decision | null
  onChoose: (text: string) => void
}

/** The decision with its price and figures; a denial has none. */
const Terms = ({ slv, draft, decision, implied, onChoose }: TermsProps) => {
  const price = typedValue(draft, 'priceAdjustment')
  const author = priceAuthor(
    { priceAdjustment: typeof price === 'number' ? price : null },
    useDeskComments(slv).tradeDesk,
  )
  return (
    <div className={classes.figures}>
      <DecisionField
        slv={slv}
        name="temporaryStatus"
        draft={draft}
        implied={implied}
        onType={onChoose}
      />
      {decision !== 'DECLINED' && (
        <>
          <DecisionField
            slv={slv}
            name="priceAdjustment"
            draft={draft}
            source={author && `from ${author}, trade desk`}
          />
          {figureNames(slv).map((name) => (
            <DecisionField key={name} slv={slv} name={name} draft={draft} />
          ))}
        </>
      )}
    </div>
  )
}

const Texts = ({
  slv,
  draft,
  decision,
}: FieldsProps & { decision: Decision | null }) => (
  <div className={classes.texts}>
    <DecisionField
      slv={slv}
      name="decisionComment"
      draft={draft}
      label={decisionCommentLabel(decision)}
    />
    <DecisionField slv={slv} name="decisionCommentsInternal" draft={draft} />
    <DecisionField slv={slv} name="currentGuideline" draft={draft} />
  </div>
)

type UnfoldButtonProps = { isUnfolded: boolean; onClick: () => void }

const UnfoldButton = ({ isUnfolded, onClick }: UnfoldButtonProps) => (
  <Button
    className={classes.unfold ?? ''}
    variant="default"
    aria-expanded={isUnfolded}
    rightSection={
      <IconChevronUp
        size={16}
        aria-hidden
        style={{ rotate: isUnfolded ? '180deg' : undefined }}
      />
    }
    onClick={onClick}
  >
    Details
  </Button>
)
