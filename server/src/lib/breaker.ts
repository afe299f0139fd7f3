/** Stops asking a neighbour that keeps failing, so that nobody waits for what will not come. */
export type Breaker = {
  /** False while the neighbour is left alone. True lets one try through after the rest, and everybody while it is well. */
  mayAsk: () => boolean
  succeeded: () => void
  failed: () => void
}

type Options = {
  /** So many failures in a row open it. */
  failures: number
  restMs: number
  /** Milliseconds that never run backwards. */
  clock: () => number
}

/** Opens after `failures` failures in a row, for `restMs`; then one try decides whether it closes or rests again. */
export function makeBreaker({ failures, restMs, clock }: Options): Breaker {
  let inARow = 0
  let restsUntil = Number.NEGATIVE_INFINITY

  return {
    mayAsk: () => {
      if (inARow < failures) return true
      if (clock() < restsUntil) return false
      restsUntil = clock() + restMs // for all who come while this one tries
      return true
    },
    succeeded: () => {
      inARow = 0
    },
    failed: () => {
      inARow++
      if (inARow >= failures) restsUntil = clock() + restMs
    },
  }
}
