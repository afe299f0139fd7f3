import { createListeners } from '../listeners.ts'
import type { DraftTarget } from './draft-options.ts'
import {
  type DraftRecord,
  type DraftState,
  findUnsaved,
  mergeSnapshot,
  type ReadOf,
  type Snapshot,
} from './draft-state.ts'
import type { Edits } from './edits.ts'

type StoreOptions = Pick<DraftTarget, 'server' | 'storage'> & { readOf: ReadOf }

/**
 * The state of a draft. What the server doesn't have yet is stored in this
 * browser.
 */
export const createDraftStore = <S extends DraftState>(
  initial: S,
  { server, storage, readOf }: StoreOptions,
) => {
  let state = initial
  let isAbandoned = false
  const { subscribe, notify } = createListeners()

  const set = (next: S) => {
    if (next === state) return
    const isTyping = next.draftRecords !== state.draftRecords
    state = next
    if (isTyping && !isAbandoned) storage.write(findUnsaved(state.draftRecords))
    notify()
  }
  const patch = (change: Partial<DraftState>) => set({ ...state, ...change })
  const update = (
    key: string,
    change: (record: DraftRecord) => Partial<DraftRecord>,
  ) =>
    patch({
      draftRecords: state.draftRecords.map((record) =>
        record.key === key ? { ...record, ...change(record) } : record,
      ),
    })
  /** Merges a newer snapshot; an older one changes nothing. */
  const adopt = ({ version, records }: Snapshot) => {
    if (version <= state.version) return
    patch({
      version,
      draftRecords: mergeSnapshot(state.draftRecords, records, readOf),
    })
  }

  return {
    get: () => state,
    set,
    patch,
    update,
    updateEdits: (key: string, change: (edits: Edits) => Edits) =>
      update(key, ({ edits }) => ({ edits: change(edits) })),
    subscribe,
    adopt,
    adoptLatest: () => {
      const latest = server.latest()
      if (latest) adopt(latest)
    },
    isAbandoned: () => isAbandoned,
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

/** The store of any draft; only its screen sets more than the draft's state. */
export type DraftStore = Omit<
  ReturnType<typeof createDraftStore<DraftState>>,
  'set'
>
