import { TextInput } from '@mantine/core'
import type { Ref } from 'react'

type CodeInputProps = {
  ref?: Ref<HTMLInputElement>
  /** The accessible name. */
  label: string
  length: number
  value: string
  onChange: (value: string) => void
  /** Called with the whole code after its last digit. */
  onFull?: (code: string) => void
  describedBy?: string | undefined
  isInvalid?: boolean
  isBusy?: boolean
  /** It takes the focus when the screen opens. */
  isFirst?: boolean
}

/**
 * The digits of a text, without the blanks and dashes that are copied with a
 * code.
 */
const keepDigits = (text: string) => text.replace(/\D/g, '')

/**
 * A code of digits. It is one field, so that paste, autofill, voice and screen
 * readers work.
 */
export const CodeInput = (props: CodeInputProps) => {
  const {
    ref,
    label,
    length,
    value,
    onChange,
    onFull,
    describedBy,
    isInvalid = false,
    isBusy = false,
    isFirst,
  } = props
  const change = (digits: string) => {
    const next = digits.slice(0, length)
    onChange(next)
    if (next.length === length && next !== value) onFull?.(next)
  }
  return (
    <TextInput
      ref={ref}
      size="lg"
      maw="14rem"
      styles={{
        input: {
          letterSpacing: '0.5em',
          fontSize: '1.375rem',
          fontWeight: 600,
        },
      }}
      aria-label={label}
      aria-describedby={describedBy}
      error={isInvalid}
      {...(isFirst && { 'data-page-focus': true })}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      readOnly={isBusy}
      value={value}
      onChange={({ currentTarget }) => change(keepDigits(currentTarget.value))}
      onPaste={(event) => {
        // A pasted code replaces what was typed.
        const digits = keepDigits(event.clipboardData.getData('text'))
        if (digits.length < length) return
        event.preventDefault()
        change(digits)
      }}
    />
  )
}
