import { CallError, getProblems, hasStatus, isOutage } from '../call-error.ts'
import type { DraftOptions } from './draft-options.ts'
import { type DraftRecord, findRecord } from './draft-state.ts'
import type { DraftStore } from './draft-store.ts'
import {
  readyToSave,
  refuse,
  settle,
  stopSending,
  type TypedValues,
  type Values,
} from './edits.ts'

/** The records to save, by key. */
export type Keys = 'all' | readonly string[]

/** One record, the values that are sent, and what was typed for them. */
type RecordToSave = { record: DraftRecord; values: Values; typed: TypedValues }

const maxMerges = 5

/** Saves one record after another; throws the error that stopped it. */
export const saveRecords = async (
  store: DraftStore,
  options: DraftOptions,
  keys: Keys,
) => {
  store.adoptLatest()
  let failures = 0
  for (;;) {
    const next = findNextToSave(store, options, keys)
    if (!next) break
    store.patch({ saving: 'saving', halt: null })
    try {
      await saveRecord(store, options, next)
    } catch (error) {
      failures += 1
      const mayRetry = failures <= maxMerges
      try {
        await recover(store, options, next.record.key, error, mayRetry)
      } catch (reason) {
        showFailure(store, reason)
        throw reason
      }
    }
  }
  if (store.get().saving !== 'halted') store.patch({ saving: 'idle' })
}

/** The next record that the server would accept now. */
const findNextToSave = (
  store: DraftStore,
  { readOf, list, canSave = () => true }: DraftOptions,
  keys: Keys,
): RecordToSave | null => {
  for (const record of store.get().draftRecords) {
    const isIncluded =
      !record.isGone && (keys === 'all' || keys.includes(record.key))
    if (!isIncluded) continue
    const ready = readyToSave(record.edits, readOf(record.key))
    if (!ready) continue
    const isAccepted =
      record.id === null ? list?.canAdd(ready.values) : canSave(record)
    if (isAccepted) return { record, ...ready }
  }
  return null
}

const saveRecord = async (
  store: DraftStore,
  { server, readOf }: DraftOptions,
  { record, values, typed }: RecordToSave,
) => {
  const { key } = record
  store.updateEdits(key, (edits) => ({ ...edits, sending: typed }))
  const saved = await server.save(record, values, store.get().version)
  // A newer snapshot may have arrived first: it was merged already, and may
  // have brought a new record under its id.
  const { version, draftRecords } = store.get()
  const isCurrent = saved.version >= version
  store.patch({
    version: Math.max(version, saved.version),
    draftRecords: draftRecords.filter(
      (other) => other.key === key || other.id !== saved.id,
    ),
  })
  store.update(key, ({ edits }) => ({
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
const recover = async (
  store: DraftStore,
  { server }: DraftOptions,
  key: string,
  error: unknown,
  mayRetry: boolean,
) => {
  const edits = findRecord(store.get(), key)?.edits
  const refused =
    edits && hasStatus(error, 400) ? refuse(edits, getProblems(error)) : null
  store.updateEdits(key, (current) => refused ?? stopSending(current))
  if (mayRetry && refused) return
  if (!mayRetry || !hasStatus(error, 412)) throw error
  store.adopt(await server.read())
}

const showFailure = (store: DraftStore, error: unknown) => {
  if (isOutage(error)) return store.patch({ saving: 'away', halt: null })
  const halt =
    error instanceof CallError ? error.message : 'Something went wrong'
  store.patch({ saving: 'halted', halt })
}
