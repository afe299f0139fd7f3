const maxFailures = 5
const restMs = 10_000

type Options = {
  /** Monotonic, in ms. */
  clock: () => number
  /** Whether an error means that the service failed; a refusal is a valid response. */
  isFailure: (error: unknown) => boolean
  /** The error that callers get while it is open, given the last failure. */
  refusalOf: (failure: unknown) => Error
}

/**
 * A circuit breaker: refuses calls for ten seconds after five failures in a row, then tries one. Calls during the trial
 * wait for its result.
 */
export function makeBreaker({ clock, isFailure, refusalOf }: Options) {
  let inARow = 0
  let restsUntil = Number.NEGATIVE_INFINITY
  let lastFailure: unknown
  let trial: Promise<unknown> | undefined

  const isOpen = () => inARow >= maxFailures

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

  return async <T>(ask: () => Promise<T>): Promise<T> => {
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
