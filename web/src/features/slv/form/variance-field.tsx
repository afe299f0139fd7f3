import type { FormSoFar } from '@portal/contract/slv/form'
import {
  type VarianceField as Name,
  operatorSigns,
  operators,
  parameterNames,
  reasons,
} from '@portal/contract/slv-request/model'
import type { ReactNode } from 'react'
import type { Sheet } from '../../../lib/autosave/draft-state.ts'
import { fieldIn, type Typed, type TypedValues, type Value } from '../../../lib/autosave/edits.ts'
import { writeNumber } from '../../../lib/text/number-text.ts'
import { fieldId } from '../../../ui/inputs/field-problems.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { formOf } from './editor.ts'
import { FactorRows } from './factor-rows.tsx'
import classes from './form.module.css'
import { viewOf } from './form-view.ts'
import { ChoiceInput, LongInput, NumberInput, toChoices } from './inputs.tsx'
import { useEditor, useEditorState } from './use-editor.ts'
import {
  isParameter,
  measuredBy,
  parameterFor,
  readVariance,
  shownVariance,
  varianceFieldName,
  varianceLabels,
  varianceViewOf,
} from './variance-fields.ts'

const operatorTexts = { '>=': 'at least', '<=': 'at most', '=': 'exactly' }
const operatorChoices = operators.map((value) => ({ value, label: `${operatorSigns[value]} ${operatorTexts[value]}` }))

type VarianceFieldProps = { sheet: Sheet; name: Name; children?: ReactNode }

export const VarianceField = ({ sheet: { key, edits }, name, children }: VarianceFieldProps) => {
  const fieldName = varianceFieldName(key, name)
  const hasAttempt = useEditorState(({ attempts }) => attempts > 0)
  const wasLeft = useEditorState(({ left }) => left.has(fieldName))
  const field = fieldIn(edits, name, readVariance, shownVariance)
  const { unsavable, problems } = varianceViewOf(edits)
  const missing = hasAttempt ? problems.find((problem) => problem.field === name)?.error : undefined
  const problem = hasAttempt || wasLeft ? (unsavable.get(name) ?? missing) : undefined
  const isLong = name === 'currentGuideline' || name === 'justification' || name === 'compensatingFactors'
  return (
    <div className={isLong ? classes.wide : undefined}>
      <Input
        sheet={key}
        name={name}
        shown={field.shown}
        variance={varianceViewOf(edits).variance}
        error={field.isContested ? 'Also changed by someone else' : problem}
      />
      {field.isContested && (
        <ConflictNote sheet={key} name={name} label={varianceLabels[name]} field={field} text={valueText} />
      )}
      {children}
    </div>
  )
}

const valueText = (value: Value): string => {
  if (value === null || value === '') return '—'
  if (typeof value === 'object')
    return value.map(({ factor, value: amount }) => [factor, amount].filter(Boolean).join(': ')).join('; ') || '—'
  return typeof value === 'number' ? writeNumber(value, { min: 0, max: 3 }) : String(value)
}

type InputProps = {
  sheet: string
  name: Name
  shown: Typed
  variance: ReturnType<typeof varianceViewOf>['variance']
  error: string | undefined
}

const Input = ({ sheet, name, shown, variance: { parameter, unit }, error }: InputProps) => {
  const { editor } = useEditor()
  const type = (typed: TypedValues) => editor.type(sheet, typed)
  const form = (): FormSoFar => viewOf(formOf(editor.get())).form
  const props = {
    id: fieldId(varianceFieldName(sheet, name)),
    label: varianceLabels[name],
    shown: typeof shown === 'string' ? shown : '',
    error,
    onType: (typed: Typed) => type({ [name]: typed }),
    onLeave: () => editor.leave(varianceFieldName(sheet, name)),
  }
  const chooseReason = (typed: string) => {
    const reason = reasons.find((known) => known === typed)
    const usual = parameter === null && reason ? parameterFor[reason] : undefined
    type({ reason: typed, ...(usual && measuredBy(usual, form())) })
  }
  const chooseParameter = (typed: string) => type(measuredBy(isParameter(typed) ? typed : null, form()))

  switch (name) {
    case 'reason':
      return (
        <ChoiceInput {...props} isRequired isClearable={false} choices={toChoices(reasons)} onType={chooseReason} />
      )
    case 'parameter':
      return <ChoiceInput {...props} choices={toChoices(parameterNames)} onType={chooseParameter} />
    case 'operator':
      return parameter && <ChoiceInput {...props} isRequired isClearable={false} choices={operatorChoices} />
    case 'guidelineValue':
    case 'actualValue': {
      const sign = unit === '$' ? { before: '$', isGrouped: true } : unit ? { after: unit } : {}
      return parameter && <NumberInput {...props} {...sign} isRequired />
    }
    case 'compensatingFactors':
      return <FactorRows {...props} rows={typeof shown === 'object' && shown ? shown : []} />
    default:
      return <LongInput {...props} isRequired={name === 'justification'} />
  }
}
