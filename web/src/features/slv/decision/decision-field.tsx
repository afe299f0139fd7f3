import type { SlvDetail } from '@portal/contract/slv/answers'
import { requestedFigures } from '@portal/contract/slv/decision/requested-figures'
import { Decision } from '@portal/contract/slv/status'
import type { ReactNode } from 'react'
import { fieldIn, unsavable } from '../../../lib/autosave/edits.ts'
import { useBranding } from '../../../records/auth/queries.ts'
import { fieldLabel, fieldText } from '../../../records/slv/field-text.ts'
import { fieldId } from '../../../ui/inputs/field-problems.tsx'
import { BpsInput, DecisionChoice, readBps } from '../actions/inputs.tsx'
import { ConflictNote } from '../form/conflict-note.tsx'
import { FieldInput } from '../form/inputs.tsx'
import { Suggestions } from '../form/notes.tsx'
import { LongInput, NumberInput } from '../form/typed-inputs.tsx'
import classes from './decision-bar.module.css'
import {
  type DecisionName,
  decisionCodec,
  decisionKey,
  decisionKinds,
  type ReviewDraft,
} from './review-draft.ts'

type DecisionFieldProps = {
  slv: SlvDetail
  name: DecisionName
  draft: ReviewDraft
  /** The decision that the answers imply; used until one is chosen. */
  implied?: Decision | null
  /** Beside the label: whose value it is. */
  source?: ReactNode
  /** Instead of the field's usual label. */
  label?: string
  /** The value until one is chosen, instead of the requested one. */
  preset?: string | null
  /** What is wrong with the value, beside what its kind says. */
  problem?: string | undefined
  /** Instead of changing the draft. */
  onType?: (text: string) => void
}

/** Short labels that fit the bar. */
const shortLabels: Partial<Record<DecisionName, string>> = {
  temporaryStatus: 'Decision',
  priceAdjustment: 'Price',
  decisionLtv: 'LTV',
  decisionCltv: 'CLTV',
  decisionHcltv: 'HCLTV',
  decisionDti: 'DTI',
  decisionDscr: 'DSCR',
}

const units: Partial<Record<DecisionName, string>> = {
  decisionLtv: '%',
  decisionCltv: '%',
  decisionHcltv: '%',
  decisionDti: '%',
  reserves: 'mo',
}

const placeholders: Partial<Record<DecisionName, string>> = {
  decisionComment: 'The seller sees this',
  decisionCommentsInternal: 'Never shown to the seller',
  priceReason: 'Why not the suggested price? Never shown to the seller.',
}

const findRequested = (slv: SlvDetail, name: DecisionName): number | null => {
  const figures: Partial<Record<DecisionName, number | null>> =
    requestedFigures(slv)
  return figures[name] ?? null
}

/** A field of the draft decision, with what is wrong with it. */
export const DecisionField = ({
  slv,
  name,
  draft,
  implied = null,
  source,
  label: ownLabel,
  preset: ownPreset,
  problem,
  onType = (text) => draft.type(name, text),
}: DecisionFieldProps) => {
  const { name: brandName } = useBranding()
  const edits = draft.edits()
  const field = fieldIn(edits, name, decisionCodec)
  const requested = findRequested(slv, name)
  const preset = ownPreset ?? requested
  const isEmpty = field.mine === null
  const isPreset = preset !== null && (isEmpty || field.mine === preset)
  const shown =
    isEmpty && isPreset ? decisionCodec.show(name, preset) : field.shown
  const refusal = unsavable(edits, decisionCodec.read).get(name) ?? problem
  const label = ownLabel ?? shortLabels[name] ?? fieldLabel(name, brandName)
  return (
    <div
      className={classes.field}
      data-kind={decisionKinds[name]}
      data-requested={isPreset || undefined}
    >
      <Input
        name={name}
        input={{
          id: fieldId(`decision.${name}`),
          label,
          error: field.isContested ? 'Also changed by someone else' : refusal,
          shown: String(shown),
          onType,
          onLeave: draft.saveNow,
        }}
        note={source ?? toNote(name, { isAsRequested: isPreset, requested })}
        implied={implied}
      />
      {refusal && !field.isContested && (
        <Suggestions
          texts={field.suggestions}
          onUse={(text) => {
            onType(text)
            draft.saveNow()
          }}
        />
      )}
      {field.isContested && (
        <ConflictNote
          draft={draft}
          name={name}
          label={label}
          field={field}
          slvId={slv.id}
          record={decisionKey}
          text={(value) => fieldText(name, value)}
        />
      )}
    </div>
  )
}

/** The note below a figure: whether it equals the requested one. */
const toNote = (
  name: DecisionName,
  {
    isAsRequested,
    requested,
  }: { isAsRequested: boolean; requested: number | null },
) => {
  if (requested === null) return undefined
  return isAsRequested
    ? 'as requested'
    : `requested ${fieldText(name, requested)}`
}

/** A note below the input would make the bar higher. */
const noteBesideLabel = [
  'label' as const,
  'description' as const,
  'input' as const,
  'error' as const,
]

type InputProps = {
  name: DecisionName
  input: {
    id: string
    label: string
    error: string | undefined
    shown: string
    onType: (text: string) => void
    onLeave: () => void
  }
  note: ReactNode
  implied: Decision | null
}

const Input = ({ name, input, note, implied }: InputProps) => {
  const { id, label, error, shown, onType, onLeave } = input
  if (name === 'temporaryStatus') {
    const { data: chosen = null } = Decision.safeParse(shown)
    const isSuggested = chosen === null && implied !== null
    return (
      <DecisionChoice
        id={id}
        label={label}
        error={error}
        description={isSuggested ? 'from your answers' : undefined}
        inputWrapperOrder={noteBesideLabel}
        value={chosen ?? implied}
        onChange={onType}
      />
    )
  }
  if (name === 'priceAdjustment') {
    return (
      <BpsInput
        id={id}
        label={label}
        error={error}
        aria-label="Price Adjustment"
        title="Price adjustment (P)"
        description={note}
        inputWrapperOrder={noteBesideLabel}
        value={readBps(shown)}
        onChange={(value) => onType(value === null ? '' : String(value))}
        onBlur={onLeave}
      />
    )
  }
  if (decisionKinds[name] === 'day')
    return (
      <FieldInput
        {...input}
        kind="day"
        onType={(typed) => onType(String(typed ?? ''))}
      />
    )
  if (decisionKinds[name] === 'longText')
    return <LongInput {...input} placeholder={placeholders[name]} isCompact />
  return <NumberInput {...input} note={note} unit={units[name]} />
}
