import { useState } from 'react'

/** State that resets to `initial` when `key` changes. */
export const useStateFor = <T>(
  key: string,
  initial: T,
): [T, (change: (now: T) => T) => void] => {
  const [state, setState] = useState({ key, value: initial })
  const isCurrent = state.key === key
  // React renders again right away, and nothing of the old key is shown.
  if (!isCurrent) setState({ key, value: initial })

  const change = (compute: (now: T) => T) =>
    setState((now) => {
      const before = now.key === key ? now.value : initial
      return { key, value: compute(before) }
    })
  return [isCurrent ? state.value : initial, change]
}
