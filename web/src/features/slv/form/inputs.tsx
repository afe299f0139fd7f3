import { ActionIcon, Box, Group, Radio, Select, TextInput } from '@mantine/core'
import { parseDay } from '@portal/contract/lib/typed-values'
import { IconCalendar } from '@tabler/icons-react'
import { useRef } from 'react'
import type { Typed } from '../../../lib/autosave/edits.ts'
import * as format from '../../../lib/text/format.ts'
import type { FieldKind } from './read-field.ts'
import {
  type InputProps,
  LongInput,
  labelProps,
  NumberInput,
  PlainInput,
  textProps,
  useTypedText,
} from './typed-inputs.tsx'

export type FieldInputProps = Omit<InputProps, 'shown' | 'onType'> & {
  kind: FieldKind
  shown: Typed
  onType: (typed: Typed) => void
  choices?: readonly Choice[] | undefined
  /** Shown in place of choices when there are none. */
  emptyText?: string
  /** The unit of a number, in place of its kind's. */
  unit?: string | null
}

/** The usual input for a kind of field. */
export const FieldInput = ({
  kind,
  choices = [],
  emptyText,
  unit,
  ...field
}: FieldInputProps) => {
  const props = {
    ...field,
    shown: typeof field.shown === 'string' ? field.shown : '',
  }
  switch (kind) {
    case 'flag':
      return (
        <FlagInput
          {...field}
          shown={typeof field.shown === 'boolean' ? field.shown : null}
        />
      )
    case 'choice':
      return <ChoiceInput {...props} choices={choices} emptyText={emptyText} />
    case 'day':
      return <DayInput {...props} />
    case 'longText':
      return <LongInput {...props} />
    case 'phone':
      return (
        <PlainInput
          {...props}
          type="tel"
          inputMode="tel"
          placeholder="(213) 555-0142"
        />
      )
    case 'email':
      // Not of type email: a script can't set the caret in one.
      return <PlainInput {...props} inputMode="email" />
    case 'text':
    case 'loanNumber':
    case 'zip':
      return <PlainInput {...props} />
    default:
      return (
        <NumberInput
          {...props}
          unit={unit === undefined ? units[kind] : unit}
        />
      )
  }
}

const units: Partial<Record<FieldKind, string>> = {
  money: '$',
  percent: '%',
  coverage: 'x',
  months: 'months',
}

/**
 * A civil day, typed as MM/dd/yyyy or picked from the browser's own calendar.
 * No time zone touches it.
 */
const DayInput = (props: InputProps) => {
  const picker = useRef<HTMLInputElement>(null)
  const typedText = useTypedText<HTMLInputElement>(props)
  const typedDay = parseDay(props.shown)
  const isoDay = 'value' in typedDay ? typedDay.value : ''
  return (
    <Box pos="relative">
      <TextInput
        {...textProps(props)}
        {...typedText}
        inputMode="numeric"
        placeholder="MM/DD/YYYY"
        rightSection={
          <ActionIcon
            aria-label={`Choose ${props.label}`}
            onClick={() => picker.current?.showPicker()}
          >
            <IconCalendar size={16} aria-hidden />
          </ActionIcon>
        }
      />
      {/* Only its calendar is wanted, and that opens where this is. */}
      <Box
        component="input"
        ref={picker}
        pos="absolute"
        bottom={0}
        left={0}
        w="100%"
        h={1}
        p={0}
        bd={0}
        opacity={0}
        style={{ pointerEvents: 'none' }}
        type="date"
        tabIndex={-1}
        aria-hidden
        value={isoDay}
        onChange={(event) => {
          props.onType(
            event.currentTarget.value === ''
              ? ''
              : format.day(event.currentTarget.value),
          )
          props.onLeave()
        }}
      />
    </Box>
  )
}

type Choice = { value: string; label: string }

export const toChoices = (values: readonly string[]): Choice[] =>
  values.map((value) => ({ value, label: value }))

type ChoiceProps = InputProps & {
  choices: readonly Choice[]
  emptyText: string | undefined
}

const ChoiceInput = ({
  choices,
  shown,
  emptyText = 'No matches',
  ...props
}: ChoiceProps) => {
  const isKnown = shown === '' || choices.some(({ value }) => value === shown)
  return (
    <Select
      {...labelProps(props)}
      id={props.id}
      aria-required={props.isRequired ?? false}
      data={
        isKnown ? [...choices] : [{ value: shown, label: shown }, ...choices]
      }
      value={shown === '' ? null : shown}
      onChange={(value) => props.onType(value ?? '')}
      onBlur={props.onLeave}
      searchable
      allowDeselect={false}
      clearable={!props.isRequired}
      selectFirstOptionOnChange
      nothingFoundMessage={emptyText}
      placeholder="Choose"
      maxDropdownHeight={280}
      clearButtonProps={{ 'aria-label': `Clear ${props.label}`, tabIndex: -1 }}
    />
  )
}

type FlagProps = Omit<InputProps, 'shown' | 'onType'> & {
  shown: boolean | null
  onType: (value: boolean) => void
}

const toAnswer = (value: boolean | null) => {
  if (value === null) return ''
  return value ? 'yes' : 'no'
}

const FlagInput = ({ id, shown, onType, onLeave, ...props }: FlagProps) => {
  const choose = (next: string) => {
    onType(next === 'yes')
    onLeave()
  }
  return (
    <Radio.Group
      {...labelProps(props)}
      value={toAnswer(shown)}
      onChange={choose}
    >
      <Group gap="lg" mih="2rem">
        <Radio id={id} value="yes" label="Yes" />
        <Radio value="no" label="No" />
      </Group>
    </Radio.Group>
  )
}
