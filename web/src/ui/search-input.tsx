import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { mostSearched } from '../lib/search-text.ts'

type SearchInputProps = {
  value: string
  onSearch: (value: string) => void
  label: string
  placeholder?: string
  /** Milliseconds of rest before the search starts; Enter does not wait. */
  delay?: number
  className?: string
}

/** A search field that waits for a pause in typing and never loses the focus or a letter to the answer. */
export const SearchInput = ({ value, onSearch, label, placeholder, delay = 300, className }: SearchInputProps) => {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const latest = useRef(onSearch)
  latest.current = onSearch

  // The address changed from outside (Back, Clear All): show that. An echo of what was sent changes nothing.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])

  const send = (text: string) => {
    if (text.trim() === sent.current) return
    sent.current = text.trim()
    latest.current(text.trim())
  }
  const sendLatest = useRef(send)
  sendLatest.current = send

  useEffect(() => {
    const pause = setTimeout(() => sendLatest.current(typed), delay)
    return () => clearTimeout(pause)
  }, [typed, delay])

  return (
    <TextInput
      {...(className ? { className } : {})}
      type="search"
      aria-label={label}
      placeholder={placeholder ?? label}
      maxLength={mostSearched}
      value={typed}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed !== '' && (
          <CloseButton
            size="sm"
            icon={<IconX size={14} />}
            aria-label="Clear search"
            onClick={() => {
              setTyped('')
              send('')
            }}
          />
        )
      }
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send(typed)
        if (event.key === 'Escape' && typed !== '') {
          event.stopPropagation()
          setTyped('')
          send('')
        }
      }}
    />
  )
}
