import { useState } from 'react'

/** State that resets to `initial` when `key` changes. */
export const useStateFor = <T>(
  key: string,
  initial: T,
): [T, (change: (now: T) => T) => void] => {
  const [held, setHeld] = useState({ key, value: initial })
  const ofKey = (one: typeof held) => (one.key === key ? one.value : initial)
  if (held.key !== key) setHeld({ key, value: initial })
  return [
    ofKey(held),
    (change) => setHeld((now) => ({ key, value: change(ofKey(now)) })),
  ]
}
