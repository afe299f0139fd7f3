import {
  ActionIcon,
  Group,
  Radio,
  type RadioGroupProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { notANumber, parseNumber } from '@portal/contract/lib/typed-values'
import {
  type Decision,
  decisions,
  slvStatusLabels,
} from '@portal/contract/slv/status'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { signed } from '../../../lib/text/format.ts'

const step = 12.5

/**
 * Reads a price adjustment; null for empty text, the text itself if it isn't a
 * number.
 */
export function readBps(text: string): number | string | null {
  if (text.trim() === '') return null
  const parsed = parseNumber('bps', text)
  return 'value' in parsed ? parsed.value : text
}

type BpsInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> & {
  /** Text that isn't a number is kept as it was typed. */
  value: number | string | null
  onChange: (value: number | string | null) => void
  onBlur?: () => void
}

export const BpsInput = ({
  value,
  onChange,
  onBlur,
  error,
  ...rest
}: BpsInputProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  const text =
    typed ?? (typeof value === 'number' ? signed(value) : (value ?? ''))
  const isWrong = typeof readBps(text) === 'string'
  const go = (by: number) => {
    setTyped(null)
    onChange((typeof value === 'number' ? value : 0) + by)
  }
  const stepper = (by: number, name: string) => (
    <ActionIcon
      size="sm"
      style={{ pointerEvents: 'auto' }}
      tabIndex={-1}
      aria-label={`${name} by ${step} bps`}
      onClick={() => go(by)}
    >
      {by < 0 ? <IconMinus size={14} /> : <IconPlus size={14} />}
    </ActionIcon>
  )
  return (
    <TextInput
      {...rest}
      inputMode="text"
      autoComplete="off"
      value={text}
      error={isWrong ? notANumber : error}
      // A click on the unit is for the text.
      rightSectionPointerEvents="none"
      rightSectionWidth="5.75rem"
      rightSection={
        <Group gap={2} wrap="nowrap" c="dimmed" fz="xs">
          bps
          {stepper(-step, 'Lower')}
          {stepper(step, 'Raise')}
        </Group>
      }
      // What is typed after P replaces the price.
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={(event) => {
        const { value } = event.currentTarget
        setTyped(value)
        onChange(readBps(value))
      }}
      onKeyDown={(event) => {
        // A single letter is a shortcut pressed from habit, such as P after the
        // last answer has moved the focus here.
        if (
          /^[a-z]$/i.test(event.key) &&
          !event.ctrlKey &&
          !event.metaKey &&
          !event.altKey
        )
          event.preventDefault()
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        go(event.key === 'ArrowUp' ? step : -step)
      }}
      onBlur={() => {
        setTyped(null)
        onBlur?.()
      }}
    />
  )
}

type DecisionChoiceProps = Omit<
  RadioGroupProps,
  'children' | 'value' | 'onChange'
> & {
  value: Decision | null
  onChange: (value: Decision) => void
  isFocused?: boolean
}

export const DecisionChoice = ({
  id,
  value,
  onChange,
  isFocused,
  ...rest
}: DecisionChoiceProps) => (
  <Radio.Group
    {...rest}
    value={value}
    onChange={(chosen) =>
      onChange(decisions.find((known) => known === chosen) ?? 'APPROVED')
    }
  >
    <Group gap="md" mt={4}>
      {decisions.map((decision, index) => (
        <Radio
          key={decision}
          value={decision}
          label={slvStatusLabels[decision]}
          {...(id !== undefined &&
            index === 0 && { id, 'data-autofocus': isFocused })}
        />
      ))}
    </Group>
  </Radio.Group>
)
