import type { ErrorCode, Problem } from '@portal/contract/lib/errors'
import { Piscina } from 'piscina'
import { AppError, unavailable } from '../errors.ts'
import { createFairQueue, type Limits, type Sender } from './fair-queue.ts'

type Answer<Result> =
  | { kind: 'made'; result: Result }
  | {
      kind: 'refused'
      code: ErrorCode
      message: string
      details: Problem[] | undefined
    }
  | { kind: 'failed'; message: string }

/** Threads start when there is work. */
type Options = Limits & {
  file: URL
  limitMs: number
  /** JavaScript heap of a thread. */
  memoryMb: number
  /**
   * Ends threads that are idle this long, which frees their memory. By default,
   * they keep running.
   */
  idleMs?: number
}

type Overrun = 'time' | 'memory'

/**
 * Threads for slow work such as parsing uploads. One that dies fails only its
 * own order (503).
 */
export function openThreads<Order, Result>({
  file,
  limitMs,
  memoryMb,
  idleMs,
  ...limits
}: Options) {
  const queue = createFairQueue(limits)
  const pool = new Piscina<Order, Answer<Result>>({
    filename: file.href,
    name: 'work',
    minThreads: 0,
    maxThreads: limits.total,
    idleTimeout: idleMs ?? Number.POSITIVE_INFINITY,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    // Requests come first.
    niceIncrement: 10,
    execArgv: [],
    env: {},
  })

  const ask = async (
    order: Order,
    overrun: (of: Overrun) => Error,
  ): Promise<Answer<Result>> => {
    const late = AbortSignal.timeout(limitMs)
    try {
      return await pool.run(order, { signal: late })
    } catch (error) {
      if (late.aborted) throw overrun('time')
      throw isOutOfMemory(error)
        ? overrun('memory')
        : unavailable('This could not be processed. Try again.', error)
    }
  }

  return {
    /**
     * Does the work on a thread. `overrun` makes the error of an order that
     * takes too much time or memory.
     */
    run: async (
      order: Order,
      overrun: (of: Overrun) => Error,
      sender: Sender,
      signal?: AbortSignal,
    ) => {
      const leave = await queue.enter(sender, signal)
      try {
        return resultOf(await ask(order, overrun))
      } finally {
        leave()
      }
    },
    stop: () => pool.destroy(),
  }
}

/** Throws the error of an order that was refused or failed. */
function resultOf<Result>(answer: Answer<Result>): Result {
  if (answer.kind === 'made') return answer.result
  if (answer.kind === 'failed') throw new Error(answer.message)
  const { code, message, details } = answer
  throw new AppError(code, message, details && { details })
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ERR_WORKER_OUT_OF_MEMORY'

export const threadWork =
  <Order, Result>(work: (order: Order) => Promise<Result>) =>
  async (order: Order): Promise<Answer<Result>> => {
    try {
      return { kind: 'made', result: await work(order) }
    } catch (error) {
      if (error instanceof AppError)
        return {
          kind: 'refused',
          code: error.code,
          message: error.message,
          details: error.details,
        }
      return {
        kind: 'failed',
        message:
          error instanceof Error
            ? (error.stack ?? error.message)
            : String(error),
      }
    }
  }
