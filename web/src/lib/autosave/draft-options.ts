import type { DraftStorage } from '../stored-text.ts'
import type {
  DraftRecord,
  ReadOf,
  Snapshot,
  StoredDraft,
} from './draft-state.ts'
import type { Values } from './edits.ts'

export type DraftServer = {
  /** The newest snapshot that the page has read by other means. */
  latest: () => Snapshot | undefined
  read: () => Promise<Snapshot>
  /** Adds or updates one record; resolves to the record as saved. */
  save: (
    record: DraftRecord,
    values: Values,
    version: number,
  ) => Promise<{ version: number; id: string; values: Values }>
}

/** Where a draft is saved. */
export type DraftTarget<Server = DraftServer> = {
  server: Server
  storage: DraftStorage<StoredDraft>
  /** Runs one write after another. */
  runInTurn: <T>(work: () => Promise<T>) => Promise<T>
}

export type DraftOptions = DraftTarget & {
  readOf: ReadOf
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
  canSave?: (record: DraftRecord) => boolean
  /** For a draft whose records can be added and deleted. */
  list?: {
    blank: Values
    /** Whether the server would accept a new record with these values. */
    canAdd: (values: Values) => boolean
    remove: (id: string, version: number) => Promise<{ version: number }>
  }
}
