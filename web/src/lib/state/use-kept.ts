import { useState } from 'react'
import type { ZodType } from 'zod'
import { draftStorage } from '../kept-text.ts'

/** Unsaved typing that survives a reload and the end of the session; null when there is none. */
export const useKept = <T>(key: string, schema: ZodType<T>) => {
  const [storage] = useState(() => draftStorage(sessionStorage, key, schema))
  const [value, setValue] = useState(storage.read)
  const keep = (next: T | null) => {
    setValue(next)
    storage.write(next)
  }
  return [value, keep] as const
}
