import { Group } from '@mantine/core'
import { Decision } from '@portal/contract/slv/status'
import type { ReactNode } from 'react'
import { fieldIn, unsavable } from '../../../lib/autosave/edits.ts'
import { readNumber } from '../../../lib/text/number-text.ts'
import { fieldId } from '../../../ui/inputs/field-problems.tsx'
import { TinyButton } from '../../../ui/presets.ts'
import { useBranding } from '../../auth/queries.ts'
import { BpsInput } from '../actions/bps-input.tsx'
import { DecisionChoice } from '../actions/decision-choice.tsx'
import { fieldLabel, fieldText } from '../field-text.ts'
import { TwoValues } from '../form/conflict-note.tsx'
import { type InputProps, LongInput, NumberInput } from '../form/inputs.tsx'
import classes from './decision.module.css'
import { type DecisionDraft, type DecisionName, readDecision, shownDecision } from './decision-draft.ts'

type DecisionFieldProps = {
  name: DecisionName
  draft: DecisionDraft
  suggestion: number | null
}

export const DecisionField = ({ name, draft, suggestion }: DecisionFieldProps) => {
  const label = fieldLabel(name, useBranding().name)
  const edits = draft.edits()
  const field = fieldIn(edits, name, readDecision, shownDecision)
  return (
    <div>
      <Input
        name={name}
        label={name === 'temporaryStatus' ? 'Decision' : label}
        shown={typeof field.shown === 'string' ? field.shown : ''}
        error={field.isContested ? 'Also changed by someone else' : unsavable(edits, readDecision).get(name)}
        onType={(text) => draft.type(name, text)}
        onLeave={draft.saveNow}
      />
      {field.isContested && (
        <TwoValues
          label={label}
          field={field}
          text={(value) => fieldText(name, value)}
          onKeepMine={() => draft.keepMine(name)}
          onTakeTheirs={() => draft.takeTheirs(name)}
        />
      )}
      {suggestion !== null && field.mine !== suggestion && (
        <Group justify="space-between" gap={4} mt={4} c="dimmed" fz="xs">
          Request: {fieldText(name, suggestion)}
          <TinyButton onClick={() => draft.type(name, String(suggestion))}>Use</TinyButton>
        </Group>
      )}
    </div>
  )
}

const units: Partial<Record<DecisionName, string>> = { reserves: 'months', decisionDscr: 'x' }

const Input = ({ name, ...props }: Omit<InputProps, 'id'> & { name: DecisionName }): ReactNode => {
  const { label, error, shown, onType, onLeave } = props
  const id = fieldId(`decision.${name}`)
  switch (name) {
    case 'temporaryStatus': {
      const { data: decision = null } = Decision.safeParse(shown)
      return <DecisionChoice id={id} label={label} error={error} value={decision} onChange={onType} />
    }
    case 'priceAdjustment': {
      const number = readNumber(shown)
      return (
        <BpsInput
          id={id}
          label={label}
          error={error}
          value={number === 'wrong' ? null : number}
          onChange={(value) => onType(value === null ? '' : String(value))}
          onBlur={onLeave}
        />
      )
    }
    case 'currentGuideline':
      return <LongInput id={id} {...props} />
    case 'decisionComment':
      return <LongInput id={id} {...props} note="The seller sees this with the decision." />
    case 'decisionCommentsInternal':
      return (
        <div className={classes.inner}>
          <LongInput id={id} {...props} note="Never shown to the seller." />
        </div>
      )
    default:
      return <NumberInput id={id} {...props} after={units[name] ?? '%'} />
  }
}
