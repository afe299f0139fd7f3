import { rm } from 'node:fs/promises'
import {
  type AnswerCache,
  createAnswerCache,
} from '../lib/concurrency/answer-cache.ts'
import type { Db } from '../lib/database/db.ts'
import { type DuckDb, openDuckDb, type Query } from '../lib/database/duckdb.ts'
import {
  findAsOf,
  findChanges,
  findPosition,
  isInterrupted,
  type Position,
} from './find-changes.ts'
import {
  copyFacts,
  copyNames,
  type Files,
  mergeTables,
  replaceTables,
} from './load-facts.ts'

/** The facts at one instant, for any number of queries. */
export type Snapshot = {
  query: Query
  /**
   * The cached result of this key for the same facts, or the result of `make`.
   */
  cached: <T>(key: string, make: () => Promise<T>) => Promise<T>
  /** Increases with each change. */
  version: number
  /**
   * The time up to which a lagging replica is complete; null if nothing is
   * missing.
   */
  asOf: Date | null
}

export type Facts = {
  /** Runs `work` on a snapshot of everything committed before the call. */
  read: <T>(work: (snapshot: Snapshot) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

type Options = {
  /** The primary, or a replica. */
  db: Db
  /** The replica's primary. */
  primary?: Db
  folder: string
}

/** A DuckDB without facts, with the functions that the figures use. */
async function openWithoutFacts(folder: string): Promise<DuckDb> {
  const duck = await openDuckDb(folder)
  await duck.transaction(async (query) => {
    await query('create table state as select 0 as version')
    // In hundredths, rounded half up, with integers: exact for values with
    // three decimals.
    await query(
      'create macro average(x) as divide((sum(x) * 1000)::hugeint * 200 + count(x) * 1000, count(x) * 2000)',
    )
  })
  return duck
}

/**
 * Keeps the facts of all SLVs in this process's DuckDB, filled at the first
 * query and updated before each one with what has changed, which costs one
 * query.
 */
export const openFacts = (options: Options): Facts => new LoadedFacts(options)

class LoadedFacts implements Facts {
  readonly #db: Db
  readonly #primary: Db
  readonly #folder: string
  readonly #cache: AnswerCache = createAnswerCache()
  readonly #closing = new AbortController()
  #opening: Promise<DuckDb> | undefined
  /** The position that the facts are loaded up to; undefined before that. */
  #position: Position | undefined
  #version = 0
  #running: Promise<Date | null> | undefined
  #next: Promise<Date | null> | undefined

  constructor({ db, primary = db, folder }: Options) {
    this.#db = db
    this.#primary = primary
    this.#folder = folder
  }

  async read<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const asOf = await this.#refresh()
    const { transaction } = await this.#open()
    return transaction(async (query) => {
      const version = await this.#readVersion(query)
      return work({
        query,
        version,
        asOf,
        cached: (key, make) => this.#cache(version, key, make),
      })
    })
  }

  async close() {
    this.#closing.abort()
    await this.#discard()
    await this.#running?.catch(() => undefined)
  }

  /**
   * Updates the facts. Calls during an update share the next one, because the
   * running one may miss their changes.
   */
  #refresh(): Promise<Date | null> {
    if (!this.#running) {
      this.#running = this.#catchUp().finally(() => {
        this.#running = undefined
      })
      return this.#running
    }
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined
        return this.#refresh()
      })
    return this.#next
  }

  async #catchUp(): Promise<Date | null> {
    const asOf =
      this.#db === this.#primary
        ? null
        : await findAsOf(this.#db, this.#primary)
    const from = this.#position ?? (await this.#load())
    const { ids, isRenamed, ...reached } = await findChanges(this.#db, from)
    if (isInterrupted(from, reached)) {
      this.#position = undefined
      return this.#catchUp()
    }
    if (ids.length > 0 || isRenamed) await this.#update(ids, isRenamed)
    this.#position = reached
    return asOf
  }

  async #load(): Promise<Position> {
    // Found before the rows are read, so that changes during the load are among
    // the next changes.
    const position = await findPosition(this.#db)
    await this.#change(
      async (folder) => ({
        ...(await copyFacts(this.#db, folder, this.#closing.signal)),
        ...(await copyNames(this.#db, folder, this.#closing.signal)),
      }),
      replaceTables,
    )
    return position
  }

  async #update(ids: readonly string[], isRenamed: boolean) {
    const { signal } = this.#closing
    await this.#change(
      async (folder) => ({
        ...(ids.length > 0 && (await copyFacts(this.#db, folder, signal, ids))),
        ...(isRenamed && (await copyNames(this.#db, folder, signal))),
      }),
      (query, files) => mergeTables(query, files, ids),
    )
  }

  /**
   * Copies rows into files and applies them; `apply` returns whether anything
   * differed.
   */
  async #change(
    copy: (folder: string) => Promise<Files>,
    apply: (query: Query, files: Files) => Promise<boolean>,
  ) {
    try {
      const { folder, transaction } = await this.#open()
      const files = await copy(folder)
      await transaction(async (query) => {
        if (await apply(query, files))
          await query(`update state set version = ${++this.#version}`)
      })
      for (const file of Object.values(files).flat()) await rm(file)
    } catch (error) {
      await this.#discard()
      throw error
    }
  }

  async #readVersion(query: Query): Promise<number> {
    try {
      const [state] = await query<{ version: number }>(
        'select version from state',
      )
      return state?.version ?? 0
    } catch (error) {
      void this.#discard()
      throw error
    }
  }

  #open(): Promise<DuckDb> {
    this.#opening ??= openWithoutFacts(this.#folder)
    return this.#opening
  }

  /** After an error of DuckDB or its files, everything is loaded again. */
  async #discard() {
    const broken = this.#opening
    this.#opening = undefined
    this.#position = undefined
    await broken?.then(({ close }) => close()).catch(() => undefined)
  }
}
