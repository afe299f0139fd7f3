import { useState } from 'react'
import type { ZodType } from 'zod'
import { ownKey, readStored, writeStored } from './owner.ts'

/** Unsaved typing in this browser; `write(null)` deletes it. */
export type DraftStorage<T> = {
  read: () => T | null
  write: (draft: T | null) => void
}

/**
 * The unsaved typing of the current user under a name, which no other user
 * reads. It survives a reload and the end of the session; in `localStorage`
 * also the end of the tab.
 */
export const draftStorage = <T>(
  storage: Storage,
  name: string,
  schema: ZodType<T>,
): DraftStorage<T> => {
  const key = ownKey(`typed.${name}`)
  return {
    read: () => {
      const kept = schema.safeParse(readStored(storage, key))
      return kept.success ? kept.data : null
    },
    write: (draft) => writeStored(storage, key, draft),
  }
}

/** Deletes unsaved typing in this tab. */
export const removeStoredText = (name: string) =>
  sessionStorage.removeItem(ownKey(`typed.${name}`))

/**
 * Deletes all of the user's unsaved typing from this browser: they signed out
 * on purpose.
 */
export const removeAllStoredText = () => {
  for (const storage of [sessionStorage, localStorage])
    for (const key of Object.keys(storage))
      if (key.startsWith(ownKey('typed.'))) storage.removeItem(key)
}

/**
 * Unsaved typing that survives a reload and the end of the session; null when
 * there is none.
 */
export const useStoredText = <T>(key: string, schema: ZodType<T>) => {
  const [storage] = useState(() => draftStorage(sessionStorage, key, schema))
  const [value, setValue] = useState(storage.read)
  const keep = (next: T | null) => {
    setValue(next)
    storage.write(next)
  }
  return [value, keep] as const
}
