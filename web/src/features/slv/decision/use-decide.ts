import type { SlvDetail } from '@portal/contract/slv/answers'
import { decisionProblems } from '@portal/contract/slv/decision/check'
import type { Decision } from '@portal/contract/slv/status'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFlush } from '../../../lib/autosave/pending-writes.tsx'
import { isDialogOpen } from '../../../lib/keys.ts'
import { useFailure } from '../../../lib/state/use-failure.ts'
import { evaluationQuery } from '../../../records/guideline/queries.ts'
import { fieldId, focusField } from '../../../ui/inputs/field-problems.tsx'
import { focusDecision, focusVariance } from './focus.ts'
import type { Answers } from './use-answers.ts'
import type { AuthorityState } from './use-proposal.ts'

/**
 * 'saving': edits are saved before the dialog opens. 'confirming': the dialog
 * is open.
 */
export type DecisionStep = 'saving' | 'confirming' | null

/** What keeps the SLV from being decided, and how to get there. */
type Problem = { error: string; focus: () => void }

type DecideOptions = {
  slv: SlvDetail
  answers: Answers
  decision: Decision | null
  comment: string
  /** A condition that is typed, but not added. */
  typedCondition: string
  price: {
    priceAdjustment: number | null
    priceReason: string
    suggestedTotal: number | null
  }
  authority: AuthorityState | null
  setStep: (step: DecisionStep) => void
  /** Shows the terms where they are folded, before one of them is focused. */
  showTerms: () => void
  /** Shows the fields that can't be saved. */
  showErrors: () => void
  /** Whether the comment must be checked before; then the dialog for it opens. */
  checkComment: (decision: Decision | null) => boolean
}

/**
 * Checks and saves the draft decision, and then opens the dialog that makes it
 * final. `problems` are those of the last attempt that aren't solved yet.
 */
export const useDecide = (options: DecideOptions) => {
  const { answers, decision, setStep, showTerms, checkComment } = options
  const findProblems = useFindProblems(options)
  const flush = useFlush()
  /** The errors of the last attempt. */
  const [lastErrors, setLastErrors] = useState<readonly string[]>([])
  /** Why the edits couldn't be saved. */
  const [failure, setFailure] = useFailure()
  const button = useRef<HTMLButtonElement>(null)

  const confirm = async () => {
    setStep('saving')
    try {
      // The person must confirm what the server has stored.
      await flush()
      // A busy button loses the focus. The dialog returns it to the button when
      // it is canceled.
      flushSync(() => setStep(null))
      if (document.activeElement === document.body) button.current?.focus()
      // Another dialog may have been opened meanwhile.
      setStep(isDialogOpen() ? null : 'confirming')
    } catch (error) {
      setStep(null)
      setFailure(error)
      options.showErrors()
    }
  }
  const decide = async () => {
    const problems = findProblems()
    setLastErrors(problems.map(({ error }) => error))
    setFailure(null)
    const [problem] = problems
    if (problem) {
      if (answers.unanswered.length === 0) showTerms()
      return problem.focus()
    }
    if (checkComment(decision)) return
    await confirm()
  }

  const problems = keepUnsolved(lastErrors, findProblems)
  return {
    decide: () => void decide(),
    button,
    problems: failure === null ? problems : [...problems, readMessage(failure)],
  }
}

const readMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

const keepUnsolved = (
  lastErrors: readonly string[],
  findProblems: () => readonly Problem[],
) => {
  if (lastErrors.length === 0) return lastErrors
  const errors = findProblems().map(({ error }) => error)
  return lastErrors.filter((error) => errors.includes(error))
}

/** A function that finds what keeps the SLV from being decided now. */
const useFindProblems = ({
  slv,
  answers,
  decision,
  comment,
  typedCondition,
  price,
  authority,
}: DecideOptions) => {
  const { data: evaluation } = useQuery(evaluationQuery(slv))
  return (): Problem[] => {
    if (answers.unanswered.length > 0)
      return answers.unanswered.map(({ id, summary }) => ({
        error: `Answer this variance first: ${summary}`,
        focus: () => focusVariance(id),
      }))
    if (!decision)
      return [{ error: 'Choose a decision', focus: () => focusDecision(null) }]
    const problems = decisionProblems(decision, {
      ...slv,
      ...price,
      slvDecisionRequests: answers.decisionsGiven,
      decisionComment: comment,
      // Without a version, the server says which factors count.
      factors: evaluation?.versionId ? evaluation.factors : null,
      findings: evaluation?.findings ?? [],
    })
    // Else it would be missing from the decision without a word.
    if (decision === 'APPROVED' && typedCondition.trim() !== '')
      problems.push({
        field: 'conditions',
        error: `Add the condition “${typedCondition.trim()}”, or clear it`,
      })
    if (authority && !authority.isCovered)
      problems.push({ field: 'decision', error: authority.text })
    return problems.map(({ field, error }) => ({
      error,
      focus: () => focusProblem(slv, field),
    }))
  }
}

/** Why the price isn't the suggested one; without a price, the price. */
const focusPrice = () => {
  const reason = fieldId('decision.priceReason')
  const hasReason = document.getElementById(reason) !== null
  focusField(hasReason ? 'decision.priceReason' : 'decision.priceAdjustment')
}

/** `field` is a field of the decision, or 'slvRequests.<index>'. */
const focusProblem = (slv: SlvDetail, field: string) => {
  if (field === 'decisionComment') return focusField('decision.decisionComment')
  if (field === 'conditions') return focusField('decision.conditions')
  if (field === 'priceReason') return focusPrice()
  if (field === 'decision') return focusDecision(null)
  const [, index] = field.split('.')
  focusVariance(slv.slvRequests[Number(index)]?.id)
}
