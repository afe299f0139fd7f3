import type { SlvAction } from '@portal/contract/slv/transitions'
import { useSyncExternalStore } from 'react'
import { createListeners } from '../../lib/listeners.ts'

/** An SLV in the list that this person works through. */
type QueuePlace = {
  id: string
  place: number
  /** The list, with its filters. */
  list: { path: string; search: Record<string, string>; label: string }
}
/** `done` says what happened: 'Approved', 'Reassigned'. */
type LastChange = QueuePlace & { done: string }

const { subscribe, notify } = createListeners()
let here: QueuePlace | null = null
let change: LastChange | null = null

const set = (next: LastChange | null) => {
  change = next
  notify()
}

/**
 * Records which SLV of a list is open, and clears the message about the
 * previous one.
 */
export const openInQueue = (place: QueuePlace) => {
  here = place
  if (change && change.id !== place.id) set(null)
}

/**
 * Records that this user is done with an SLV, so that the next one is offered.
 */
export const reportMove = (id: string, done: string) => {
  if (here?.id === id) set({ ...here, done })
}

export const forgetMove = () => set(null)

/** What a seller has just sent, which the page of the SLV confirms. */
type Sent = { id: string; action: SlvAction }

const sentListeners = createListeners()
let sent: Sent | null = null

const setSent = (next: Sent | null) => {
  sent = next
  sentListeners.notify()
}

/** Records that a seller sent something, so that the page confirms it. */
export const recordSent = (id: string, action: SlvAction) =>
  setSent({ id, action })

export const clearSent = () => setSent(null)

export const useSent = () =>
  useSyncExternalStore(sentListeners.subscribe, () => sent)

export const useLastChange = () => useSyncExternalStore(subscribe, () => change)
