import { useSyncExternalStore } from 'react'

/** The global alert of spec.md §2. */
export const outageText = 'Unable to fetch data, please try again later or contact support team!'

let isOut = false
const listeners = new Set<() => void>()

/** Called by the query client: a query failed for no fault of the user, or one succeeded. */
export const setOutage = (out: boolean) => {
  if (out === isOut) return
  isOut = out
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** True while queries fail; false again as soon as one succeeds. */
export const useOutage = () => useSyncExternalStore(subscribe, () => isOut)
