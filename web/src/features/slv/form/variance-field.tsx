import type { FormSoFar } from '@portal/contract/slv/form'
import {
  commonFactors,
  type VarianceField as Name,
  operatorSigns,
  operators,
  parameterNames,
  reasons,
} from '@portal/contract/slv-request/model'
import type { ReactNode } from 'react'
import { writeNumber } from '../../../lib/number-text.ts'
import { fieldId } from '../../../ui/field-problems.tsx'
import { ChoiceInput } from './choice-inputs.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { FactorRows } from './factor-rows.tsx'
import classes from './form.module.css'
import { viewOf } from './form-view.ts'
import { LongInput, NumberInput } from './text-inputs.tsx'
import { useEditor, useEditorState } from './use-editor.ts'
import type { Typed, Value } from './values.ts'
import {
  isParameter,
  measuredBy,
  parameterFor,
  readVariance,
  shownVariance,
  varianceLabels,
} from './variance-fields.ts'
import { varianceFieldName, varianceViewOf } from './variance-view.ts'

const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
const reasonChoices = plain(reasons)
const parameterChoices = plain(parameterNames)
const operatorChoices = operators.map((value) => ({
  value,
  label: {
    '>=': `${operatorSigns['>=']} at least`,
    '<=': `${operatorSigns['<=']} at most`,
    '=': `${operatorSigns['=']} exactly`,
  }[value],
}))

/** One field of one variance. */
export const VarianceField = ({ sheet, name, children }: { sheet: string; name: Name; children?: ReactNode }) => {
  const field = useVarianceField(sheet, name)
  if (!field) return null
  const isLong = name === 'currentGuideline' || name === 'justification' || name === 'compensatingFactors'
  return (
    <div className={isLong ? classes.wide : undefined}>
      <Input sheet={sheet} name={name} {...field} />
      {field.isContested && <ConflictNote sheet={sheet} name={name} label={varianceLabels[name]} tell={tellPlain} />}
      {children}
    </div>
  )
}

const tellPlain = (value: Value | undefined): string => {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'object')
    return value.map(({ factor, value: much }) => [factor, much].filter(Boolean).join(': ')).join('; ') || '—'
  return typeof value === 'number' ? writeNumber(value, { min: 0, max: 3 }) : String(value)
}

const useVarianceField = (key: string, name: Name) =>
  useEditorState((state) => {
    const edits = state.variances.find((sheet) => sheet.key === key)?.edits
    if (!edits) return null
    const { variance, unsavable, problems } = varianceViewOf(edits)
    const typed = edits.typed[name]
    const isReadable = typed !== undefined && 'value' in readVariance(name, typed)
    const isTold = state.attempts > 0 || state.left.has(varianceFieldName(key, name))
    const missing = state.attempts > 0 ? problems.find(({ field }) => field === name)?.error : undefined
    const isContested = edits.contested.includes(name)
    return {
      shown:
        name === 'compensatingFactors'
          ? (typed ?? edits.base[name] ?? [])
          : typed === undefined || isReadable
            ? shownVariance(variance[name])
            : typed,
      parameter: variance.parameter,
      unit: variance.unit,
      isContested,
      error: isContested ? 'Changed by somebody else too' : isTold ? (unsavable.get(name) ?? missing) : undefined,
    }
  })

type InputProps = {
  sheet: string
  name: Name
  shown: Value
  parameter: string | null
  unit: string | null
  error: string | undefined
}

const Input = ({ sheet, name, shown, parameter, unit, error }: InputProps) => {
  const { editor, buyerLoan } = useEditor()
  const put = (typed: Record<string, Typed>) => editor.typeVariance(sheet, typed)
  const form = (): FormSoFar => viewOf(editor.get().form, buyerLoan).form
  const props = {
    id: fieldId(varianceFieldName(sheet, name)),
    label: varianceLabels[name],
    shown: typeof shown === 'string' ? shown : '',
    error,
    onType: (typed: Typed) => put({ [name]: typed }),
    onLeave: () => editor.leave(varianceFieldName(sheet, name)),
  }
  const chooseReason = (typed: string) => {
    const reason = reasons.find((known) => known === typed)
    const usual = reason ? parameterFor(reason) : null
    put({ reason: typed, ...(parameter === null && usual !== null && measuredBy(usual, form())) })
  }
  const chooseParameter = (typed: string) => put(measuredBy(isParameter(typed) ? typed : null, form()))
  const isMeasured = parameter !== null

  if (name === 'reason')
    return <ChoiceInput {...props} isRequired isClearable={false} choices={reasonChoices} onType={chooseReason} />
  if (name === 'parameter') return <ChoiceInput {...props} choices={parameterChoices} onType={chooseParameter} />
  if (name === 'operator')
    return isMeasured && <ChoiceInput {...props} isRequired isClearable={false} choices={operatorChoices} />
  if (name === 'guidelineValue' || name === 'actualValue') {
    if (!isMeasured) return null
    const sign = unit === '$' ? { before: '$', isGrouped: true } : unit ? { after: unit } : {}
    return <NumberInput {...props} {...sign} isRequired />
  }
  if (name === 'compensatingFactors')
    return <FactorRows {...props} rows={typeof shown === 'object' && shown ? shown : []} suggestions={commonFactors} />
  return name === 'unit' ? null : <LongInput {...props} isRequired={name === 'justification'} />
}
