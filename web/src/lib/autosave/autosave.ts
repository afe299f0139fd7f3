import type { DraftOptions } from './draft-options.ts'
import { hasUnsaved } from './draft-state.ts'
import type { DraftStore } from './draft-store.ts'
import { type Keys, saveRecords } from './save-records.ts'

const defaultRest = () => 800

const createTimer = () => {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    restart: (work: () => void, milliseconds: number) => {
      clearTimeout(timer)
      timer = setTimeout(work, milliseconds)
    },
    stop: () => clearTimeout(timer),
  }
}

/**
 * When a draft is saved: after a rest in typing, on demand, when its page is
 * left, and again after a while if the server is away.
 */
export const createAutosave = (store: DraftStore, options: DraftOptions) => {
  const { autosaves, pauses, restOf = defaultRest, runInTurn } = options
  const timer = createTimer()
  let failures = 0
  let isClosed = false
  /**
   * The pass over all records that waits for its turn: it will include what is
   * typed until it starts.
   */
  let waiting: Promise<void> | null = null

  const pass = async (keys: Keys) => {
    try {
      await runInTurn(async () => {
        if (keys === 'all') waiting = null
        if (!store.isAbandoned()) await saveRecords(store, options, keys)
      })
      failures = 0
    } catch (error) {
      failures += 1
      const pause = pauses[Math.min(failures, pauses.length) - 1]
      const isAway = store.get().saving === 'away'
      if (isAway && autosaves && !isClosed && pause !== undefined)
        timer.restart(saveQuietly, pause)
      throw error
    }
  }
  /** Saves these records; throws the error that stopped it. */
  const save = (keys: Keys): Promise<void> => {
    timer.stop()
    if (keys !== 'all') return pass(keys)
    waiting ??= pass('all')
    return waiting
  }
  /** The state tells about a failure. */
  const saveQuietly = () => void save('all').catch(() => null)
  const saveNow = () => {
    if (autosaves && hasUnsaved(store.get())) saveQuietly()
  }

  return {
    save,
    saveNow,
    saveSoon: (names: readonly string[]) => {
      if (autosaves) timer.restart(saveQuietly, Math.min(...names.map(restOf)))
    },
    retry: saveQuietly,
    open: () => {
      isClosed = false
      saveNow()
    },
    /**
     * Leaves the page; `isSignedIn` tells whether the user is still signed in.
     */
    close: (isSignedIn: boolean) => {
      isClosed = true
      timer.stop()
      if (isSignedIn) saveNow()
    },
  }
}
