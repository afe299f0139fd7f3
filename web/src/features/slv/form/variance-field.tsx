import { ActionIcon, Autocomplete, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import {
  isYesNo,
  operatorSigns,
  operators,
  type Parameter,
  parameterNames,
  parameters,
} from '@portal/contract/guideline/model'
import type { CompensatingFactor, VarianceField as Name } from '@portal/contract/slv-request/model'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FocusEvent, type ReactNode, useState } from 'react'
import type { Sheet } from '../../../lib/autosave/draft-state.ts'
import { fieldIn, type Typed, type Value } from '../../../lib/autosave/edits.ts'
import { none } from '../../../lib/text/format.ts'
import { writeNumber } from '../../../lib/text/number-text.ts'
import { fieldId } from '../../../ui/inputs/field-problems.tsx'
import { guideQuery } from '../../guideline/queries.ts'
import { ConflictNote } from './conflict-note.tsx'
import { useEditor, useEditorState } from './editor.ts'
import classes from './form.module.css'
import { dayOf, formViewOf } from './form-view.ts'
import { FieldInput, type FieldInputProps, toChoices } from './inputs.tsx'
import * as fields from './variance-fields.ts'

/** Yes-or-no guidelines are requested from the Eligibility panel. */
const measures = parameterNames.filter((name) => !isYesNo(name))
const measureChoices = measures.map((value) => ({ value, label: parameters[value].label }))
const operatorTexts = { '>=': 'at least', '<=': 'at most', '=': 'exactly' }
const operatorChoices = operators.map((value) => ({ value, label: `${operatorSigns[value]} ${operatorTexts[value]}` }))

const valueText = (value: Value): string => {
  if (value === null || value === '') return none
  if (typeof value === 'object') return fields.factorsText(value, '; ')
  return typeof value === 'number' ? writeNumber(value, { min: 0, max: 3 }) : String(value)
}

type VarianceFieldProps = { sheet: Sheet; name: Name; children?: ReactNode }

export const VarianceField = ({ sheet: { key, edits }, name, children }: VarianceFieldProps) => {
  const { editor, slvId } = useEditor()
  const fieldName = fields.varianceFieldName(key, name)
  const label = fields.varianceLabels[name]
  const hasAttempt = useEditorState(({ attempts }) => attempts > 0)
  const wasLeft = useEditorState(({ left }) => left.has(fieldName))
  const field = fieldIn(edits, name, fields.varianceCodec)
  const { variance, unsavable, problems } = fields.varianceViewOf(edits)
  const missing = hasAttempt ? problems.find((problem) => problem.field === name)?.error : undefined
  const problem = hasAttempt || wasLeft ? (unsavable.get(name) ?? missing) : undefined
  const isLong = name === 'currentGuideline' || name === 'justification' || name === 'compensatingFactors'
  return (
    <div className={isLong ? classes.wide : undefined}>
      <VarianceInput
        id={fieldId(fieldName)}
        {...{ sheet: key, name, label, variance }}
        shown={field.shown}
        error={field.isContested ? 'Also changed by someone else' : problem}
        onType={(typed) => editor.type(key, { [name]: typed })}
        onLeave={() => editor.leave(fieldName)}
      />
      {field.isContested && (
        <ConflictNote
          {...{ slvId, draft: editor, name, label, field }}
          sheet={key}
          historyName={`slvRequests.${name}`}
          text={valueText}
        />
      )}
      {children}
    </div>
  )
}

type VarianceInputProps = Omit<FieldInputProps, 'kind'> & { sheet: string; name: Name; variance: fields.Variance }

const VarianceInput = ({ sheet, name, variance: { parameter, unit }, ...props }: VarianceInputProps) => {
  const { editor, sentAt } = useEditor()
  const { reasons } = editor.get().catalog
  const measure = (chosen: Parameter | null) => {
    const { form } = formViewOf(editor.get())
    return fields.measuredBy(chosen, form, dayOf(form, sentAt))
  }
  const chooseReason = (reason: Typed) => {
    const [usual] = reasons.find((known) => known.name === reason)?.parameters ?? []
    editor.type(sheet, { reason, ...(parameter === null && usual && !isYesNo(usual) && measure(usual)) })
  }
  const chooseParameter = (typed: Typed) =>
    editor.type(sheet, measure(measures.find((known) => known === typed) ?? null))

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
      return <FieldInput {...props} kind="choice" choices={measureChoices} onType={chooseParameter} />
    case 'operator':
      return parameter && <FieldInput {...props} kind="choice" isRequired choices={operatorChoices} />
    case 'guidelineValue':
    case 'actualValue':
      return parameter && <FieldInput {...props} kind="number" unit={unit} isRequired />
    case 'compensatingFactors':
      return <FactorRows {...props} />
    default:
      return <FieldInput {...props} kind="longText" isRequired={name === 'justification'} />
  }
}

const most = 20

/** The labels of the buyer's catalog, once it is loaded. */
const useFactorLabels = (): string[] => {
  const lockDate = useEditorState((state) => formViewOf(state).form.originalLockDate ?? null)
  const { slvId } = useEditor()
  const { data } = useQuery(guideQuery(lockDate, slvId))
  return data?.factors.map(({ label }) => label) ?? []
}

const FactorRows = ({ id, label, shown: rows, error, onType, onLeave }: Omit<FieldInputProps, 'kind'>) => {
  const labels = useFactorLabels()
  // While the focus is inside, rows stay as they were typed: an empty one waits to be filled in.
  const [typed, setTyped] = useState<readonly CompensatingFactor[] | null>(null)
  const saved = typeof rows === 'object' && rows ? rows : []
  const shown = typed ?? saved.map(({ factor = '', value = '' }) => ({ factor, value }))
  const change = (next: readonly CompensatingFactor[]) => {
    setTyped(next)
    onType(next)
  }
  const remove = (index: number) => {
    change(shown.toSpliced(index, 1))
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
          <Group key={index} gap={6} w="100%" align="flex-start">
            <Autocomplete
              flex="3 1 9rem"
              id={`${id}-${index}`}
              aria-label={`Factor ${index + 1}`}
              placeholder="Factor"
              data={labels}
              value={row.factor}
              maxLength={120}
              onChange={(factor) => change(shown.with(index, { ...row, factor }))}
            />
            <TextInput
              flex="2 1 9rem"
              aria-label={`Value of factor ${index + 1}`}
              placeholder="How much, e.g. 14 months"
              value={row.value}
              maxLength={120}
              onChange={(event) => change(shown.with(index, { ...row, value: event.currentTarget.value }))}
            />
            <ActionIcon size="lg" aria-label={`Remove factor ${index + 1}`} onClick={() => remove(index)}>
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
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
