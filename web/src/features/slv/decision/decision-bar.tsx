import { Button, Group } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import {
  decisionCommentLabel,
  decisionProblems,
  impliedDecision,
} from '@portal/contract/slv/decision'
import { Decision } from '@portal/contract/slv/status'
import { isCommentOutdated } from '@portal/contract/slv-request/policy'
import { IconChevronUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { fieldIn } from '../../../lib/autosave/edits.ts'
import { useFlush } from '../../../lib/autosave/pending-writes.tsx'
import { isDialogOpen, useKeys } from '../../../lib/keys.ts'
import { lazy } from '../../../lib/lazy.tsx'
import { evaluationQuery } from '../../../records/guideline/queries.ts'
import { focusField } from '../../../ui/inputs/field-problems.tsx'
import { describeSaving, SaveState } from '../save-state.tsx'
import classes from './decision-bar.module.css'
import { figureNames } from './decision-card.tsx'
import { DecisionField } from './decision-field.tsx'
import { focusDecision, focusVariance } from './focus.ts'
import { priceAuthor } from './recommendation-source.ts'
import { useDeskComments } from './recommendations.tsx'
import { withRequestedFigures } from './requested-figures.ts'
import { decisionCodec, type ReviewDraft } from './review-draft.ts'
import type { Answers } from './use-answers.ts'
import { useCommentDecision } from './use-comment-decision.ts'

const ChangeDecisionDialog = lazy(
  () => import('./change-decision-dialog.tsx'),
  'ChangeDecisionDialog',
)
const FinalDecisionDialog = lazy(
  () => import('./final-decision-dialog.tsx'),
  'FinalDecisionDialog',
)

/**
 * 'saving': edits are saved before the dialog opens. 'confirming': the dialog
 * is open.
 */
export type DecisionStep = 'saving' | 'confirming' | null

/** What keeps the SLV from being decided, and how to get there. */
type Problem = { error: string; focus: () => void }

type DecisionBarProps = {
  slv: SlvDetail
  draft: ReviewDraft
  answers: Answers
  step: DecisionStep
  setStep: (step: DecisionStep) => void
  onMoved: () => void
}

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
  const { data: evaluation } = useQuery(evaluationQuery(slv))
  const flush = useFlush()
  /** Those of the last attempt to decide; those that are solved disappear. */
  const [problems, setProblems] = useState<readonly string[]>([])
  /** Why the edits couldn't be saved. */
  const [failure, setFailure] = useState<string | null>(null)
  const decideButton = useRef<HTMLButtonElement>(null)
  const [isUnfolded, setIsUnfolded] = useState(false)

  const typed = (name: Parameters<typeof decisionCodec.show>[0]) =>
    fieldIn(draft.edits(), name, decisionCodec).mine
  const given = answers.decisionsGiven
  const implied = impliedDecision({ ...slv, slvDecisionRequests: given })
  const { data: own = null } = Decision.nullable().safeParse(
    typed('temporaryStatus'),
  )
  const decision = own ?? implied
  const comment = String(typed('decisionComment') ?? '')
  const { writtenFor, keep } = useCommentDecision(slv, { comment, decision })
  const [changedTo, setChangedTo] = useState<Decision | null>(null)
  const mayDecide = slv.availableActions.includes('make-final-decision')

  /**
   * Shows the fields synchronously: a field that is focused later would miss
   * the first keystrokes.
   */
  const unfold = () => flushSync(() => setIsUnfolded(true))
  const findProblems = (): Problem[] => {
    if (answers.unanswered.length > 0)
      return answers.unanswered.map(({ id, summary }) => ({
        error: `Answer this variance first: ${summary}`,
        focus: () => focusVariance(id),
      }))
    if (!decision)
      return [{ error: 'Choose a decision', focus: () => focusDecision(null) }]
    // Without a version, the server says which factors count.
    const factors = evaluation?.versionId ? evaluation.factors : null
    const findings = evaluation?.findings ?? []
    const found = decisionProblems(decision, {
      ...slv,
      slvDecisionRequests: given,
      decisionComment: comment,
      factors,
      findings,
    })
    return found.map(({ field, error }) => ({
      error,
      focus: () => focusProblem(field),
    }))
  }
  const focusProblem = (field: string) => {
    if (field === 'decisionComment') focusField('decision.decisionComment')
    else if (field === 'decision') focusDecision(null)
    else focusVariance(slv.slvRequests[Number(field.split('.')[1])]?.id)
  }
  const stillOpen =
    problems.length > 0
      ? new Set(findProblems().map(({ error }) => error))
      : null
  const shownProblems = [
    ...problems.filter((problem) => stillOpen?.has(problem)),
    ...(failure ? [failure] : []),
  ]

  const chooseDecision = (text: string) => {
    const { data: chosen = null } = Decision.safeParse(text)
    if (isCommentOutdated({ decision: writtenFor, comment }, chosen))
      setChangedTo(chosen)
    else draft.type('temporaryStatus', text)
  }
  const saveChanged = (chosen: Decision, text: string) => {
    if (text === comment) keep(chosen)
    else draft.type('decisionComment', text)
    draft.type('temporaryStatus', chosen)
  }

  const decide = async () => {
    const found = findProblems()
    setProblems(found.map(({ error }) => error))
    setFailure(null)
    if (answers.unanswered.length === 0) unfold()
    if (found.length > 0) return found[0]?.focus()
    if (isCommentOutdated({ decision: writtenFor, comment }, decision))
      return setChangedTo(decision)
    setStep('saving')
    try {
      // The person must confirm what the server has stored.
      await flush()
      // A busy button loses the focus. The dialog returns it to the button when
      // it is canceled.
      flushSync(() => setStep(null))
      if (document.activeElement === document.body)
        decideButton.current?.focus()
      // Another dialog may have been opened meanwhile.
      setStep(isDialogOpen() ? null : 'confirming')
    } catch (error) {
      setStep(null)
      setFailure(error instanceof Error ? error.message : String(error))
    }
  }

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
        run: () => void decide(),
      },
    ],
    { group: 'Decision' },
  )

  const field = (name: Parameters<typeof DecisionField>[0]['name']) => (
    <DecisionField key={name} slv={slv} name={name} draft={draft} />
  )
  const priceBy = priceAuthor(
    { priceAdjustment: asNumber(typed('priceAdjustment')) },
    useDeskComments(slv).tradeDesk,
  )
  const priceSource = priceBy && `from ${priceBy}, trade desk`
  const total = slv.slvRequests.length
  return (
    <section
      className={classes.bar}
      aria-label="Decision"
      data-edits
      data-unfolded={isUnfolded || undefined}
    >
      {shownProblems.length > 0 && (
        <ul className={classes.problems} role="alert">
          {shownProblems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <div className={classes.state}>
        <span>
          <b>
            {total - answers.unanswered.length} of {total}
          </b>{' '}
          answered
        </span>
        <SaveState {...describeSaving(draft.get())} onRetry={draft.retry} />
      </div>
      <div className={classes.figures}>
        <DecisionField
          slv={slv}
          name="temporaryStatus"
          draft={draft}
          implied={implied}
          onType={chooseDecision}
        />
        {/* A denial has no terms. */}
        {decision !== 'DECLINED' && (
          <>
            <DecisionField
              slv={slv}
              name="priceAdjustment"
              draft={draft}
              source={priceSource}
            />
            {figureNames(slv).map(field)}
          </>
        )}
      </div>
      <div className={classes.texts}>
        <DecisionField
          slv={slv}
          name="decisionComment"
          draft={draft}
          label={decisionCommentLabel(decision)}
        />
        {(['decisionCommentsInternal', 'currentGuideline'] as const).map(field)}
      </div>
      <Group className={classes.buttons} gap="xs" wrap="nowrap">
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
          onClick={() => setIsUnfolded(!isUnfolded)}
        >
          Details
        </Button>
        <Button
          ref={decideButton}
          title={
            mayDecide
              ? 'Make final decision (Ctrl+Enter)'
              : (slv.decisionBlockedBy ?? undefined)
          }
          aria-keyshortcuts="Control+Enter Meta+Enter"
          disabled={!mayDecide}
          loading={step === 'saving'}
          onClick={() => void decide()}
        >
          Decide
        </Button>
      </Group>
      {changedTo && writtenFor && (
        <ChangeDecisionDialog
          comment={comment}
          writtenFor={writtenFor}
          changedTo={changedTo}
          onSave={(text) => saveChanged(changedTo, text)}
          onClose={() => setChangedTo(null)}
        />
      )}
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

const asNumber = (value: unknown): number | null =>
  typeof value === 'number' ? value : null
