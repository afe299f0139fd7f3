import { CallError, hasStatus, isOutage, problemsOf } from '../call-error.ts'
import type { DraftStorage } from '../kept-text.ts'
import { createListeners } from '../listeners.ts'
import * as drafts from './draft-state.ts'
import {
  acceptTheirs,
  type Edits,
  keepMine,
  noEdits,
  readyToSave,
  refuse,
  settle,
  stopSending,
  type TypedValues,
  typeInto,
  type Values,
} from './edits.ts'

export type DraftServer = {
  /** The newest snapshot that the page has read by other means. */
  latest: () => drafts.Snapshot | undefined
  read: () => Promise<drafts.Snapshot>
  /** Adds or updates one record; resolves to the record as saved. */
  save: (
    record: drafts.DraftRecord,
    values: Values,
    version: number,
  ) => Promise<{ version: number; id: string; values: Values }>
}

/** Where a draft is saved. */
export type DraftTarget<Server = DraftServer> = {
  server: Server
  storage: DraftStorage<drafts.StoredDraft>
  /** Runs one write after another. */
  runInTurn: <T>(work: () => Promise<T>) => Promise<T>
}

type DraftOptions = DraftTarget & {
  readOf: drafts.ReadOf
  /** Whether it saves by itself; otherwise people save. */
  autosaves: boolean
  /**
   * Milliseconds between retries while the server is away. Without any it waits
   * for the connection to return.
   */
  pauses: readonly number[]
  /** Milliseconds without typing before a field is saved. */
  restOf?: (name: string) => number
  /**
   * Whether the server would accept this record now; by default it would. What
   * it wouldn't accept stays typed.
   */
  canSave?: (record: drafts.DraftRecord) => boolean
  /** For a draft whose records can be added and deleted. */
  list?: {
    blank: Values
    /** Whether the server would accept a new record with these values. */
    canAdd: (values: Values) => boolean
    remove: (id: string, version: number) => Promise<{ version: number }>
  }
}

/** The records to save, by key. */
type Keys = 'all' | readonly string[]

const maxMerges = 5

/**
 * A draft that people type into: it saves one record at a time, merges what
 * others saved meanwhile, and stores in this browser what the server doesn't
 * have yet. `initial` may carry more state of a screen, which is left alone.
 */
