import { z } from 'zod'
import {
  type Edits,
  isDirty,
  merge,
  noEdits,
  type Read,
  type Values,
} from './edits.ts'

/**
 * One record of a draft. `id` is null until the server has it; `isGone` means
 * that someone else deleted it.
 */
export type DraftRecord = {
  key: string
  id: string | null
  isGone: boolean
  edits: Edits
}

export type DraftState = {
  /** The server's version that the `base` of every record belongs to. */
  version: number
  draftRecords: readonly DraftRecord[]
  /**
   * How the last save went: `away` retries when the server is back, `halted`
   * waits for the person.
   */
  saving: 'idle' | 'saving' | 'away' | 'halted'
  /** Why it halted, in the server's words. */
  halt: string | null
}

/** One version of everything that a draft edits. */
export type Snapshot = {
  version: number
  records: readonly { id: string; values: Values }[]
}

const Row = z.record(z.string(), z.string())
const Typed = z.union([z.string(), z.boolean(), z.null(), z.array(Row)])
const Value = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(Row),
])

const StoredRecord = z.object({
  key: z.string(),
  id: z.string().nullable(),
  typed: z.record(z.string(), Typed),
  base: z.record(z.string(), Value),
})

/**
 * Unsaved typing with the server's values at the time, so that it can be merged
 * later.
 */
export const StoredDraft = z.array(StoredRecord)
export type StoredDraft = z.infer<typeof StoredDraft>

export const findRecord = ({ draftRecords }: DraftState, key: string) =>
  draftRecords.find((record) => record.key === key)

const noRecordEdits = noEdits({})

export const getEdits = (state: DraftState, key: string): Edits =>
  findRecord(state, key)?.edits ?? noRecordEdits

export const hasUnsaved = ({ draftRecords }: DraftState) =>
  draftRecords.some(({ edits }) => isDirty(edits))

/** Parses the fields of the record with this key. */
export type ReadOf = (key: string) => Read

/**
 * A draft as it opens: the server's values, with unsaved typing from before
 * merged into them. `blank` is a new record.
 */
export const openDraft = (
  { version, records }: Snapshot,
  stored: StoredDraft,
  readOf: ReadOf,
  blank: Values = {},
): DraftState => {
  const onServer = records.map(({ id, values }): DraftRecord => {
    const { typed = {}, base = {} } = stored.find((one) => one.id === id) ?? {}
    const edits = merge(
      { ...noEdits({ ...values, ...base }), typed },
      values,
      readOf(id),
    )
    return { key: id, id, isGone: false, edits }
  })
  const unsent = stored
    .filter(({ id }) => !records.some((record) => record.id === id))
    .map(({ key, typed }): DraftRecord => {
      const edits = merge({ ...noEdits(blank), typed }, blank, readOf(key))
      return { key, id: null, isGone: false, edits }
    })
  return {
    version,
    draftRecords: [...onServer, ...unsent],
    saving: 'idle',
    halt: null,
  }
}

/**
 * The records with a newer snapshot merged in. A record that was deleted
 * elsewhere stays while it has unsaved typing.
 */
export const mergeSnapshot = (
  draftRecords: readonly DraftRecord[],
  records: Snapshot['records'],
  readOf: ReadOf,
): DraftRecord[] => {
  const onServer = records.map(({ id, values }): DraftRecord => {
    const record = draftRecords.find((one) => one.id === id)
    if (!record) return { key: id, id, isGone: false, edits: noEdits(values) }
    return { ...record, edits: merge(record.edits, values, readOf(record.key)) }
  })
  const others = draftRecords.flatMap((record) => {
    if (record.id === null) return [record]
    const isKept =
      isDirty(record.edits) && !records.some(({ id }) => id === record.id)
    return isKept ? [{ ...record, isGone: true }] : []
  })
  return [...onServer, ...others]
}

/** What must outlive the page; null when the server has everything. */
export const findUnsaved = (
  draftRecords: readonly DraftRecord[],
): StoredDraft | null => {
  const unsaved = draftRecords.filter(({ edits }) => isDirty(edits))
  if (unsaved.length === 0) return null
  return unsaved.map(({ key, id, edits: { typed, base } }) => {
    const baseOfTyped = Object.fromEntries(
      Object.keys(typed).map((name) => [name, base[name] ?? null]),
    )
    return StoredRecord.parse({ key, id, typed, base: baseOfTyped })
  })
}
