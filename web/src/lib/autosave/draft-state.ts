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
export type Sheet = {
  key: string
  id: string | null
  isGone: boolean
  edits: Edits
}

export type DraftState = {
  /** The server's version that the `base` of every sheet belongs to. */
  version: number
  sheets: readonly Sheet[]
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

const StoredSheet = z.object({
  key: z.string(),
  id: z.string().nullable(),
  typed: z.record(z.string(), Typed),
  base: z.record(z.string(), Value),
})

/**
 * Unsaved typing with the server's values at the time, so that it can be merged
 * later.
 */
export const StoredDraft = z.array(StoredSheet)
export type StoredDraft = z.infer<typeof StoredDraft>

export const sheetOf = ({ sheets }: DraftState, key: string) =>
  sheets.find((sheet) => sheet.key === key)

const noSheet = noEdits({})

export const editsOf = (state: DraftState, key: string): Edits =>
  sheetOf(state, key)?.edits ?? noSheet

export const hasUnsaved = ({ sheets }: DraftState) =>
  sheets.some(({ edits }) => isDirty(edits))

/** Parses the fields of the sheet with this key. */
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
  const onServer = records.map(({ id, values }): Sheet => {
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
    .map(({ key, typed }): Sheet => {
      const edits = merge({ ...noEdits(blank), typed }, blank, readOf(key))
      return { key, id: null, isGone: false, edits }
    })
  return {
    version,
    sheets: [...onServer, ...unsent],
    saving: 'idle',
    halt: null,
  }
}

/**
 * The sheets with a newer snapshot merged in. A record that was deleted
 * elsewhere stays while it has unsaved typing.
 */
export const mergeSnapshot = (
  sheets: readonly Sheet[],
  records: Snapshot['records'],
  readOf: ReadOf,
): Sheet[] => {
  const onServer = records.map(({ id, values }): Sheet => {
    const sheet = sheets.find((one) => one.id === id)
    if (!sheet) return { key: id, id, isGone: false, edits: noEdits(values) }
    return { ...sheet, edits: merge(sheet.edits, values, readOf(sheet.key)) }
  })
  const others = sheets.flatMap((sheet) => {
    if (sheet.id === null) return [sheet]
    const isKept =
      isDirty(sheet.edits) && !records.some(({ id }) => id === sheet.id)
    return isKept ? [{ ...sheet, isGone: true }] : []
  })
  return [...onServer, ...others]
}

/** What must outlive the page; null when the server has everything. */
export const unsavedOf = (sheets: readonly Sheet[]): StoredDraft | null => {
  const unsaved = sheets.filter(({ edits }) => isDirty(edits))
  if (unsaved.length === 0) return null
  return unsaved.map(({ key, id, edits: { typed, base } }) => {
    const baseOfTyped = Object.fromEntries(
      Object.keys(typed).map((name) => [name, base[name] ?? null]),
    )
    return StoredSheet.parse({ key, id, typed, base: baseOfTyped })
  })
}
