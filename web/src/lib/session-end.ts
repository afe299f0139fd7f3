const listeners = new Set<() => void>()

/** Tells when the server no longer knows the session. Returns the way to stop listening. */
export const onSessionEnd = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Said by `call` on 401 and 403 (spec.md §4). */
export const endSession = () => {
  for (const listener of listeners) listener()
}
