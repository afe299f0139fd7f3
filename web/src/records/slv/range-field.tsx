import { Fieldset, Group, TextInput } from '@mantine/core'
import { type NumberKind, parseNumber } from '@portal/contract/lib/typed-values'
import {
  type NumberRange,
  type RangeUnit,
  readRange,
  writeRange,
} from '@portal/contract/slv/range'
import { type KeyboardEvent, useState } from 'react'
import { useStateFor } from '../../lib/state/state-for.ts'

const kinds: Record<RangeUnit, NumberKind> = {
  MONEY: 'money',
  POINTS: 'integer',
  PERCENT: 'percent',
}
const inWrongOrder = 'Can’t be less than the minimum'

type RangeFieldProps = {
  label: string
  unit: RangeUnit
  /** A range as the address writes it; empty without one. */
  values: readonly string[]
  onChange: (values: string[]) => void
}

/**
 * The lowest and the highest value of a filter. It applies when a field is
 * left, or with Enter.
 */
export const RangeField = ({
  label,
  unit,
  values,
  onChange,
}: RangeFieldProps) => {
  const [applied = ''] = values
  const [typed, setTyped] = useStateFor(applied, toTexts(readRange(applied)))
  const [problem, setProblem] = useState<{
    end: 'min' | 'max'
    error: string
  } | null>(null)

  const apply = () => {
    const [min, max] = [parseEnd(unit, typed.min), parseEnd(unit, typed.max)]
    if (min.error !== null) return setProblem({ end: 'min', error: min.error })
    if (max.error !== null) return setProblem({ end: 'max', error: max.error })
    if (min.value !== null && max.value !== null && min.value > max.value)
      return setProblem({ end: 'max', error: inWrongOrder })
    setProblem(null)
    const text = writeRange({ min: min.value, max: max.value })
    if ((text ?? '') !== applied) onChange(text === null ? [] : [text])
  }
  const end = (key: 'min' | 'max', name: string) => (
    <TextInput
      label={name}
      inputMode="decimal"
      flex={1}
      value={typed[key]}
      error={problem?.end === key && problem.error}
      onChange={({ currentTarget }) =>
        setTyped((now) => ({ ...now, [key]: currentTarget.value }))
      }
      onBlur={apply}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && apply()}
    />
  )
  return (
    <Fieldset legend={label} variant="unstyled">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        {end('min', 'Minimum')}
        {end('max', 'Maximum')}
      </Group>
    </Fieldset>
  )
}

const toTexts = (range: NumberRange | null) => ({
  min: endText(range?.min),
  max: endText(range?.max),
})
const endText = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : String(value)

type End = { value: number | null; error: string | null }

const parseEnd = (unit: RangeUnit, text: string): End => {
  if (text.trim() === '') return { value: null, error: null }
  const parsed = parseNumber(kinds[unit], text)
  return 'error' in parsed
    ? { value: null, error: parsed.error }
    : { value: parsed.value, error: null }
}
