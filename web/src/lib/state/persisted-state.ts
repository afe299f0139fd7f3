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
  const [held, setHeld] = useState(() => ({
    storageKey,
    value: kept(storageKey, schema, initial),
  }))
  // Another key is another list (or another user): read its own value instead
  // of the last one's.
  const value =
    held.storageKey === storageKey
      ? held.value
      : kept(storageKey, schema, initial)
  if (held.storageKey !== storageKey) setHeld({ storageKey, value })

  const remember = (next: T) => {
    writeStored(localStorage, storageKey, next)
    setHeld({ storageKey, value: next })
  }
  return [value, remember]
}

const kept = <T>(storageKey: string, schema: ZodType<T>, initial: T): T => {
  const read = schema.safeParse(readStored(localStorage, storageKey))
  return read.success ? read.data : initial
}
