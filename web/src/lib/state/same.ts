import { replaceEqualDeep } from '@tanstack/react-query'
import { useState } from 'react'

/** Returns the same object while its content is equal, so that memos and renders that depend on it are skipped. */
export const useSame = <T>(value: T): T => {
  const [held, setHeld] = useState(value)
  const same = replaceEqualDeep(held, value)
  if (same !== held) setHeld(same)
  return same
}
