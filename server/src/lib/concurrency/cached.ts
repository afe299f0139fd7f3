/**
 * Caches the result of `load` for `ttl` ms from the request; concurrent callers
 * share a load, and failures are not cached.
 */
export function cached<T>(
  load: () => Promise<T>,
  ttl: number,
  clock: () => number = () => performance.now(),
) {
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
    drop: () => {
      stored = null
    },
  }
}
