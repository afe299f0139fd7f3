import { Textarea, TextInput, type TextInputProps } from '@mantine/core'
import {
  type ChangeEvent,
  type KeyboardEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

export type InputProps = {
  id: string
  label: string
  shown: string
  note?: ReactNode
  isRequired?: boolean
  error?: string | undefined
  /** What the browser may fill in; nothing by default. */
  autoComplete?: string | undefined
  onType: (text: string) => void
  onLeave: () => void
}

type LabelProps = Pick<InputProps, 'label' | 'note' | 'isRequired' | 'error'>

export const labelProps = ({
  label,
  note,
  isRequired = false,
  error,
}: LabelProps) => ({
  label,
  description: note,
  // The note comes last, so that fields next to each other stay aligned.
  inputWrapperOrder: [
    'label' as const,
    'input' as const,
    'error' as const,
    'description' as const,
  ],
  error: error || null,
  withAsterisk: isRequired,
})

export const textProps = (props: InputProps) => ({
  ...labelProps(props),
  id: props.id,
  'aria-required': props.isRequired ?? false,
  autoComplete: props.autoComplete ?? 'off',
})

type PlainInputProps = InputProps &
  Pick<TextInputProps, 'type' | 'inputMode' | 'placeholder'>

export const PlainInput = ({
  type,
  inputMode,
  placeholder,
  ...props
}: PlainInputProps) => (
  <TextInput
    {...textProps(props)}
    {...useTypedText<HTMLInputElement>(props)}
    type={type}
    inputMode={inputMode}
    placeholder={placeholder}
  />
)

export const NumberInput = ({
  unit,
  ...props
}: InputProps & { unit: string | null | undefined }) => {
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
      rightSectionWidth={
        unit && !isMoney ? `${unit.length * 0.55 + 1.1}rem` : undefined
      }
    />
  )
}

type LongInputProps = InputProps & {
  isCompact?: boolean
  placeholder?: string | undefined
}

/** `isCompact` grows with its text from one line. */
export const LongInput = ({
  isCompact = false,
  placeholder,
  ...props
}: LongInputProps) => (
  <Textarea
    {...textProps(props)}
    {...useTypedText<HTMLTextAreaElement>(props)}
    placeholder={placeholder}
    {...(isCompact
      ? { autosize: true, minRows: 1, maxRows: 6 }
      : { rows: 4, resize: 'vertical' as const })}
  />
)

/**
 * Adds thousands separators while a number is typed, and returns the caret
 * position after the same digit.
 */
export const groupThousands = (
  text: string,
  caret: number,
): { text: string; caret: number } => {
  const [, whole, decimals = ''] = /^,*(\d[\d,]*)(\.\d*)?$/.exec(text) ?? []
  if (whole === undefined) return { text, caret }
  const digits = whole.replaceAll(',', '')
  const first = digits.length % 3
  const groups = [
    digits.slice(0, first),
    ...(digits.slice(first).match(/\d{3}/g) ?? []),
  ]
  const grouped = groups.filter((group) => group !== '').join(',') + decimals
  const digitsBefore = text.slice(0, caret).replaceAll(',', '').length
  let at = 0
  for (let seen = 0; seen < digitsBefore; at += 1)
    if (grouped[at] !== ',') seen += 1
  return { text: grouped, caret: at }
}

type TypedTextOptions = Pick<InputProps, 'shown' | 'onType' | 'onLeave'> & {
  isGrouped?: boolean
}

/**
 * Props of an input that keeps its text while it has the focus, whatever is
 * saved or merged meanwhile.
 */
export const useTypedText = <E extends HTMLInputElement | HTMLTextAreaElement>(
  options: TypedTextOptions,
) => {
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
      const isStuck =
        native instanceof InputEvent &&
        native.inputType === 'deleteContentForward' &&
        next.text === typed
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
      if (event.key === 'Enter' && input.current instanceof HTMLInputElement)
        onLeave()
    },
  }
}
