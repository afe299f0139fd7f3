import type { ZodType } from 'zod'
import { ownKey, readKept, writeKept } from './owner.ts'

/**
 * What is typed and not yet saved, kept in this tab so that a session that ends (or a reload) loses none of it.
 * Stored in sessionStorage under the user's own key: it ends with the tab, and other users can't read it.
 */
export const keepText = (key: string, value: unknown) => writeKept(sessionStorage, ownKey(`typed.${key}`), value)

/** What was kept, as it was; parse it. Null when there is nothing. */
export const keptText = (key: string): unknown => readKept(sessionStorage, ownKey(`typed.${key}`))

/** Once the server has it. */
export const dropText = (key: string) => keepText(key, null)

/** Unsaved typing in this browser; `write(null)` deletes it. */
export type DraftStorage<T> = { read: () => T | null; write: (draft: T | null) => void }

/**
 * The unsaved typing of the current user under a key. It stays that user's when the session ends later: no one else who
 * signs in reads it. In `localStorage` it also outlives the tab.
 */
export const draftStorage = <T>(storage: Storage, name: string, schema: ZodType<T>): DraftStorage<T> => {
  const key = ownKey(`typed.${name}`)
  return {
    read: () => {
      const kept = schema.safeParse(readKept(storage, key))
      return kept.success ? kept.data : null
    },
    write: (draft) => writeKept(storage, key, draft),
  }
}

/** When the user signs out on purpose: nothing typed stays on the machine, in this tab or beyond it. */
export const dropAllText = () => {
  for (const storage of [sessionStorage, localStorage])
    for (const key of Object.keys(storage)) if (key.startsWith(ownKey('typed.'))) storage.removeItem(key)
}
