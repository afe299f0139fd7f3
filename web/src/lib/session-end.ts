import { createListeners } from './listeners.ts'

/** `onSessionEnd` listens for the end of the session; `call` reports it on 401 and 403 (spec.md §4). */
export const { subscribe: onSessionEnd, notify: endSession } = createListeners()