export const createDraft = <S extends drafts.DraftState>(
  initial: S,
  options: DraftOptions,
) => {
  const {
    server,
    storage,
    readOf,
    autosaves,
    pauses,
    restOf = () => 800,
    list,
    runInTurn,
  } = options
  const { canSave = () => true } = options
  let state = initial
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isClosed = false
  let isAbandoned = false
  const { subscribe, notify } = createListeners()

  const set = (next: S) => {
    if (next === state) return
    const isTyping = next.draftRecords !== state.draftRecords
    state = next
    if (isTyping && !isAbandoned)
      storage.write(drafts.unsavedOf(state.draftRecords))
    notify()
  }
  const update = (
    key: string,
    change: (record: drafts.DraftRecord) => Partial<drafts.DraftRecord>,
  ) =>
    set({
      ...state,
      draftRecords: state.draftRecords.map((record) =>
        record.key === key ? { ...record, ...change(record) } : record,
      ),
    })
  const updateEdits = (key: string, change: (edits: Edits) => Edits) =>
    update(key, ({ edits }) => ({ edits: change(edits) }))

  /** Merges a newer snapshot; an older one changes nothing. */
  const adopt = ({ version, records }: drafts.Snapshot) => {
    if (version > state.version)
      set({
        ...state,
        version,
        draftRecords: drafts.mergeSnapshot(state.draftRecords, records, readOf),
      })
  }
  const adoptLatest = () => {
    const latest = server.latest()
    if (latest) adopt(latest)
  }

  const findNextToSave = (keys: Keys) => {
    for (const record of state.draftRecords) {
      const isIncluded =
        !record.isGone && (keys === 'all' || keys.includes(record.key))
      const ready = isIncluded
        ? readyToSave(record.edits, readOf(record.key))
        : null
      if (!ready) continue
      const isAccepted =
        record.id === null ? list?.canAdd(ready.values) : canSave(record)
      if (isAccepted) return { record, ...ready }
    }
    return null
  }
  const saveRecord = async ({
    record,
    values,
    typed,
  }: NonNullable<ReturnType<typeof findNextToSave>>) => {
    const { key } = record
    updateEdits(key, (edits) => ({ ...edits, sending: typed }))
    const saved = await server.save(record, values, state.version)
    // A newer snapshot may have arrived first: it was merged already, and may
    // have brought a new record under its id.
    const isCurrent = saved.version >= state.version
    set({
      ...state,
      version: Math.max(state.version, saved.version),
      draftRecords: state.draftRecords.filter(
        (one) => one.key === key || one.id !== saved.id,
      ),
    })
    update(key, ({ edits }) => ({
      id: saved.id,
      edits: isCurrent
        ? settle(edits, saved.values, readOf(key))
        : stopSending(edits),
    }))
  }
  /**
   * Sets refused fields aside and merges after a stale version (412); throws
   * every other error.
   */
  const recover = async (key: string, error: unknown, mayRetry: boolean) => {
    const edits = drafts.findRecord(state, key)?.edits
    const refused =
      edits && hasStatus(error, 400) ? refuse(edits, problemsOf(error)) : null
    updateEdits(key, (current) => refused ?? stopSending(current))
    if (mayRetry && refused) return
    if (!mayRetry || !hasStatus(error, 412)) throw error
    adopt(await server.read())
  }
  const stop = (error: unknown) => {
    const halt =
      error instanceof CallError ? error.message : 'Something went wrong'
    set({
      ...state,
      ...(isOutage(error)
        ? { saving: 'away', halt: null }
        : { saving: 'halted', halt }),
    })
    throw error
  }
  const saveRecords = async (keys: Keys) => {
    adoptLatest()
    let merges = 0
    for (let next = findNextToSave(keys); next; next = findNextToSave(keys)) {
      set({ ...state, saving: 'saving', halt: null })
      try {
        await saveRecord(next)
      } catch (error) {
        merges += 1
        await recover(next.record.key, error, merges <= maxMerges).catch(stop)
      }
    }
    if (state.saving !== 'halted') set({ ...state, saving: 'idle' })
  }
  /**
   * The pass over all records that waits for its turn: it will include what is
   * typed until it starts.
   */
  let waiting: Promise<void> | null = null

  const pass = async (keys: Keys) => {
    try {
      await runInTurn(async () => {
        if (keys === 'all') waiting = null
        if (!isAbandoned) await saveRecords(keys)
      })
      failures = 0
    } catch (error) {
      failures += 1
      const pause = pauses[Math.min(failures, pauses.length) - 1]
      if (
        state.saving === 'away' &&
        autosaves &&
        !isClosed &&
        pause !== undefined
      )
        saveAfter(pause)
      throw error
    }
  }

  /** Saves these records; throws the error that stopped it. */
  const save = (keys: Keys): Promise<void> => {
    clearTimeout(timer)
    if (keys !== 'all') return pass(keys)
    waiting ??= pass('all')
    return waiting
  }
  /** The state tells about a failure. */
  const saveQuietly = () => void save('all').catch(() => null)
  const saveAfter = (pause: number) => {
    clearTimeout(timer)
    timer = setTimeout(saveQuietly, pause)
  }
  const saveSoon = (names: readonly string[]) => {
    if (autosaves) saveAfter(Math.min(...names.map(restOf)))
  }
  const saveNow = () => {
    if (autosaves && drafts.hasUnsaved(state)) saveQuietly()
  }
  const removeOnServer = async (id: string) => {
    try {
      return await list?.remove(id, state.version)
    } catch (error) {
      if (hasStatus(error, 412)) adopt(await server.read())
      throw error
    }
  }

  return {
    get: () => state,
    set,
    subscribe,
    adopt,

    type: (key: string, typed: TypedValues) => {
      updateEdits(key, (edits) =>
        Object.entries(typed).reduce(
          (next, [name, value]) => typeInto(next, name, value, readOf(key)),
          edits,
        ),
      )
      saveSoon(Object.keys(typed))
    },
    keepMine: (key: string, name: string) => {
      updateEdits(key, (edits) => keepMine(edits, name))
      saveNow()
    },
    acceptTheirs: (key: string, name: string) =>
      updateEdits(key, (edits) => acceptTheirs(edits, name)),
    /** Drops what was typed into one record. */
    discard: (key: string) => {
      updateEdits(key, ({ base }) => noEdits(base))
      set({ ...state, saving: 'idle', halt: null })
    },
    discardAll: () =>
      set({
        ...state,
        draftRecords: state.draftRecords
          .filter(({ id }) => id !== null)
          .map((record) => ({ ...record, edits: noEdits(record.edits.base) })),
      }),

    /** Adds an empty record and returns its key. */
    add: () => {
      let n = state.draftRecords.length
      while (drafts.findRecord(state, `new-${n}`)) n += 1
      const record: drafts.DraftRecord = {
        key: `new-${n}`,
        id: null,
        isGone: false,
        edits: noEdits(list?.blank ?? {}),
      }
      set({ ...state, draftRecords: [...state.draftRecords, record] })
      return record.key
    },
    remove: (key: string) =>
      runInTurn(async () => {
        adoptLatest()
        const record = drafts.findRecord(state, key)
        const removed =
          record && record.id !== null && !record.isGone
            ? await removeOnServer(record.id)
            : null
        set({
          ...state,
          version: removed?.version ?? state.version,
          draftRecords: state.draftRecords.filter((one) => one.key !== key),
        })
      }),
    /**
     * Adds a record again that someone else deleted, with everything that was
     * in it.
     */
    addAgain: (key: string) => {
      update(key, ({ edits }) => {
        const all = Object.entries({ ...edits.base, ...edits.typed })
        const typed = all.map(
          ([name, value]) =>
            [name, typeof value === 'number' ? String(value) : value] as const,
        )
        return {
          id: null,
          isGone: false,
          edits: {
            ...noEdits(list?.blank ?? {}),
            typed: Object.fromEntries(typed),
          },
        }
      })
      saveSoon([''])
    },

    save,
    saveNow,
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
      clearTimeout(timer)
      if (isSignedIn) saveNow()
    },
    /**
     * The edited item itself was discarded: nothing is saved or stored any
     * more.
     */
    abandon: () => {
      isAbandoned = true
      storage.write(null)
    },
  }
}
export type Draft<S extends drafts.DraftState = drafts.DraftState> = ReturnType<
  typeof createDraft<S>
>
