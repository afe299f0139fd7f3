import { AppError } from './errors.ts'

type Limits = {
  /** So many at a time, */
  atOnce: number
  /** and so many who wait. Who comes then is sent away. */
  waiting: number
  /** What those are told. */
  full: string
}

/** Lets work be done a few at a time, first come first served. Throws 503 with Retry-After when too many wait already. */
export const takeTurns = ({ atOnce, waiting, full }: Limits) => {
  let busy = 0
  const queue: (() => void)[] = []

  const enter = async (signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted()
    if (busy < atOnce) {
      busy++
      return
    }
    if (queue.length >= waiting) throw new AppError('unavailable', full, { retryAfterSeconds: 5 })
    const turn = Promise.withResolvers<void>()
    const giveUp = () => {
      const place = queue.indexOf(turn.resolve)
      if (place < 0) return
      queue.splice(place, 1)
      turn.reject(signal?.reason)
    }
    queue.push(turn.resolve)
    signal?.addEventListener('abort', giveUp, { once: true })
    await turn.promise
    signal?.removeEventListener('abort', giveUp)
  }

  /** The place goes on to the next who waits; nobody can slip in between. */
  const leave = () => {
    const next = queue.shift()
    if (next) next()
    else busy--
  }

  /** Waits for a place and answers how to give it back; giving it back twice does no harm. */
  return async (signal?: AbortSignal): Promise<() => void> => {
    await enter(signal)
    let isHeld = true
    return () => {
      if (isHeld) leave()
      isHeld = false
    }
  }
}
export type Turns = ReturnType<typeof takeTurns>
