import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

/** A button that a toast shows for a while. */
export type ToastAction = { label: string; run: () => void }

export type Toast = {
  id: number
  tone: 'success' | 'warning' | 'failure'
  message: string
  /** A second, dimmed line: what was changed. */
  detail?: string
  /** Milliseconds until it hides; null if it stays until dismissed. */
  duration: number | null
  action?: ToastAction
}

/** From spec.md §9. */
const successDuration = 2000
/**
 * How long a toast offers its action, from the start of the call: as long as
 * the server accepts it.
 */
export const actionDuration = 10_000
const maxToasts = 4

/** The toasts, oldest first. */
export const createToasts = () => {
  let toasts: readonly Toast[] = []
  let lastId = 0
  const { subscribe, notify } = createListeners()
  const set = (next: readonly Toast[]) => {
    toasts = next
    notify()
  }
  const add = (
    tone: Toast['tone'],
    message: string,
    duration: number | null,
    more: Partial<Toast> = {},
  ) => {
    lastId += 1
    // One success at a time, so that the strip of messages stays one line high
    // and the page above it doesn't move.
    const kept =
      tone === 'success'
        ? toasts.filter((each) => each.tone !== 'success')
        : toasts
    set([...kept, { ...more, id: lastId, tone, message, duration }])
    return lastId
  }
  return {
    success: (message: string, detail?: string) =>
      add('success', message, successDuration, detail ? { detail } : {}),
    /** A success with an action, shown for `duration` milliseconds. */
    offer: (
      message: string,
      action: ToastAction,
      duration: number,
      detail?: string,
    ) =>
      add('success', message, duration, { action, ...(detail && { detail }) }),
    warning: (message: string) => add('warning', message, null),
    failure: (message: string) => add('failure', message, null),
    dismiss: (id: number) => set(toasts.filter((toast) => toast.id !== id)),
    list: () => toasts,
    subscribe,
  }
}

/**
 * The portal's toasts. `query-client.ts` shows the outcome of calls; other code
 * shows only what no call reports.
 */
export const toast = createToasts()

/**
 * The visible toasts: at most four, oldest first, with one place reserved for
 * those that hide automatically.
 */
export const visibleToasts = (toasts: readonly Toast[]): readonly Toast[] => {
  const stays = toasts.filter(({ duration }) => duration === null)
  const passing = toasts.filter(({ duration }) => duration !== null)
  const room = passing.length === 0 ? maxToasts : maxToasts - 1
  const hidden = stays.slice(room)
  return toasts.filter((each) => !hidden.includes(each)).slice(0, maxToasts)
}

export const useToasts = () =>
  visibleToasts(useSyncExternalStore(toast.subscribe, toast.list))
