import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from './log.ts'

type Step = { name: string; run: () => Promise<unknown> | unknown }

export type Shutdown = ReturnType<typeof createShutdown>

/**
 * Lists what the process must release at its end, within a limit in ms. A
 * failing step doesn't stop the others.
 */
export function createShutdown(log: Logger, limit = 9_000) {
  const steps: Step[] = []
  const stopping = new AbortController()
  let isReady = false
  let ending: Promise<boolean> | null = null

  const release = async (): Promise<boolean> => {
    isReady = false
    stopping.abort()
    let isClean = true
    for (const { name, run } of steps.toReversed()) {
      try {
        await run()
      } catch (err) {
        isClean = false
        log.error({ err }, `could not release ${name}`)
      }
    }
    return isClean
  }

  return {
    /** Turns false first, so that load balancers stop sending requests. */
    get isReady() {
      return isReady
    },
    /** Aborted first, so that long work in progress ends. */
    signal: stopping.signal,
    add: (name: string, run: Step['run']) => void steps.push({ name, run }),
    ready: () => {
      isReady = true
    },
    /**
     * Releases everything, newest first; a second call joins the first. True if
     * nothing failed and nothing hung.
     */
    end: () => {
      ending ??= Promise.race([release(), pause(limit, false)])
      return ending
    },
  }
}

/**
 * Ends the process on SIGTERM and SIGINT within 10 s; exit code 1 if not
 * everything was released.
 */
export function endOnSignals(shutdown: Shutdown, log: Logger): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      log.info({ signal }, 'ending')
      const isClean = await shutdown.end()
      log.info({ isClean }, 'ended')
      process.exit(isClean ? 0 : 1)
    })
  }
}

/** Stops on the first call; later calls wait for the same end. */
export function once(stop: () => Promise<void>) {
  let stopping: Promise<void> | undefined
  return () => {
    stopping ??= stop()
    stopping.catch(() => undefined) // reported where it is awaited
    return stopping
  }
}
