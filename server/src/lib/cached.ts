/** A value that is asked for often and changes seldom. */
export type Cached<T> = {
  get: () => Promise<T>
  /** Forgets it, and an answer that is still on its way with it: the next `get` asks anew. */
  drop: () => void
}

type Held<T> = { value: Promise<T>; since: number }

/**
 * Holds what `load` answered for at most `ttl` ms, counted from when it was asked. All who ask meanwhile share one
 * answer. A failure is told to those who wait for it and is not held. `clock` in ms, monotonic.
 */
export function cached<T>(
  load: () => Promise<T>,
  ttl: number,
  clock: () => number = () => performance.now(),
): Cached<T> {
  let held: Held<T> | null = null
  return {
    get: () => {
      if (held && clock() - held.since < ttl) return held.value
      const fresh: Held<T> = { value: load(), since: clock() }
      held = fresh
      fresh.value.catch(() => {
        if (held === fresh) held = null
      })
      return fresh.value
    },
    drop: () => {
      held = null
    },
  }
}
