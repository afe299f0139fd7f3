/**
 * Caches what `load` answers for `ttl` ms, counted from the request; concurrent callers share one load, and failures are not
 * cached. `clock` is in ms, monotonic.
 */
export function cached<T>(load: () => Promise<T>, ttl: number, clock: () => number = () => performance.now()) {
  let stored: { value: Promise<T>; since: number } | null = null
  return {
    get: (): Promise<T> => {
      if (stored && clock() - stored.since < ttl) return stored.value
      const fresh = { value: load(), since: clock() }
      stored = fresh
      fresh.value.catch(() => {
        if (stored === fresh) stored = null
      })
      return fresh.value
    },
    /** Discards the value, also one that is still loading. */
    drop: () => {
      stored = null
    },
  }
}
