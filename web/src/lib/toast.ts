import { useSyncExternalStore } from 'react'

/** One thing told; `standsFor` is milliseconds, null until dismissed. */
export type Toast = {
  id: number
  tone: 'success' | 'warning' | 'failure'
  message: string
  /** What it was done to: a second, quiet line. */
  detail?: string
  standsFor: number | null
}

/** Milliseconds a success stands, and how many toasts stand at once (spec.md §9). */
const successStands = 2000
const mostToasts = 4

/** Toasts in order of time. */
export const createToasts = () => {
  let toasts: readonly Toast[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const set = (next: readonly Toast[]) => {
    toasts = next
    for (const listener of listeners) listener()
  }
  const add = (tone: Toast['tone'], message: string, standsFor: number | null, detail?: string) => {
    lastId += 1
    set([...toasts, { id: lastId, tone, message, standsFor, ...(detail && { detail }) }])
    return lastId
  }
  return {
    success: (message: string, detail?: string) => add('success', message, successStands, detail),
    warning: (message: string) => add('warning', message, null),
    failure: (message: string) => add('failure', message, null),
    dismiss: (id: number) => set(toasts.filter((toast) => toast.id !== id)),
    standing: () => toasts,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** The portal's toasts. `query-client.ts` tells the outcome of calls; only what is no call says something here itself. */
export const toast = createToasts()

/** The visible toasts: at most four, oldest first, with one place reserved for those that hide automatically. */
export const shownOf = (toasts: readonly Toast[]): readonly Toast[] => {
  const stays = toasts.filter(({ standsFor }) => standsFor === null)
  const passing = toasts.filter(({ standsFor }) => standsFor !== null)
  const hidden = stays.slice(Math.max(mostToasts - passing.length, mostToasts - 1))
  return toasts.filter((each) => !hidden.includes(each)).slice(0, mostToasts)
}

export const useToasts = () => shownOf(useSyncExternalStore(toast.subscribe, toast.standing))
