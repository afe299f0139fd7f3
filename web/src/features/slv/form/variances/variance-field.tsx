import {
  isYesNo,
  operatorSigns,
  operators,
  type Parameter,
  parameterNames,
  parameters,
} from '@portal/contract/guideline/model'
import type { VarianceField as Name } from '@portal/contract/slv-request/model'
import type { ReactNode } from 'react'
import type { DraftRecord } from '../../../../lib/autosave/draft-state.ts'
import {
  fieldIn,
  type Typed,
  type Value,
} from '../../../../lib/autosave/edits.ts'
import { none } from '../../../../lib/text/format.ts'
import { writeNumber } from '../../../../lib/text/number-text.ts'
import { fieldId } from '../../../../ui/inputs/field-problems.tsx'
import { ConflictNote, conflictText } from '../conflict-note.tsx'
import { useEditor, useEditorState } from '../editor.ts'
import classes from '../form.module.css'
import { getEvaluationDay, toFormView } from '../form-view.ts'
import { FieldInput, type FieldInputProps, toChoices } from '../inputs.tsx'
import { FactorRows } from './factor-rows.tsx'
import * as fields from './variance-fields.ts'

/** Yes-or-no guidelines are requested from the Eligibility panel. */
const measures = parameterNames.filter((name) => !isYesNo(name))
const measureChoices = measures.map((value) => ({
  value,
  label: parameters[value].label,
}))
const operatorTexts = { '>=': 'at least', '<=': 'at most', '=': 'exactly' }
const operatorChoices = operators.map((value) => ({
  value,
  label: `${operatorSigns[value]} ${operatorTexts[value]}`,
}))

const valueText = (value: Value): string => {
  if (value === null || value === '') return none
  if (typeof value === 'object') return fields.factorsText(value, '; ')
  return typeof value === 'number'
    ? writeNumber(value, { min: 0, max: 3 })
    : String(value)
}

type VarianceFieldProps = {
  record: DraftRecord
  name: Name
  children?: ReactNode
}

export const VarianceField = ({
  record: { key, edits },
  name,
  children,
}: VarianceFieldProps) => {
  const { editor, slvId, isDraft } = useEditor()
  const fieldName = fields.varianceFieldName(key, name)
  const label = fields.varianceLabels[name]
  const field = fieldIn(edits, name, fields.varianceCodec)
  const { variance } = fields.varianceViewOf(edits)
  const problem = useProblem({ key, edits }, name)
  return (
    <div className={wideFields.has(name) ? classes.wide : undefined}>
      <VarianceInput
        id={fieldId(fieldName)}
        record={key}
        name={name}
        label={label}
        variance={variance}
        shown={field.shown}
        error={field.isContested ? conflictText(isDraft) : problem}
        onType={(typed) => editor.type(key, { [name]: typed })}
        onLeave={() => editor.leave(fieldName)}
      />
      {field.isContested && (
        <ConflictNote
          slvId={slvId}
          draft={editor}
          name={name}
          label={label}
          field={field}
          isOwn={isDraft}
          record={key}
          historyName={`slvRequests.${name}`}
          text={valueText}
        />
      )}
      {children}
    </div>
  )
}

const wideFields: ReadonlySet<Name> = new Set([
  'currentGuideline',
  'justification',
  'compensatingFactors',
] as const)

/**
 * What is wrong with a field: what can't be saved once the field was left, and
 * what is missing once someone tried to send the request.
 */
const useProblem = (
  { key, edits }: Pick<DraftRecord, 'key' | 'edits'>,
  name: Name,
) => {
  const fieldName = fields.varianceFieldName(key, name)
  const hasAttempt = useEditorState(({ attempts }) => attempts > 0)
  const wasLeft = useEditorState(({ left }) => left.has(fieldName))
  const { unsavable, problems } = fields.varianceViewOf(edits)
  if (!hasAttempt && !wasLeft) return undefined

  const unsavableText = unsavable.get(name)
  if (unsavableText !== undefined || !hasAttempt) return unsavableText
  return problems.find((problem) => problem.field === name)?.error
}

type VarianceInputProps = Omit<FieldInputProps, 'kind'> & {
  record: string
  name: Name
  variance: fields.Variance
}

const VarianceInput = ({
  record,
  name,
  variance: { parameter, unit },
  ...props
}: VarianceInputProps) => {
  const { editor, sentAt } = useEditor()
  const { reasons } = editor.get().catalog
  const measure = (chosen: Parameter | null) => {
    const { form } = toFormView(editor.get())
    return fields.measuredBy(chosen, form, getEvaluationDay(form, sentAt))
  }
  const chooseReason = (reason: Typed) => {
    const chosen = reasons.find((known) => known.name === reason)
    const [usualParameter] = chosen?.parameters ?? []
    const isMeasured =
      parameter === null && usualParameter && !isYesNo(usualParameter)
    const measured = isMeasured ? measure(usualParameter) : {}
    editor.type(record, { reason, ...measured })
  }
  const chooseParameter = (typed: Typed) =>
    editor.type(
      record,
      measure(measures.find((known) => known === typed) ?? null),
    )

  switch (name) {
    case 'reason':
      return (
        <FieldInput
          {...props}
          kind="choice"
          isRequired
          choices={toChoices(reasons.map((reason) => reason.name))}
          onType={chooseReason}
        />
      )
    case 'parameter':
      return (
        <FieldInput
          {...props}
          kind="choice"
          choices={measureChoices}
          onType={chooseParameter}
        />
      )
    case 'operator':
      return (
        parameter && (
          <FieldInput
            {...props}
            kind="choice"
            isRequired
            choices={operatorChoices}
          />
        )
      )
    case 'guidelineValue':
    case 'actualValue':
      return (
        parameter && (
          <FieldInput {...props} kind="number" unit={unit} isRequired />
        )
      )
    case 'compensatingFactors':
      return <FactorRows {...props} />
    default:
      return (
        <FieldInput
          {...props}
          kind="longText"
          isRequired={name === 'justification'}
        />
      )
  }
}
