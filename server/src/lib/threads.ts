import { isMainThread, parentPort, type ResourceLimits, Worker } from 'node:worker_threads'
import type { ErrorCode, Problem } from '@portal/contract/lib/errors'
import { AppError, unavailable } from './errors.ts'
import { createFairQueue, type Sender } from './fair-queue.ts'

/** What a thread is told, and what it answers: what it made, what it refuses, or what went wrong. */
type Answer<Result> =
  | { kind: 'made'; result: Result }
  | { kind: 'refused'; code: ErrorCode; message: string; details: Problem[] | undefined }
  | { kind: 'failed'; message: string }

type Sizes = {
  /** The file that calls `serveThread`. */
  file: URL
  /** Threads at most: in all, per company and per person. They start when there is work, and stay. */
  total: number
  perCompany: number
  perPerson: number
  /** Orders that one person can have waiting; the next is refused with 429 and this message. */
  waitingPerPerson: number
  message: string
  /** A thread that works for longer is ended. */
  limitMs: number
  /** The memory that a thread may fill with values of JavaScript, in MB. */
  memoryMb: number
}

/** How work ended that was not to be ended otherwise. */
type Overrun = 'time' | 'memory'

export type Threads<Order, Result> = {
  /** Does the work on a thread. `overrun` says what an order is answered that takes too much time or memory. */
  run: (order: Order, overrun: (of: Overrun) => Error, sender: Sender, signal?: AbortSignal) => Promise<Result>
  /** Ends the threads; work under way fails. */
  stop: () => Promise<void>
}

/**
 * Threads for work that may take long or be made to: reading what others wrote. The portal's own thread goes on
 * meanwhile, and what never ends is ended. A thread that dies takes its one order with it (503), and no other.
 */
export function makeThreads<Order, Result>(sizes: Sizes): Threads<Order, Result> {
  const { file, limitMs, memoryMb, ...limits } = sizes
  const queue = createFairQueue(limits)
  const idle: Worker[] = []
  const all = new Set<Worker>()
  let isStopped = false

  const start = () => {
    const resourceLimits: ResourceLimits = { maxOldGenerationSizeMb: memoryMb }
    const worker = new Worker(file, { resourceLimits, execArgv: [], env: {}, stdin: false })
    worker.unref()
    all.add(worker)
    worker.on('error', () => undefined) // told to whoever waits for it; an idle one is just gone
    worker.once('exit', () => {
      all.delete(worker)
      const place = idle.indexOf(worker)
      if (place >= 0) idle.splice(place, 1)
    })
    return worker
  }

  const ask = async (worker: Worker, order: Order, overrun: (of: Overrun) => Error): Promise<Result> => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer<Result>>()
    const late = setTimeout(() => reject(overrun('time')), limitMs)
    const onError = (error: unknown) =>
      reject(isOutOfMemory(error) ? overrun('memory') : unavailable('This could not be read, try again', error))
    const onExit = (code: number) => reject(unavailable('This could not be read, try again', `thread ended: ${code}`))
    worker.once('message', resolve).once('error', onError).once('exit', onExit)
    try {
      worker.postMessage(order)
      return made(await promise)
    } finally {
      clearTimeout(late)
      worker.off('message', resolve).off('error', onError).off('exit', onExit)
    }
  }

  return {
    run: async (order, overrun, sender, signal) => {
      const leave = await queue.enter(sender, signal)
      try {
        if (isStopped) throw unavailable('The portal is ending, try again')
        const worker = idle.pop() ?? start()
        let isWell = false
        try {
          const result = await ask(worker, order, overrun)
          isWell = true
          return result
        } catch (error) {
          isWell = error instanceof Refused
          throw error instanceof Refused ? error.refusal : error
        } finally {
          if (isWell && all.has(worker)) idle.push(worker)
          else await worker.terminate()
        }
      } finally {
        leave()
      }
    },
    stop: async () => {
      isStopped = true
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

/** What the thread itself answered: it is well, and can be asked again. */
class Refused extends Error {
  readonly refusal: Error

  constructor(refusal: Error) {
    super(refusal.message)
    this.refusal = refusal
  }
}

function made<Result>(answer: Answer<Result>): Result {
  if (answer.kind === 'made') return answer.result
  throw new Refused(answer.kind === 'refused' ? refusalIn(answer) : new Error(answer.message))
}

const refusalIn = ({ code, message, details }: Extract<Answer<never>, { kind: 'refused' }>) =>
  new AppError(code, message, details && { details })

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** The thread's side: does each order that comes. */
export function serveThread<Order, Result>(work: (order: Order) => Promise<Result>): void {
  const port = parentPort
  if (isMainThread || !port) throw new Error('This file is for a thread of its own')
  port.on('message', async (order: Order) => {
    port.postMessage(await answerTo(work, order))
  })
}

async function answerTo<Order, Result>(work: (order: Order) => Promise<Result>, order: Order): Promise<Answer<Result>> {
  try {
    return { kind: 'made', result: await work(order) }
  } catch (error) {
    if (error instanceof AppError)
      return { kind: 'refused', code: error.code, message: error.message, details: error.details }
    return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
