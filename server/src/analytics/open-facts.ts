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
export function openFacts({ db, primary = db, folder }: Options): Facts {
  const cache: AnswerCache = createAnswerCache()
  const closing = new AbortController()
  let opening: Promise<DuckDb> | undefined
  let known: Position | undefined
  let version = 0
  let running: Promise<Date | null> | undefined
  let next: Promise<Date | null> | undefined

  const opened = () => {
    opening ??= openWithoutFacts(folder)
    return opening
  }
  /** After an error of DuckDB or its files, everything is loaded again. */
  const discard = async () => {
    const broken = opening
    opening = undefined
    known = undefined
    await broken?.then(({ close }) => close()).catch(() => undefined)
  }
  /**
   * Copies rows into files and applies them; `apply` returns whether anything
   * differed.
   */
  const change = async (
    copy: (folder: string) => Promise<Files>,
    apply: (query: Query, files: Files) => Promise<boolean>,
  ) => {
    try {
      const { folder, transaction } = await opened()
      const files = await copy(folder)
      await transaction(async (query) => {
        if (await apply(query, files))
          await query(`update state set version = ${++version}`)
      })
      for (const file of Object.values(files).flat()) await rm(file)
    } catch (error) {
      await discard()
      throw error
    }
  }
  const { signal } = closing

  const load = async (): Promise<Position> => {
    // Found before the rows are read, so that changes during the load are among
    // the next changes.
    const position = await findPosition(db)
    await change(
      async (folder) => ({
        ...(await copyFacts(db, folder, signal)),
        ...(await copyNames(db, folder, signal)),
      }),
      replaceTables,
    )
    return position
  }

  const update = (ids: readonly string[], isRenamed: boolean) =>
    change(
      async (folder) => ({
        ...(ids.length > 0 && (await copyFacts(db, folder, signal, ids))),
        ...(isRenamed && (await copyNames(db, folder, signal))),
      }),
      (query, files) => mergeTables(query, files, ids),
    )

  const catchUp = async (): Promise<Date | null> => {
    const asOf = db === primary ? null : await findAsOf(db, primary)
    const from = known ?? (await load())
    const { ids, isRenamed, ...reached } = await findChanges(db, from)
    if (isInterrupted(from, reached)) {
      known = undefined
      return catchUp()
    }
    if (ids.length > 0 || isRenamed) await update(ids, isRenamed)
    known = reached
    return asOf
  }

  /**
   * Updates the facts. Calls during an update share the next one, because the
   * running one may miss their changes.
   */
  const fresh = (): Promise<Date | null> => {
    if (!running) {
      running = catchUp().finally(() => {
        running = undefined
      })
      return running
    }
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return fresh()
      })
    return next
  }

  const read: Facts['read'] = async (work) => {
    const asOf = await fresh()
    const { transaction } = await opened()
    return transaction(async (query) => {
      const [state] = await query<{ version: number }>(
        'select version from state',
      ).catch((error) => {
        void discard()
        throw error
      })
      const at = state?.version ?? 0
      return work({
        query,
        version: at,
        asOf,
        cached: (key, make) => cache(at, key, make),
      })
    })
  }

  const close = async () => {
    closing.abort()
    await discard()
    await running?.catch(() => undefined)
  }
  return { read, close }
}
