type Options = {
  /** So many failures in a row open it. */
  failures: number
  restMs: number
  /** Milliseconds that never run backwards. */
  clock: () => number
  /** Whether an error is a failure of the neighbor; a refusal is an answer. */
  isFailure: (error: unknown) => boolean
  /** What callers get instead of an answer while it is open, by the last failure. */
  refusalOf: (failure: unknown) => Error
}

/** Runs calls to a neighbor, and stops asking one that keeps failing, so that nobody waits for what will not come. */
export type Breaker = <T>(ask: () => Promise<T>) => Promise<T>

/**
 * Opens after `failures` failures in a row, for `restMs`; then the next call is the trial. Calls that come meanwhile wait
 * for it, and go through or are refused by its result.
 */
export function makeBreaker({ failures, restMs, clock, isFailure, refusalOf }: Options): Breaker {
  let inARow = 0
  let restsUntil = Number.NEGATIVE_INFINITY
  let lastFailure: unknown
  let trial: Promise<unknown> | undefined

  const isOpen = () => inARow >= failures

  const attempt = async <T>(ask: () => Promise<T>): Promise<T> => {
    try {
      const answer = await ask()
      inARow = 0
      return answer
    } catch (error) {
      if (isFailure(error)) {
        inARow++
        lastFailure = error
        if (isOpen()) restsUntil = clock() + restMs
      } else inARow = 0
      throw error
    }
  }

  return async (ask) => {
    if (isOpen() && clock() < restsUntil) throw refusalOf(lastFailure)
    if (isOpen() && trial) {
      await trial.catch(() => undefined)
      if (isOpen()) throw refusalOf(lastFailure)
    } else if (isOpen()) {
      const own = attempt(ask)
      trial = own
      return own.finally(() => {
        trial = undefined
      })
    }
    return attempt(ask)
  }
}
