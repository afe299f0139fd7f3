import { Pill, PillsInput } from '@mantine/core'
import { skipReasons } from '@portal/contract/auth/tpr-api'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { keyed } from '../../../lib/keyed.ts'
import { Unseen } from '../../../ui/unseen.tsx'
import { type Address, addressesIn, isSeveral } from './addresses.ts'
import classes from './invite.module.css'

type AddressInputProps = {
  label: string
  addresses: readonly Address[]
  onChange: (texts: string[]) => void
  /** What is typed and ended by nothing yet. */
  typed: string
  onTyped: (typed: string) => void
  error: string | null
}

/** Several e-mail addresses: each becomes a pill as soon as a comma, a space or Enter ends it, or when it is pasted. */
export const AddressInput = ({ label, addresses, onChange, typed, onTyped, error }: AddressInputProps) => {
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')
  const texts = addresses.map(({ text }) => text)

  const take = (text: string) => {
    const found = addressesIn(text)
    onTyped('')
    if (found.length === 0) return
    onChange([...texts, ...found])
    setSaid(found.length === 1 ? `${found[0]} added` : `${found.length} addresses added`)
  }
  const remove = (index: number) => {
    setSaid(`${texts[index]} removed`)
    onChange(texts.filter((_, other) => other !== index))
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault()
      take(typed)
    }
    if (event.key === 'Backspace' && typed === '' && texts.length > 0) remove(texts.length - 1)
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text')
    if (!isSeveral(text.trim())) return
    event.preventDefault()
    take(`${typed}${text}`)
  }

  return (
    <>
      <PillsInput
        label={label}
        description="Separate them with commas, spaces or new lines; a whole list can be pasted."
        error={error}
        onClick={() => field.current?.focus()}
      >
        <Pill.Group className={classes.pills ?? ''}>
          {keyed(addresses, ({ text }) => text).map(({ key, item: { text, problem } }, index) => (
            <Pill
              key={key}
              className={classes.pill ?? ''}
              data-wrong={problem ?? undefined}
              title={problem ? `${text}: ${skipReasons[problem]}` : text}
              withRemoveButton
              removeButtonProps={{ 'aria-label': `Remove ${text}`, tabIndex: 0, 'aria-hidden': false }}
              onRemove={() => remove(index)}
            >
              {problem && (
                <IconAlertTriangle
                  className={classes.mark}
                  size={12}
                  role="img"
                  aria-label={`${skipReasons[problem]}:`}
                />
              )}
              {text}
            </Pill>
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
              if (isSeveral(text)) take(text)
              else onTyped(text)
            }}
            onBlur={() => take(typed)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
        </Pill.Group>
      </PillsInput>
      <Unseen role="status">{said}</Unseen>
    </>
  )
}
