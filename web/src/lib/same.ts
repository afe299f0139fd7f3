import { replaceEqualDeep } from '@tanstack/react-query'
import { useState } from 'react'

/** The same object for as long as it says the same: what is worked out of it, or drawn by it, is not done anew. */
export const useSame = <T>(value: T): T => {
  const [held, setHeld] = useState(value)
  const same = replaceEqualDeep(held, value)
  if (same !== held) setHeld(same)
  return same
}
