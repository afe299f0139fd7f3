import { Button } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { reserveMonths } from '@portal/contract/slv/figures'
import { SaveState } from '../../../ui/save-state.tsx'
import { isDirty } from '../form/edits.ts'
import classes from './decision.module.css'
import { ratioOf } from './decision-card.tsx'
import { DecisionField } from './decision-field.tsx'
import type { DecisionName } from './read-decision.ts'
import { type DraftInUse, useDecisionDraft } from './use-decision-draft.ts'
import { VarianceAnswers } from './variance-answers.tsx'

/** The decision while the assigned underwriter prepares it; it saves itself. */
export const DecisionForm = ({ slv }: { slv: SlvDetail }) => {
  const inUse = useDecisionDraft(slv)
  const field = (name: DecisionName) => (
    <DecisionField name={name} slv={slv} inUse={inUse} suggestion={suggestions(slv)[name] ?? null} />
  )
  return (
    <div className={classes.form}>
      <div className={classes.state}>
        <span className={classes.label}>Only reviewers see this until the decision is final.</span>
        <SaveState state={saveStateOf(inUse)} onRetry={inUse.draft.saveNow} />
      </div>
      {field('temporaryStatus')}
      {field('priceAdjustment')}
      <UseAll slv={slv} inUse={inUse} />
      <div className={classes.figures}>
        {field('decisionLtv')}
        {field('decisionCltv')}
        {field('decisionHcltv')}
        {field(ratioOf(slv))}
        {field('reserves')}
      </div>
      {field('currentGuideline')}
      {field('decisionComment')}
      {field('decisionCommentsInternal')}
      <VarianceAnswers slv={slv} />
    </div>
  )
}

/** The request's own figures: what the decision usually starts from. */
const suggestions = (slv: SlvDetail): Partial<Record<DecisionName, number | null>> => ({
  decisionLtv: slv.ltv,
  decisionCltv: slv.cltv,
  decisionHcltv: slv.hcltv,
  decisionDti: slv.dti,
  decisionDscr: slv.dscr,
  reserves: reserveMonths(slv.totalPostCloseReservesAmount, slv.proposedHousingPaymentAmount),
})

/** Takes the request's figures over where the decision has none yet. */
const UseAll = ({ slv, inUse: { draft, state } }: { slv: SlvDetail; inUse: DraftInUse }) => {
  const { base, typed } = state.edits
  const names: DecisionName[] = ['decisionLtv', 'decisionCltv', 'decisionHcltv', ratioOf(slv), 'reserves']
  const open = names.flatMap((name) => {
    const suggestion = suggestions(slv)[name] ?? null
    const isEmpty = typed[name] === undefined ? (base[name] ?? null) === null : typed[name] === ''
    return isEmpty && suggestion !== null ? [{ name, suggestion }] : []
  })
  if (open.length < 2) return null
  return (
    <Button
      className={classes.useAll ?? ''}
      size="compact-sm"
      variant="default"
      onClick={() => {
        for (const { name, suggestion } of open) draft.type(name, String(suggestion))
      }}
    >
      Use the request's figures
    </Button>
  )
}

const saveStateOf = ({ state: { saving, edits } }: DraftInUse) => {
  if (saving !== 'idle') return saving
  return isDirty(edits) ? 'typed' : 'saved'
}
