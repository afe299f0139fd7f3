import { Button, Group } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { impliedDecision } from '@portal/contract/slv/decision/check'
import {
  figureNames,
  withRequestedFigures,
} from '@portal/contract/slv/decision/requested-figures'
import { Decision } from '@portal/contract/slv/status'
import { isCommentOutdated } from '@portal/contract/slv-request/policy'
import { type Ref, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { unsavable } from '../../../lib/autosave/edits.ts'
import { useKeys } from '../../../lib/keys.ts'
import { lazy } from '../../../lib/lazy.tsx'
import { focusField } from '../../../ui/inputs/field-problems.tsx'
import { describeSaving, SaveState } from '../save-state.tsx'
import { AuthorityNote } from './authority-note.tsx'
import { ConditionRows } from './conditions/conditions-field.tsx'
import classes from './decision-bar.module.css'
import { DecisionField } from './decision-field.tsx'
import {
  Chevron,
  Terms,
  UnfoldFigures,
  type UnfoldFiguresProps,
} from './decision-terms.tsx'
import { decideId, isFieldShown } from './focus.ts'
import {
  decisionCodec,
  getDecisionValue,
  type ReviewDraft,
} from './review-draft.ts'
import type { Answers } from './use-answers.ts'
import { useCommentDecision } from './use-comment-decision.ts'
import { type DecisionStep, useDecide } from './use-decide.ts'
import { useProposal } from './use-proposal.ts'

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
  const { isUnfolded, unfold, showTerms, toggle } = useFold()
  const [typedCondition, setTypedCondition] = useState('')
  const { implied, decision, comment } = readDecision(slv, draft, answers)
  const { price, authority } = useProposal({ slv, draft, answers, decision })
  const comments = useChangedComment({ slv, draft, decision, comment })
  const { decide, button, problems } = useDecide({
    slv,
    answers,
    decision,
    comment,
    typedCondition,
    price,
    authority,
    setStep,
    showTerms,
    showErrors: () => hasErrors(draft) && unfold(),
    checkComment: comments.check,
  })
  const mayDecide = slv.availableActions.includes('make-final-decision')
  useDecisionKeys({ decision, mayDecide, decide, showTerms })

  return (
    <section
      className={classes.bar}
      aria-label="Decision"
      data-edits
      data-unfolded={isUnfolded || undefined}
    >
      <Problems problems={problems} />
      {authority && <AuthorityNote authority={authority} />}
      {decision === 'APPROVED' && <ConditionRows slv={slv} draft={draft} />}
      <Progress slv={slv} draft={draft} answers={answers} />
      <Terms
        slv={slv}
        draft={draft}
        decision={decision}
        implied={implied}
        answers={answers}
        onChoose={comments.choose}
        condition={{ typed: typedCondition, setTyped: setTypedCondition }}
      />
      <Folded slv={slv} draft={draft} decision={decision} />
      <Group className={classes.buttons} gap="xs" wrap="nowrap" align="end">
        <UnfoldFigures
          slv={slv}
          draft={draft}
          decision={decision}
          isUnfolded={isUnfolded}
          onToggle={toggle}
        />
        <DetailsButton isUnfolded={isUnfolded} onToggle={toggle} />
        <DecideButton
          ref={button}
          slv={slv}
          isSaving={step === 'saving'}
          onClick={decide}
        />
      </Group>
      {comments.dialog}
      {step === 'confirming' && decision && (
        <FinalDecisionDialog
          slv={withRequestedFigures(slv)}
          suggestedPrice={price.suggestedTotal}
          decision={decision}
          onClose={() => setStep(null)}
          onMoved={onMoved}
        />
      )}
    </section>
  )
}

/** Whether the parts that are rarely changed are shown. */
const useFold = () => {
  const [isUnfolded, setIsUnfolded] = useState(false)
  /**
   * Shows the fields synchronously: a field that is focused later would miss
   * the first keystrokes.
   */
  const unfold = () => flushSync(() => setIsUnfolded(true))
  const showTerms = () => {
    if (!isFieldShown('decision.temporaryStatus')) unfold()
  }
  const toggle = () => setIsUnfolded(!isUnfolded)
  return { isUnfolded, unfold, showTerms, toggle }
}

type DecideButtonProps = {
  ref: Ref<HTMLButtonElement>
  slv: SlvDetail
  isSaving: boolean
  onClick: () => void
}

const DecideButton = ({ ref, slv, isSaving, onClick }: DecideButtonProps) => {
  const mayDecide = slv.availableActions.includes('make-final-decision')
  return (
    <Button
      ref={ref}
      id={decideId}
      title={
        mayDecide
          ? 'Make final decision (Ctrl+Enter)'
          : (slv.decisionBlockedBy ?? undefined)
      }
      aria-keyshortcuts="Control+Enter Meta+Enter"
      disabled={!mayDecide}
      loading={isSaving}
      onClick={onClick}
    >
      Decide
    </Button>
  )
}

type DecisionKeysOptions = {
  decision: Decision | null
  mayDecide: boolean
  decide: () => void
  /** Shows the terms where they are folded. */
  showTerms: () => void
}

/** The keys of the decision. */
const useDecisionKeys = ({
  decision,
  mayDecide,
  decide,
  showTerms,
}: DecisionKeysOptions) => {
  const focusPrice = () => {
    if (decision === 'DECLINED') return
    showTerms()
    focusField('decision.priceAdjustment')
  }
  const focusConditions = () => {
    showTerms()
    focusField('decision.conditions')
  }
  useKeys(
    [
      { keys: 'p', label: 'Price', run: focusPrice },
      {
        keys: 'c',
        label: 'Add a condition',
        isOff: decision !== 'APPROVED',
        run: focusConditions,
      },
      {
        keys: 'mod+Enter',
        label: 'Make final decision',
        isOff: !mayDecide,
        run: decide,
      },
    ],
    { group: 'Decision' },
  )
}

/** Whether a field of the decision can't be saved as it was typed. */
const hasErrors = (draft: ReviewDraft): boolean =>
  unsavable(draft.edits(), decisionCodec.read).size > 0

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
    getDecisionValue(draft, 'temporaryStatus'),
  )
  return {
    implied,
    decision: chosen ?? implied,
    comment: String(getDecisionValue(draft, 'decisionComment') ?? ''),
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

/** What is rarely changed: the figures, unless denied, and internal texts. */
const Folded = ({
  slv,
  draft,
  decision,
}: FieldsProps & { decision: Decision | null }) => (
  <div className={classes.folded}>
    {decision !== 'DECLINED' && (
      <div className={classes.figures}>
        {figureNames(slv).map((name) => (
          <DecisionField key={name} slv={slv} name={name} draft={draft} />
        ))}
      </div>
    )}
    <DecisionField slv={slv} name="decisionCommentsInternal" draft={draft} />
    <DecisionField slv={slv} name="currentGuideline" draft={draft} />
  </div>
)

/** Unfolds the terms too, where the window is small. */
const DetailsButton = ({
  isUnfolded,
  onToggle,
}: Pick<UnfoldFiguresProps, 'isUnfolded' | 'onToggle'>) => (
  <Button
    className={classes.details ?? ''}
    variant="default"
    aria-expanded={isUnfolded}
    rightSection={<Chevron isUp={isUnfolded} />}
    onClick={onToggle}
  >
    Details
  </Button>
)
