import { useState } from 'react'
import type { ZodType } from 'zod'
import { dropText, keepText, keptText } from '../../../lib/kept-text.ts'

/** What is typed and not saved, kept over a session that ends or a reload; null when there is nothing. */
export const useKept = <T>(key: string, schema: ZodType<T>) => {
  const [value, setValue] = useState<T | null>(() => {
    const kept = schema.safeParse(keptText(key))
    return kept.success ? kept.data : null
  })
  const keep = (next: T | null) => {
    setValue(next)
    if (next === null) dropText(key)
    else keepText(key, next)
  }
  return [value, keep] as const
}
