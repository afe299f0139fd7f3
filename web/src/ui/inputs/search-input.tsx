import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { maxSearched } from '../../lib/text/search-text.ts'

type SearchInputProps = {
  value: string
  onSearch: (value: string) => void
  label: string
  placeholder?: string | undefined
  className?: string | undefined
}

/**
 * Milliseconds without typing before the search starts; Enter starts it
 * immediately.
 */
const delay = 300

/**
 * A search field that waits for a pause in typing and keeps the focus and every
 * letter while results arrive.
 */
export const SearchInput = ({
  value,
  onSearch,
  label,
  placeholder = label,
  className,
}: SearchInputProps) => {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const send = (text: string) => {
    if (text.trim() === sent.current) return
    sent.current = text.trim()
    onSearch(text.trim())
  }
  const sendLater = useDebouncedCallback(send, delay)
  const clear = () => {
    setTyped('')
    sendLater.cancel()
    send('')
  }

  // The address changed from outside (Back, Clear All). An echo of the own
  // search changes nothing.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
    sendLater.cancel()
  }, [value, sendLater])

  return (
    <TextInput
      className={className}
      type="search"
      aria-label={label}
      aria-keyshortcuts="/"
      title={`${label} (/)`}
      placeholder={placeholder}
      maxLength={maxSearched}
      value={typed}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed !== '' && (
          <CloseButton
            size="sm"
            icon={<IconX size={14} />}
            aria-label="Clear search"
            onClick={clear}
          />
        )
      }
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        sendLater(currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send(typed)
        if (event.key === 'Escape' && typed !== '') {
          event.stopPropagation()
          clear()
        }
      }}
    />
  )
}
