import { ActionIcon, Autocomplete, Button, Fieldset, Stack, Text, TextInput } from '@mantine/core'
import type { FormSoFar } from '@portal/contract/slv/form'
import {
  type CompensatingFactor,
  commonFactors,
  type VarianceField as Name,
  operatorSigns,
  operators,
  parameterNames,
  reasons,
} from '@portal/contract/slv-request/model'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type FocusEvent, type ReactNode, useState } from 'react'
import type { Sheet } from '../../../lib/autosave/draft-state.ts'
import { fieldIn, type Typed, type TypedValues, type Value } from '../../../lib/autosave/edits.ts'
import { writeNumber } from '../../../lib/text/number-text.ts'
import { fieldId } from '../../../ui/inputs/field-problems.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { formOf } from './editor.ts'
import classes from './form.module.css'
import { viewOf } from './form-view.ts'
import { FieldInput, toChoices } from './inputs.tsx'
import { useEditor, useEditorState } from './use-editor.ts'
import * as fields from './variance-fields.ts'

const operatorTexts = { '>=': 'at least', '<=': 'at most', '=': 'exactly' }
const operatorChoices = operators.map((value) => ({ value, label: `${operatorSigns[value]} ${operatorTexts[value]}` }))

type VarianceFieldProps = { sheet: Sheet; name: Name; children?: ReactNode }

export const VarianceField = ({ sheet: { key, edits }, name, children }: VarianceFieldProps) => {
  const fieldName = fields.varianceFieldName(key, name)
  const hasAttempt = useEditorState(({ attempts }) => attempts > 0)
  const wasLeft = useEditorState(({ left }) => left.has(fieldName))
  const field = fieldIn(edits, name, fields.varianceCodec)
  const { unsavable, problems } = fields.varianceViewOf(edits)
  const missing = hasAttempt ? problems.find((problem) => problem.field === name)?.error : undefined
  const problem = hasAttempt || wasLeft ? (unsavable.get(name) ?? missing) : undefined
  const isLong = name === 'currentGuideline' || name === 'justification' || name === 'compensatingFactors'
  return (
    <div className={isLong ? classes.wide : undefined}>
      <Input
        sheet={key}
        name={name}
        shown={field.shown}
        variance={fields.varianceViewOf(edits).variance}
        error={field.isContested ? 'Also changed by someone else' : problem}
      />
      {field.isContested && (
        <ConflictNote sheet={key} name={name} label={fields.varianceLabels[name]} field={field} text={valueText} />
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
  variance: ReturnType<typeof fields.varianceViewOf>['variance']
  error: string | undefined
}

const Input = ({ sheet, name, shown, variance: { parameter, unit }, error }: InputProps) => {
  const { editor } = useEditor()
  const type = (typed: TypedValues) => editor.type(sheet, typed)
  const form = (): FormSoFar => viewOf(formOf(editor.get())).form
  const props = {
    id: fieldId(fields.varianceFieldName(sheet, name)),
    label: fields.varianceLabels[name],
    shown,
    error,
    onType: (typed: Typed) => type({ [name]: typed }),
    onLeave: () => editor.leave(fields.varianceFieldName(sheet, name)),
  }
  const chooseReason = (reason: Typed) => {
    const usual = parameter === null ? fields.parameterFor[reasons.find((known) => known === reason) ?? 'Other'] : null
    type({ reason, ...(usual && fields.measuredBy(usual, form())) })
  }
  const chooseParameter = (typed: Typed) =>
    type(fields.measuredBy(parameterNames.find((known) => known === typed) ?? null, form()))

  switch (name) {
    case 'reason':
      return <FieldInput {...props} kind="choice" isRequired choices={toChoices(reasons)} onType={chooseReason} />
    case 'parameter':
      return <FieldInput {...props} kind="choice" choices={toChoices(parameterNames)} onType={chooseParameter} />
    case 'operator':
      return parameter && <FieldInput {...props} kind="choice" isRequired choices={operatorChoices} />
    case 'guidelineValue':
    case 'actualValue':
      return parameter && <FieldInput {...props} kind="number" unit={unit} isRequired />
    case 'compensatingFactors':
      return <FactorRows {...props} rows={typeof shown === 'object' && shown ? shown : []} />
    default:
      return <FieldInput {...props} kind="longText" isRequired={name === 'justification'} />
  }
}

type FactorRowsProps = {
  id: string
  label: string
  rows: readonly Partial<CompensatingFactor>[]
  error: string | undefined
  onType: (rows: readonly CompensatingFactor[]) => void
  onLeave: () => void
}

const most = 20

const FactorRows = ({ id, label, rows, error, onType, onLeave }: FactorRowsProps) => {
  // While the focus is inside, rows stay as they were typed: an empty one waits to be filled in.
  const [typed, setTyped] = useState<readonly CompensatingFactor[] | null>(null)
  const shown = typed ?? rows.map(({ factor = '', value = '' }) => ({ factor, value }))
  const change = (next: readonly CompensatingFactor[]) => {
    setTyped(next)
    onType(next)
  }
  const put = (index: number, part: Partial<CompensatingFactor>) =>
    change(shown.map((row, at) => (at === index ? { ...row, ...part } : row)))
  const remove = (index: number) => {
    change(shown.filter((_, at) => at !== index))
    document.getElementById(id)?.focus()
  }
  const add = () => {
    change([...shown, { factor: '', value: '' }])
    requestAnimationFrame(() => document.getElementById(`${id}-${shown.length}`)?.focus())
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget && currentTarget.contains(relatedTarget)) return
    setTyped(null)
    onLeave()
  }
  return (
    <Fieldset variant="unstyled" m={0} miw={0} onBlur={leave} {...(error && { 'aria-describedby': `${id}-error` })}>
      <Text component="legend" p={0} fw={500}>
        {label}
      </Text>
      <Stack gap={6} align="flex-start">
        {[...shown.entries()].map(([index, row]) => (
          <div key={index} className={classes.factor}>
            <Autocomplete
              id={`${id}-${index}`}
              aria-label={`Factor ${index + 1}`}
              placeholder="Factor"
              data={[...commonFactors]}
              value={row.factor}
              maxLength={120}
              onChange={(factor) => put(index, { factor })}
            />
            <TextInput
              aria-label={`Value of factor ${index + 1}`}
              placeholder="How much, e.g. 14 months"
              value={row.value}
              maxLength={120}
              onChange={(event) => put(index, { value: event.currentTarget.value })}
            />
            <ActionIcon size="lg" aria-label={`Remove factor ${index + 1}`} onClick={() => remove(index)}>
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        {error && (
          <Text id={`${id}-error`} size="xs" c="var(--mantine-color-error)">
            {error}
          </Text>
        )}
        <Button
          id={id}
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={shown.length >= most}
          onClick={add}
        >
          Add factor
        </Button>
      </Stack>
    </Fieldset>
  )
}
