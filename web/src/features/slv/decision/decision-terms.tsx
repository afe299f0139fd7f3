import { Button } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import {
  figureNames,
  requestedFigures,
} from '@portal/contract/slv/decision/requested-figures'
import { decisionCommentLabel } from '@portal/contract/slv/decision/terms'
import {
  daysLeftText,
  goodUntilProblems,
} from '@portal/contract/slv/decision/validity'
import type { Decision } from '@portal/contract/slv/status'
import { IconChevronUp } from '@tabler/icons-react'
import {
  ConditionSearch,
  type TypedCondition,
} from './conditions/conditions-field.tsx'
import classes from './decision-bar.module.css'
import { DecisionField } from './decision-field.tsx'
import { useApprovalDay } from './good-until.tsx'
import { PriceField } from './price/price-field.tsx'
import { getDecisionValue, type ReviewDraft } from './review-draft.ts'
import type { Answers } from './use-answers.ts'

type FieldsProps = { slv: SlvDetail; draft: ReviewDraft }

type TermsProps = FieldsProps & {
  answers: Answers
  decision: Decision | null
  implied: Decision | null
  onChoose: (text: string) => void
  condition: TypedCondition
}

/**
 * The terms of the decision in one line: each has its label above its value. A
 * denial has only a reason.
 */
export const Terms = ({
  slv,
  draft,
  decision,
  implied,
  answers,
  onChoose,
  condition,
}: TermsProps) => (
  <div className={classes.terms}>
    <DecisionField
      slv={slv}
      name="temporaryStatus"
      draft={draft}
      implied={implied}
      onType={onChoose}
    />
    {decision !== 'DECLINED' && (
      <PriceField slv={slv} draft={draft} answers={answers} />
    )}
    {decision === 'APPROVED' && (
      <ConditionSearch {...condition} draft={draft} />
    )}
    <DecisionText slv={slv} draft={draft} decision={decision} />
    {decision === 'APPROVED' && <Validity slv={slv} draft={draft} />}
  </div>
)

/** The last day of an approval, with the days until then. */
const Validity = ({ slv, draft }: FieldsProps) => {
  const { lock, usual } = useApprovalDay(slv)
  const typed = getDecisionValue(draft, 'goodUntil')
  const day = typeof typed === 'string' ? typed : usual
  const [problem] = goodUntilProblems('APPROVED', day, lock)
  return (
    <DecisionField
      slv={slv}
      name="goodUntil"
      draft={draft}
      label={
        day === null
          ? 'Good until'
          : `Good until · ${daysLeftText(day, lock.today)}`
      }
      preset={usual}
      problem={problem?.error}
    />
  )
}

/** What an approval is subject to; the reason of any other decision. */
const DecisionText = ({
  slv,
  draft,
  decision,
}: FieldsProps & { decision: Decision | null }) => (
  <DecisionField
    slv={slv}
    name="decisionComment"
    draft={draft}
    label={decisionCommentLabel(decision)}
  />
)

/** 'as requested', or how many figures differ from the request. */
const describeFigures = (slv: SlvDetail, draft: ReviewDraft): string => {
  const requested = requestedFigures(slv)
  const changed = figureNames(slv).filter((name) => {
    const typed = getDecisionValue(draft, name)
    return typed !== null && typed !== requested[name]
  })
  return changed.length === 0 ? 'as requested' : `${changed.length} changed`
}

export type UnfoldFiguresProps = {
  isUnfolded: boolean
  onToggle: () => void
}

type FigureSummaryProps = FieldsProps &
  UnfoldFiguresProps & { decision: Decision | null }

/** How the figures differ from the request; a denial has only notes. */
export const UnfoldFigures = ({
  slv,
  draft,
  decision,
  isUnfolded,
  onToggle,
}: FigureSummaryProps) => {
  const hasFigures = decision !== 'DECLINED'
  return (
    <div className={classes.unfoldFigures}>
      {hasFigures && (
        <span className={classes.label} id="figures-label">
          Figures and notes
        </span>
      )}
      <Button
        id="figures-summary"
        aria-labelledby={
          hasFigures ? 'figures-label figures-summary' : undefined
        }
        title="Figures and notes"
        aria-expanded={isUnfolded}
        variant="default"
        size="compact-sm"
        h="1.75rem"
        rightSection={<Chevron isUp={isUnfolded} />}
        onClick={onToggle}
      >
        {hasFigures ? describeFigures(slv, draft) : 'Notes'}
      </Button>
    </div>
  )
}

/** Points to where the details unfold. */
export const Chevron = ({ isUp }: { isUp: boolean }) => (
  <IconChevronUp
    size={16}
    aria-hidden
    style={{ rotate: isUp ? undefined : '180deg' }}
  />
)
