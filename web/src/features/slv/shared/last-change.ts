import type { SlvStatus } from '@portal/contract/slv/status'
import { useSyncExternalStore } from 'react'
import { createListeners } from '../../../lib/listeners.ts'

/** An SLV in the list that this person works through. */
export type QueuePlace = {
  id: string
  place: number
  /** The list, with its filters. */
  list: { path: string; search: Record<string, string>; label: string }
}
type LastChange = QueuePlace & { status: SlvStatus }

const { subscribe, notify } = createListeners()
let here: QueuePlace | null = null
let change: LastChange | null = null

const set = (next: LastChange | null) => {
  change = next
  notify()
}

/** Notes which SLV of a list is open. It hides what was said about the one before. */
export const openInQueue = (place: QueuePlace) => {
  here = place
  if (change && change.id !== place.id) set(null)
}

/** Notes that this person moved an SLV to a status, after which they go on with the next one. */
export const reportMove = (id: string, status: SlvStatus) => {
  if (here?.id === id) set({ ...here, status })
}

export const forgetMove = () => set(null)

export const useLastChange = () => useSyncExternalStore(subscribe, () => change)
