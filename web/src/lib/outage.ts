import { useSyncExternalStore } from 'react'

/** The global alert of spec.md §2. */
export const outageText = 'Unable to fetch data, please try again later or contact support team!'

/** As much of a query as is asked here: whether a screen shows it. */
type Watched = { isActive: () => boolean }

const failing = new Set<Watched>()
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** Said by the query client: this query failed for no fault of the user. */
export const startOutage = (query: Watched) => {
  failing.add(query)
  tell()
}

/** Said by the query client: this query has its answer. What failed and is on no screen any more is forgotten with it. */
export const endOutage = (query: Watched) => {
  for (const each of failing) if (each === query || !each.isActive()) failing.delete(each)
  tell()
}

let isAway = false
const waiting = new Set<() => void>()

/** Said where the server was not reached at all: the next answer to anything tells that it is back. */
export const sayAway = () => {
  isAway = true
}

/** Said with an answer; `hadFailed` when the same was asked in vain before. Tells those who wait when it was away. */
export const sayAnswered = (hadFailed: boolean) => {
  if (!isAway && !hadFailed) return
  isAway = false
  for (const again of waiting) again()
}

/** Hears that the server answers again; nothing is asked for it, some query or poll found it out. */
export const onBack = (again: () => void) => {
  waiting.add(again)
  return () => {
    waiting.delete(again)
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** True while something on the screen could not be read, whatever else could. */
export const isOut = () => failing.size > 0

export const useOutage = () => useSyncExternalStore(subscribe, isOut)
