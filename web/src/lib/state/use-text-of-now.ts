import { useSyncExternalStore } from 'react'

const refreshMs = 10_000

const subscribe = (onChange: () => void) => {
  const timer = setInterval(onChange, refreshMs)
  return () => clearInterval(timer)
}

/**
 * A text that depends on the time, read again while the component is shown. It
 * is rendered only when it changes.
 */
export const useTextOfNow = (write: (now: Date) => string): string =>
  useSyncExternalStore(subscribe, () => write(new Date()))
