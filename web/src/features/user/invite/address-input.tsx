import { Pill, PillsInput } from '@mantine/core'
import { skipReasons } from '@portal/contract/auth/tpr-api'
import { email } from '@portal/contract/lib/fields'
import { IconAlertTriangle } from '@tabler/icons-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useRef,
  useState,
} from 'react'
import { keyed } from '../../../lib/state/keyed.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'

export type Address = { text: string; problem: 'INVALID' | 'TWICE' | null }

const separators = /[\s,;]+/

const hasSeparator = (text: string) => separators.test(text)

export const addressesIn = (text: string): string[] =>
  text
    .split(separators)
    .map((part) => part.replace(/^[<"']{1,3}|[>"']{1,3}$/g, ''))
    .filter((part) => part !== '')

export const checkAddresses = (texts: readonly string[]): Address[] => {
  const keys = texts.map((text) => text.toLowerCase())
  return texts.map((text, index) => {
    if (!email.safeParse(text).success) return { text, problem: 'INVALID' }
    const isRepeated = keys.indexOf(text.toLowerCase()) < index
    return { text, problem: isRepeated ? 'TWICE' : null }
  })
}

const wrong = {
  bg: 'light-dark(var(--mantine-color-red-1), var(--mantine-color-red-9))',
  c: 'light-dark(var(--mantine-color-red-9), var(--mantine-color-red-1))',
}

type AddressInputProps = {
  label: string
  addresses: readonly Address[]
  onChange: (texts: string[]) => void
  typed: string
  onTyped: (typed: string) => void
  error: string | null
}

export const AddressInput = ({
  label,
  addresses,
  onChange,
  typed,
  onTyped,
  error,
}: AddressInputProps) => {
  const field = useRef<HTMLInputElement>(null)
  const { texts, add, remove, announcement } = useAddresses(
    { addresses, onChange, onTyped },
    () => field.current?.focus(),
  )
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault()
      add(typed)
    }
    if (event.key === 'Backspace' && typed === '' && texts.length > 0)
      remove(texts.length - 1)
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text')
    if (!hasSeparator(text.trim())) return
    event.preventDefault()
    add(`${typed}${text}`)
  }

  return (
    <>
      <PillsInput
        label={label}
        description="Separate them with commas, spaces or new lines; a whole list can be pasted."
        error={error}
        onClick={() => field.current?.focus()}
      >
        <Pill.Group mah="12rem" style={{ overflowY: 'auto' }}>
          {keyed(addresses, ({ text }) => text).map(({ key, item }, index) => (
            <AddressPill
              key={key}
              address={item}
              onRemove={() => remove(index)}
            />
          ))}
          <PillsInput.Field
            ref={field}
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-label={label}
            data-autofocus
            placeholder={texts.length === 0 ? 'name@vendor.com' : ''}
            value={typed}
            onChange={(event) => {
              const text = event.currentTarget.value
              if (hasSeparator(text)) add(text)
              else onTyped(text)
            }}
            onBlur={() => add(typed)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
        </Pill.Group>
      </PillsInput>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  )
}

/** Adds and removes addresses, and announces it to screen readers. */
const useAddresses = (
  {
    addresses,
    onChange,
    onTyped,
  }: Pick<AddressInputProps, 'addresses' | 'onChange' | 'onTyped'>,
  focusField: () => void,
) => {
  const [announcement, announce] = useState('')
  const texts = addresses.map(({ text }) => text)

  const add = (text: string) => {
    const found = addressesIn(text)
    onTyped('')
    if (found.length === 0) return
    onChange([...texts, ...found])
    announce(
      found.length === 1
        ? `${found[0]} added`
        : `${found.length} addresses added`,
    )
  }
  const remove = (index: number) => {
    announce(`${texts[index]} removed`)
    onChange(texts.filter((_, other) => other !== index))
    focusField()
  }
  return { texts, add, remove, announcement }
}

type AddressPillProps = { address: Address; onRemove: () => void }

const AddressPill = ({
  address: { text, problem },
  onRemove,
}: AddressPillProps) => (
  <Pill
    maw="100%"
    {...(problem && wrong)}
    title={problem ? `${text}: ${skipReasons[problem]}` : text}
    withRemoveButton
    removeButtonProps={{
      'aria-label': `Remove ${text}`,
      tabIndex: 0,
      'aria-hidden': false,
    }}
    onRemove={onRemove}
  >
    {problem && (
      <IconAlertTriangle
        style={{ marginInlineEnd: '0.25rem', verticalAlign: '-0.125em' }}
        size={12}
        role="img"
        aria-label={`${skipReasons[problem]}:`}
      />
    )}
    {text}
  </Pill>
)
