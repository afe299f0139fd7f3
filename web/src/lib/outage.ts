import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

/** The global alert of spec.md §2. */
export const outageText =
  'Unable to fetch data, please try again later or contact support team!'

/** While the server can't be reached. */
export const disconnectedText = 'Can’t connect. Trying again…'

/** The part of a query that matters here. */
type QueryLike = { isActive: () => boolean }

/** Queries whose last attempt failed through no fault of the user. */
const failing = new Map<QueryLike, 'SCREEN' | 'POLL'>()
let isDisconnected = false
const { subscribe, notify } = createListeners()

/** Called by the query client when a query failed. */
export const startOutage = (
  query: QueryLike,
  kind: 'SCREEN' | 'POLL' = 'SCREEN',
) => {
  failing.set(query, kind)
  notify()
}

/**
 * Called by the query client when a query succeeded. Failed queries that no
 * screen shows any more are dropped too.
 */
export const endOutage = (query: QueryLike) => {
  for (const each of failing.keys())
    if (each === query || !each.isActive()) failing.delete(each)
  notify()
}

const reconnection = createListeners()

/**
 * Registers what to retry when the server can be reached again. Returns a
 * function that stops it.
 */
export const onReconnect = reconnection.subscribe

/** Called when the server wasn't reached. */
export const reportDisconnected = () => {
  isDisconnected = true
  notify()
}

/**
 * Called by the query client once the answer of a query is stored, and when a
 * write is answered; `hadFailed` when the same query failed before. Runs what
 * waits for the connection.
 */
export const reportConnected = (hadFailed = false) => {
  if (!isDisconnected && !hadFailed) return
  isDisconnected = false
  notify()
  reconnection.notify()
}

/** Why data is missing or out of date, in one line; null if all is well. */
export const outageNotice = (): string | null => {
  if (isDisconnected) return disconnectedText
  const kinds = [...failing.values()]
  if (kinds.includes('SCREEN')) return outageText
  return kinds.includes('POLL') ? disconnectedText : null
}

export const useOutageNotice = () =>
  useSyncExternalStore(subscribe, outageNotice)
