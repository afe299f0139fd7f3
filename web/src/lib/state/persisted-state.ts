import { useState } from 'react'
import type { ZodType } from 'zod'
import { ownKey, readStored, writeStored } from '../owner.ts'

/**
 * State that this user finds again on the next visit in this browser (widths,
 * columns, the sidebar).
 */
export const usePersistedState = <T>(
  key: string,
  schema: ZodType<T>,
  initial: T,
): [T, (next: T) => void] => {
  const storageKey = ownKey(key)
  const readEntry = () => {
    const stored = schema.safeParse(readStored(localStorage, storageKey))
    return { storageKey, value: stored.success ? stored.data : initial }
  }
  const [lastEntry, setEntry] = useState(readEntry)
  // Another key is another list (or another user): read its own value instead
  // of the last one's.
  const isSameKey = lastEntry.storageKey === storageKey
  const entry = isSameKey ? lastEntry : readEntry()
  if (!isSameKey) setEntry(entry)

  const store = (value: T) => {
    writeStored(localStorage, storageKey, value)
    setEntry({ storageKey, value })
  }
  return [entry.value, store]
}
