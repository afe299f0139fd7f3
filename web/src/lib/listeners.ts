/** A set of listeners, called in the order of subscription. */
export const createListeners = () => {
  const listeners = new Set<() => void>()
  return {
    /** Returns the function that unsubscribes. */
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    notify: () => {
      for (const listener of listeners) listener()
    },
  }
}
