import { hasStatus } from '../call-error.ts'
import { createAutosave } from './autosave.ts'
import type { DraftOptions } from './draft-options.ts'
import { type DraftRecord, type DraftState, findRecord } from './draft-state.ts'
import { createDraftStore, type DraftStore } from './draft-store.ts'
import {
  acceptTheirs,
  type Edits,
  keepMine,
  noEdits,
  type TypedValues,
  typeInto,
} from './edits.ts'

/**
 * A draft that people type into: it saves one record at a time, merges what
 * others saved meanwhile, and stores in this browser what the server doesn't
 * have yet. `initial` may carry more state of a screen, which is left alone.
 */
export const createDraft = <S extends DraftState>(
  initial: S,
  options: DraftOptions,
) => {
  const store = createDraftStore(initial, options)
  const { get, set, subscribe, adopt, abandon } = store
  const { save, saveNow, saveSoon, retry, open, close } = createAutosave(
    store,
    options,
  )
  return {
    get,
    set,
    subscribe,
    adopt,
    abandon,
    save,
    saveNow,
    retry,
    open,
    close,
    ...createFieldEdits(store, options, { saveNow, saveSoon }),
    ...createRecordEdits(store, options, saveSoon),
  }
}
export type Draft<S extends DraftState = DraftState> = ReturnType<
  typeof createDraft<S>
>

type Autosave = ReturnType<typeof createAutosave>

/** Typing into the fields of a draft's records. */
const createFieldEdits = (
  store: DraftStore,
  { readOf }: DraftOptions,
  { saveNow, saveSoon }: Pick<Autosave, 'saveNow' | 'saveSoon'>,
) => ({
  type: (key: string, typed: TypedValues) => {
    store.updateEdits(key, (edits) =>
      Object.entries(typed).reduce(
        (next, [name, value]) => typeInto(next, name, value, readOf(key)),
        edits,
      ),
    )
    saveSoon(Object.keys(typed))
  },
  keepMine: (key: string, name: string) => {
    store.updateEdits(key, (edits) => keepMine(edits, name))
    saveNow()
  },
  acceptTheirs: (key: string, name: string) =>
    store.updateEdits(key, (edits) => acceptTheirs(edits, name)),
  /** Drops what was typed into one record. */
  discard: (key: string) => {
    store.updateEdits(key, ({ base }) => noEdits(base))
    store.patch({ saving: 'idle', halt: null })
  },
  discardAll: () =>
    store.patch({
      draftRecords: store
        .get()
        .draftRecords.filter(({ id }) => id !== null)
        .map((record) => ({ ...record, edits: noEdits(record.edits.base) })),
    }),
})

/** Adding and deleting the records of a draft. */
const createRecordEdits = (
  store: DraftStore,
  { server, list, runInTurn }: DraftOptions,
  saveSoon: Autosave['saveSoon'],
) => {
  const blank = list?.blank ?? {}

  const removeOnServer = async (id: string) => {
    try {
      return await list?.remove(id, store.get().version)
    } catch (error) {
      if (hasStatus(error, 412)) store.adopt(await server.read())
      throw error
    }
  }
  return {
    /** Adds an empty record and returns its key. */
    add: () => {
      const { draftRecords } = store.get()
      let n = draftRecords.length
      while (findRecord(store.get(), `new-${n}`)) n += 1
      const record: DraftRecord = {
        key: `new-${n}`,
        id: null,
        isGone: false,
        edits: noEdits(blank),
      }
      store.patch({ draftRecords: [...draftRecords, record] })
      return record.key
    },
    remove: (key: string) =>
      runInTurn(async () => {
        store.adoptLatest()
        const record = findRecord(store.get(), key)
        const id = record && !record.isGone ? record.id : null
        const removed = id === null ? null : await removeOnServer(id)
        const { version, draftRecords } = store.get()
        store.patch({
          version: removed?.version ?? version,
          draftRecords: draftRecords.filter((other) => other.key !== key),
        })
      }),
    /**
     * Adds a record again that someone else deleted, with everything that was
     * in it.
     */
    addAgain: (key: string) => {
      store.update(key, ({ edits }) => ({
        id: null,
        isGone: false,
        edits: { ...noEdits(blank), typed: allValues(edits) },
      }))
      saveSoon([''])
    },
  }
}

/** All values of a record, as if each had been typed. */
const allValues = ({ base, typed }: Edits): TypedValues =>
  Object.fromEntries(
    Object.entries({ ...base, ...typed }).map(([name, value]) => [
      name,
      typeof value === 'number' ? String(value) : value,
    ]),
  )
