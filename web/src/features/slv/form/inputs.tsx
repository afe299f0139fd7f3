import { ActionIcon, Box, Group, Radio, Select, Textarea, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type ChangeEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import * as format from '../../../lib/text/format.ts'
import classes from './form.module.css'
import { readDay } from './read-field.ts'

export type InputProps = {
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

/** The note comes last, so that fields beside each other stay aligned. */
export const inputOrder: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'error', 'description']

const labelProps = ({ label, note, isRequired = false, error = '' }: LabelProps) => ({
  label,
  description: note,
  inputWrapperOrder: inputOrder,
  error: error || null,
  withAsterisk: isRequired,
})

const textProps = ({ id, isRequired = false, ...rest }: InputProps) => ({
  ...labelProps({ ...rest, isRequired }),
  id,
  'aria-required': isRequired,
  autoComplete: 'off',
})

type PlainProps = InputProps & { mode?: 'text' | 'email' | 'tel' | 'numeric'; placeholder?: string }

export const PlainInput = ({ mode = 'text', placeholder = '', ...props }: PlainProps) => (
  <TextInput
    {...textProps(props)}
    {...useTypedText<HTMLInputElement>(props)}
    type={mode === 'tel' ? 'tel' : 'text'}
    inputMode={mode}
    placeholder={placeholder}
  />
)

type NumberProps = InputProps & { before?: string; after?: string; isGrouped?: boolean }

export const NumberInput = ({ before, after, isGrouped = false, ...props }: NumberProps) => (
  <TextInput
    {...textProps(props)}
    {...useTypedText<HTMLInputElement>({ ...props, isGrouped })}
    styles={{ input: { textAlign: 'end' } }}
    inputMode="decimal"
    {...(before && { leftSection: before, leftSectionPointerEvents: 'none' as const })}
    {...(after && {
      rightSection: after,
      rightSectionPointerEvents: 'none' as const,
      rightSectionWidth: `${after.length * 0.55 + 1.1}rem`,
    })}
  />
)

export const LongInput = (props: InputProps) => (
  <Textarea {...textProps(props)} {...useTypedText<HTMLTextAreaElement>(props)} rows={4} resize="vertical" />
)

/** A civil day, typed as MM/dd/yyyy or picked from the browser's own calendar. No time zone touches it. */
export const DayInput = (props: InputProps) => {
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
      <input
        ref={picker}
        className={classes.picker}
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

export type Choice = { value: string; label: string }

export const toChoices = (values: readonly string[]): Choice[] => values.map((value) => ({ value, label: value }))

type ChoiceProps = InputProps & { choices: readonly Choice[]; emptyText?: string }

export const ChoiceInput = ({ choices, shown, emptyText = 'No match', ...props }: ChoiceProps) => {
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

export const FlagInput = ({ id, shown, onType, onLeave, ...props }: FlagProps) => {
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
