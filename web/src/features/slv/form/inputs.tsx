import { ActionIcon, Box, Group, Radio, Select, Textarea, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type ChangeEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { Typed } from '../../../lib/autosave/edits.ts'
import * as format from '../../../lib/text/format.ts'
import { type FieldKind, readDay } from './read-field.ts'

type InputProps = {
  id: string
  label: string
  shown: string
  note?: ReactNode
  isRequired?: boolean
  error?: string | undefined
  onType: (text: string) => void
  onLeave: () => void
}

type LabelProps = Pick<InputProps, 'label' | 'note' | 'isRequired' | 'error'>

const labelProps = ({ label, note, isRequired = false, error }: LabelProps) => ({
  label,
  description: note,
  // The note comes last, so that fields next to each other stay aligned.
  inputWrapperOrder: ['label' as const, 'input' as const, 'error' as const, 'description' as const],
  error: error || null,
  withAsterisk: isRequired,
})

const textProps = (props: InputProps) => ({
  ...labelProps(props),
  id: props.id,
  'aria-required': props.isRequired ?? false,
  autoComplete: 'off',
})

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
export const FieldInput = ({ kind, choices = [], emptyText, unit, ...field }: FieldInputProps) => {
  const props = { ...field, shown: typeof field.shown === 'string' ? field.shown : '' }
  switch (kind) {
    case 'flag':
      return <FlagInput {...field} shown={typeof field.shown === 'boolean' ? field.shown : null} />
    case 'choice':
      return <ChoiceInput {...props} choices={choices} emptyText={emptyText} />
    case 'day':
      return <DayInput {...props} />
    case 'longText':
      return <LongInput {...props} />
    case 'phone':
      return <PlainInput {...props} type="tel" inputMode="tel" placeholder="(213) 555-0142" />
    case 'email':
      // Not of type email: a script can't set the caret in one.
      return <PlainInput {...props} inputMode="email" />
    case 'text':
      return <PlainInput {...props} />
    default:
      return <NumberInput {...props} unit={unit === undefined ? units[kind] : unit} />
  }
}

const units: Partial<Record<FieldKind, string>> = { money: '$', percent: '%', coverage: 'x', months: 'months' }

type PlainInputProps = InputProps & Pick<TextInputProps, 'type' | 'inputMode' | 'placeholder'>

const PlainInput = ({ type, inputMode, placeholder, ...props }: PlainInputProps) => (
  <TextInput {...textProps(props)} {...useTypedText<HTMLInputElement>(props)} {...{ type, inputMode, placeholder }} />
)

const NumberInput = ({ unit, ...props }: InputProps & { unit: string | null | undefined }) => {
  const isMoney = unit === '$'
  return (
    <TextInput
      {...textProps(props)}
      {...useTypedText<HTMLInputElement>({ ...props, isGrouped: isMoney })}
      styles={{ input: { textAlign: 'end' } }}
      inputMode="decimal"
      leftSection={isMoney ? unit : undefined}
      leftSectionPointerEvents="none"
      rightSection={isMoney ? undefined : unit}
      rightSectionPointerEvents="none"
      rightSectionWidth={unit && !isMoney ? `${unit.length * 0.55 + 1.1}rem` : undefined}
    />
  )
}

const LongInput = (props: InputProps) => (
  <Textarea {...textProps(props)} {...useTypedText<HTMLTextAreaElement>(props)} rows={4} resize="vertical" />
)

/** A civil day, typed as MM/dd/yyyy or picked from the browser's own calendar. No time zone touches it. */
const DayInput = (props: InputProps) => {
  const picker = useRef<HTMLInputElement>(null)
  const typedText = useTypedText<HTMLInputElement>(props)
  return (
    <Box pos="relative">
      <TextInput
        {...textProps(props)}
        {...typedText}
        inputMode="numeric"
        placeholder="MM/DD/YYYY"
        rightSection={
          <ActionIcon aria-label={`Choose ${props.label}`} onClick={() => picker.current?.showPicker()}>
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
        value={readDay(props.shown) ?? ''}
        onChange={(event) => {
          props.onType(event.currentTarget.value === '' ? '' : format.day(event.currentTarget.value))
          props.onLeave()
        }}
      />
    </Box>
  )
}

type Choice = { value: string; label: string }

export const toChoices = (values: readonly string[]): Choice[] => values.map((value) => ({ value, label: value }))

type ChoiceProps = InputProps & { choices: readonly Choice[]; emptyText: string | undefined }

const ChoiceInput = ({ choices, shown, emptyText = 'No matches', ...props }: ChoiceProps) => {
  const isKnown = shown === '' || choices.some(({ value }) => value === shown)
  return (
    <Select
      {...labelProps(props)}
      id={props.id}
      aria-required={props.isRequired ?? false}
      data={isKnown ? [...choices] : [{ value: shown, label: shown }, ...choices]}
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

type FlagProps = Omit<InputProps, 'shown' | 'onType'> & { shown: boolean | null; onType: (value: boolean) => void }

const FlagInput = ({ id, shown, onType, onLeave, ...props }: FlagProps) => {
  const choose = (next: string) => {
    onType(next === 'yes')
    onLeave()
  }
  return (
    <Radio.Group {...labelProps(props)} value={shown === null ? '' : shown ? 'yes' : 'no'} onChange={choose}>
      <Group gap="lg" mih="2rem">
        <Radio id={id} value="yes" label="Yes" />
        <Radio value="no" label="No" />
      </Group>
    </Radio.Group>
  )
}

/** Sets thousands separators while a number is typed, and returns the caret's place behind the same digit. */
export const groupThousands = (text: string, caret: number): { text: string; caret: number } => {
  const [, whole, decimals = ''] = /^,*(\d[\d,]*)(\.\d*)?$/.exec(text) ?? []
  if (whole === undefined) return { text, caret }
  const digits = whole.replaceAll(',', '')
  const first = digits.length % 3
  const groups = [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])]
  const grouped = groups.filter((group) => group !== '').join(',') + decimals
  const digitsBefore = text.slice(0, caret).replaceAll(',', '').length
  let at = 0
  for (let seen = 0; seen < digitsBefore; at += 1) if (grouped[at] !== ',') seen += 1
  return { text: grouped, caret: at }
}

type TypedTextOptions = Pick<InputProps, 'shown' | 'onType' | 'onLeave'> & { isGrouped?: boolean }

/** Props of an input that keeps its text while it has the focus, whatever is saved or merged meanwhile. */
const useTypedText = <E extends HTMLInputElement | HTMLTextAreaElement>(options: TypedTextOptions) => {
  const { shown, onType, onLeave, isGrouped } = options
  const [typed, setTyped] = useState<string | null>(null)
  const input = useRef<E>(null)
  const caret = useRef<number | null>(null)

  useLayoutEffect(() => {
    if (caret.current === null) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  const change = (event: ChangeEvent<E>) => {
    const { value, selectionStart } = event.currentTarget
    let text = value
    if (isGrouped) {
      const next = groupThousands(value, selectionStart ?? value.length)
      const native = event.nativeEvent
      // Delete before a comma removes nothing: it steps over the comma.
      const isStuck = native instanceof InputEvent && native.inputType === 'deleteContentForward' && next.text === typed
      caret.current = isStuck ? next.caret + 1 : next.caret
      text = next.text
    }
    setTyped(text)
    onType(text)
  }

  return {
    ref: input,
    value: typed ?? shown,
    onChange: change,
    onFocus: () => setTyped(shown),
    onBlur: () => {
      setTyped(null)
      onLeave()
    },
    onKeyDown: (event: KeyboardEvent<E>) => {
      if (event.key === 'Enter' && input.current instanceof HTMLInputElement) onLeave()
    },
  }
}
