import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, type Ref, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import classes from './code-input.module.css'
import { afterKey, digitsOf } from './code-keys.ts'

type CodeInputProps = {
  ref?: Ref<HTMLInputElement>
  /** The accessible name. */
  label: string
  length: number
  value: string
  onChange: (value: string) => void
  /** Called with the whole code after its last digit. */
  onFull: (code: string) => void
  describedBy?: string | undefined
  isInvalid?: boolean
  isBusy?: boolean
  /** It takes the focus when the screen opens. */
  isFirst?: boolean
}

/**
 * A code of digits in boxes. It is one field, so that paste, autofill, voice and screen readers work; the digit at the
 * caret is selected, so that typing replaces it.
 */
export const CodeInput = (props: CodeInputProps) => {
  const { ref, label, length, value, onChange, onFull, describedBy, isInvalid, isBusy = false, isFirst } = props
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<readonly [from: number, to: number] | null>(null)

  /** Selects the digit in the box `at`, or moves behind the last one. */
  const goTo = (at: number) => input.current?.setSelectionRange(at, Math.min(at + 1, length))
  /** Synchronous, or a fast next key would go to the old caret position. */
  const change = (next: string, at: number) => {
    flushSync(() => onChange(next))
    goTo(at)
    if (next.length === length && next !== value) onFull(next)
  }
  const settle = () => {
    const field = input.current
    if (!field || document.activeElement !== field) return
    const { selectionStart: from, selectionEnd: to } = field
    if (from === null || to === null) return
    if (from === to && from < field.value.length) field.setSelectionRange(from, from + 1)
    setChosen([from, Math.max(to, from + 1)])
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const { selectionStart, selectionEnd } = event.currentTarget
    const after = afterKey(event.key, value, selectionStart ?? 0, selectionEnd ?? 0)
    if (!after) return
    event.preventDefault()
    if (after.value === value) goTo(Math.min(after.at, length - 1))
    else change(after.value, after.at)
  }
  const onPaste = (event: ClipboardEvent) => {
    const digits = digitsOf(event.clipboardData.getData('text'))
    if (digits.length < length) return
    event.preventDefault()
    change(digits.slice(0, length), length)
  }

  return (
    <div className={classes.code} data-invalid={isInvalid || undefined} data-busy={isBusy || undefined}>
      <div className={classes.boxes} aria-hidden>
        {[...Array(length).keys()].map((position) => (
          <span
            key={position}
            className={classes.box}
            data-chosen={(!isBusy && chosen && chosen[0] <= position && position < chosen[1]) || undefined}
          >
            {value[position]}
          </span>
        ))}
      </div>
      <input
        ref={(field) => {
          input.current = field
          if (typeof ref === 'function') ref(field)
          else if (ref) ref.current = field
        }}
        className={classes.input}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={isInvalid || undefined}
        {...(isFirst && { 'data-page-focus': true })}
        type="text"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCorrect="off"
        spellCheck={false}
        readOnly={isBusy}
        value={value}
        onChange={({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
          const next = digitsOf(currentTarget.value).slice(0, length)
          change(next, Math.min(currentTarget.selectionStart ?? next.length, next.length))
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onSelect={settle}
        onFocus={settle}
        onBlur={() => setChosen(null)}
        onClick={({ clientX, currentTarget }) => {
          const { left, width } = currentTarget.getBoundingClientRect()
          goTo(Math.min(Math.floor(((clientX - left) / width) * length), value.length))
        }}
      />
    </div>
  )
}
