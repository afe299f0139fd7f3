import { Button } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { Decision } from '@portal/contract/slv/status'
import type { ReactNode } from 'react'
import { readNumber } from '../../../lib/number-text.ts'
import { fieldId } from '../../../ui/field-problems.tsx'
import { useBranding } from '../../auth/queries.ts'
import { BpsInput } from '../actions/bps-input.tsx'
import { DecisionChoice } from '../actions/decision-choice.tsx'
import { fieldLabel, fieldText } from '../field-text.ts'
import { LongInput, NumberInput } from '../form/text-inputs.tsx'
import { TwoValues } from '../two-values.tsx'
import classes from './decision.module.css'
import { type DecisionName, readDecision, shownDecision } from './read-decision.ts'
import type { DraftInUse } from './use-decision-draft.ts'

type DecisionFieldProps = {
  name: DecisionName
  slv: SlvDetail
  inUse: DraftInUse
  /** What the request says for it; offered beside the field. */
  suggestion: number | null
}

/** One field of the decision in preparation, with what is wrong with it, and both values where two people changed it. */
export const DecisionField = ({ name, inUse: { draft, state }, suggestion }: DecisionFieldProps) => {
  const { name: brand } = useBranding()
  const { base, typed, refused, contested } = state.edits
  const now = typed[name]
  const reading = now === undefined ? null : readDecision(name, now)
  const problem = reading && 'error' in reading ? reading.error : refused[name]
  const isContested = contested.includes(name)
  const value = reading && 'value' in reading ? reading.value : now === undefined ? base[name] : null
  const shown = now === undefined || (reading && 'value' in reading) ? shownDecision(name, value) : now
  const label = fieldLabel(name, brand)

  return (
    <div>
      <Input
        name={name}
        label={name === 'temporaryStatus' ? 'Decision' : label}
        shown={typeof shown === 'string' ? shown : ''}
        error={isContested ? 'Changed by somebody else too' : problem}
        onType={(text) => draft.type(name, text)}
        onLeave={draft.saveNow}
      />
      {isContested && (
        <TwoValues
          label={label}
          mine={fieldText(name, value)}
          theirs={fieldText(name, base[name])}
          onKeepMine={() => draft.keepMine(name)}
          onTakeTheirs={() => draft.takeTheirs(name)}
        />
      )}
      <Suggestion
        name={name}
        isUsed={value === suggestion}
        suggestion={suggestion}
        onUse={() => draft.type(name, String(suggestion))}
      />
    </div>
  )
}

type InputProps = {
  name: DecisionName
  label: string
  shown: string
  error: string | undefined
  onType: (text: string) => void
  onLeave: () => void
}

const Input = ({ name, ...props }: InputProps): ReactNode => {
  const { shown, onType, onLeave } = props
  const id = fieldId(`decision.${name}`)
  const { data: decision = null } = Decision.safeParse(shown)
  const number = readNumber(shown)
  switch (name) {
    case 'temporaryStatus':
      return <DecisionChoice id={id} label={props.label} error={props.error} value={decision} onChange={onType} />
    case 'priceAdjustment':
      return (
        <BpsInput
          id={id}
          label={props.label}
          error={props.error}
          value={number === 'wrong' ? null : number}
          onChange={(value) => onType(value === null ? '' : String(value))}
          onBlur={onLeave}
        />
      )
    case 'currentGuideline':
      return <LongInput id={id} {...props} />
    case 'decisionComment':
      return (
        <>
          <LongInput id={id} {...props} />
          <p className={classes.hint}>The seller reads this with the decision.</p>
        </>
      )
    case 'decisionCommentsInternal':
      return (
        <div className={classes.inner}>
          <LongInput id={id} {...props} />
          <p className={classes.hint}>Never shown to the seller.</p>
        </div>
      )
    case 'reserves':
      return <NumberInput id={id} {...props} after="months" />
    case 'decisionDscr':
      return <NumberInput id={id} {...props} after="x" />
    default:
      return <NumberInput id={id} {...props} after="%" />
  }
}

type SuggestionProps = { name: DecisionName; suggestion: number | null; isUsed: boolean; onUse: () => void }

const Suggestion = ({ name, suggestion, isUsed, onUse }: SuggestionProps) =>
  suggestion === null || isUsed ? null : (
    <span className={classes.suggestion}>
      Request: {fieldText(name, suggestion)}
      <Button size="compact-xs" variant="default" onClick={onUse}>
        Use
      </Button>
    </span>
  )
