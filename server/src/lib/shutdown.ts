import type { Logger } from './log.ts'

type Step = { name: string; run: () => Promise<unknown> | unknown }

/** How a process ends. `isReady` turns false first, so that a balancer looks elsewhere while the rest finishes. */
export type Shutdown = {
  readonly isReady: boolean
  /** What is opened first is released last. */
  add: (name: string, run: Step['run']) => void
  /** Says that everything is open. */
  ready: () => void
  /** Releases everything, newest first; a second call joins the first. True when nothing failed and nothing hung. */
  end: () => Promise<boolean>
}

/** Makes the list of what must be released. A step that fails or hangs past the limit (ms) does not stop the others. */
export function makeShutdown(log: Logger, limit = 9_000): Shutdown {
  const steps: Step[] = []
  let isReady = false
  let ending: Promise<boolean> | null = null

  const release = async (): Promise<boolean> => {
    isReady = false
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

  const end = async (): Promise<boolean> => {
    const late = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => late.resolve(false), limit)
    try {
      return await Promise.race([release(), late.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    get isReady() {
      return isReady
    },
    add: (name, run) => void steps.push({ name, run }),
    ready: () => {
      isReady = true
    },
    end: () => {
      ending ??= end()
      return ending
    },
  }
}

/** Ends the process on SIGTERM and SIGINT within 10 s; exit code 1 when something had to be left. */
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
