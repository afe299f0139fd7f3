import { ActionIcon, Textarea, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import * as format from '../../../lib/format.ts'
import { readDay } from './civil-day.ts'
import classes from './text-inputs.module.css'
import { useHeldText } from './use-held-text.ts'

/** Label, field, what is wrong, and the note last, so that fields beside each other stay in line. */
export const inputOrder: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'error', 'description']

/** What every input of a request takes. `error` is told; `shown` is its text while nobody is in it. */
export type InputProps = {
  id: string
  label: string
  shown: string
  /** Stands under the field and is read out with it. */
  note?: ReactNode
  isRequired?: boolean
  error?: string | undefined
  onType: (text: string) => void
  onLeave: () => void
}

const common = ({ id, label, note, isRequired, error }: InputProps) => ({
  id,
  label,
  description: note,
  inputWrapperOrder: inputOrder,
  error: error ?? null,
  withAsterisk: isRequired ?? false,
  'aria-required': isRequired ?? false,
  autoComplete: 'off',
})

type PlainProps = InputProps & {
  type?: 'text' | 'email' | 'tel'
  mode?: 'text' | 'email' | 'tel' | 'numeric'
  placeholder?: string
}

export const PlainInput = ({ type = 'text', mode = 'text', placeholder, ...props }: PlainProps) => (
  <TextInput
    {...common(props)}
    {...useHeldText<HTMLInputElement>(props)}
    // An input of type email has no caret that a script may set.
    type={type === 'email' ? 'text' : type}
    inputMode={mode}
    {...(placeholder && { placeholder })}
  />
)

type NumberProps = InputProps & { before?: string; after?: string; isGrouped?: boolean }

/** Figures, right-aligned under each other, with their unit inside the field. */
export const NumberInput = ({ before, after, isGrouped = false, ...props }: NumberProps) => (
  <TextInput
    {...common(props)}
    {...useHeldText<HTMLInputElement>({ ...props, isGrouped })}
    classNames={{ input: classes.figure ?? '' }}
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
  <Textarea {...common(props)} {...useHeldText<HTMLTextAreaElement>(props)} rows={4} resize="vertical" />
)

/** A civil day, typed as MM/dd/yyyy or picked from the browser's own calendar. No time zone touches it. */
export const DayInput = (props: InputProps) => {
  const picker = useRef<HTMLInputElement>(null)
  const held = useHeldText<HTMLInputElement>(props)
  return (
    <div className={classes.day}>
      <TextInput
        {...common(props)}
        {...held}
        inputMode="numeric"
        placeholder="MM/DD/YYYY"
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Choose ${props.label}`}
            onClick={() => picker.current?.showPicker()}
          >
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
    </div>
  )
}
