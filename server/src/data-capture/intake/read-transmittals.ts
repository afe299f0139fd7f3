import { sql } from 'kysely'
import type { Db } from '../../lib/database/db.ts'
import { refusalOf } from '../../lib/errors.ts'
import type {
  Arrived,
  Inbox,
  Transmittals,
} from '../../lib/integrations/transmittals.ts'
import type { Logger } from '../../lib/log.ts'
import type { IndexLine } from '../read-capture.ts'
import { refusalText, type TableReader } from '../read-table.ts'
import { type IntakeDeps, insertRow, type Reading } from './insert-row.ts'
import {
  fetchIndex,
  getImageKey,
  readIndex,
  type Transmittal,
  takeSnapshot,
} from './read-index.ts'
import * as runs from './record-run.ts'

export type TransmittalDeps = Omit<IntakeDeps, 'inbox'> & {
  log: Logger
  tables: TableReader
  transmittals: Transmittals
  /** How long to wait for missing images, in milliseconds. */
  waitMs?: number
}

const defaultWaitMs = 3_600_000
/** A file that was not changed for this time is complete. */
const completeAfterMs = 5 * 60_000

/**
 * Reads the complete transmittals: each row of an index becomes one Tdoc. Runs
 * on one node at a time.
 */
export const readTransmittals = (deps: TransmittalDeps): Promise<void> =>
  withLock(deps.db, async () => {
    const inbox = await deps.transmittals
      .open()
      .catch((error) => recordFailure(deps, error))
    try {
      const files = await inbox
        .list()
        .catch((error) => recordFailure(deps, error))
      await recordCheck(deps, null)
      const indexes = files
        .filter(isIndex)
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      for (const index of indexes)
        await readTransmittal({ ...deps, inbox }, index, files).catch((err) =>
          deps.log.warn(
            { err, index: index.name },
            'reading a transmittal failed; it will be retried',
          ),
        )
    } finally {
      await inbox.close()
    }
  })

/** Records that the folder can't be read, to be shown to staff. */
async function recordFailure(
  deps: TransmittalDeps,
  error: unknown,
): Promise<never> {
  await recordCheck(deps, 'The transmittal folder cannot be reached or read')
  throw error
}

const recordCheck = async (
  { db, clock, transmittals: { source } }: TransmittalDeps,
  problem: string | null,
) => {
  const check = { lookedAt: clock(), problem }
  await db
    .insertInto('intakeLook')
    .values({ source, ...check })
    .onConflict((known) => known.column('source').doUpdateSet(check))
    .execute()
}

const isIndex = ({ name }: Arrived) => /\.csv$/i.test(name)

/**
 * Runs `work` unless another node does. The lock is the connection's, so it
 * ends with the process.
 */
const withLock = (db: Db, work: () => Promise<void>): Promise<void> =>
  db.connection().execute(async (connection) => {
    const lock = sql<{ isMine: boolean }>`
      select pg_try_advisory_lock(hashtext('transmittals')) as is_mine`
    const unlock = sql`select pg_advisory_unlock(hashtext('transmittals'))`
    const { rows } = await lock.execute(connection)
    if (!rows[0]?.isMine) return
    try {
      await work()
    } finally {
      await unlock.execute(connection)
    }
  })

type OpenDeps = TransmittalDeps & { inbox: Inbox }

async function readTransmittal(
  deps: OpenDeps,
  file: Arrived,
  files: readonly Arrived[],
) {
  const { db, clock, transmittals, inbox } = deps
  const index = await fetchIndex(inbox, file)
  const { source } = transmittals
  const read = await readIndex(deps.tables, index, files).catch(refusalText)
  const putAway = async (runId: string) => {
    for (const name of namesIn(read, file)) await inbox.putAway(name, runId)
    await runs.setPutAway(db, runId, clock())
  }
  const unfinished = await runs.findUnfinishedRun(db, source, index)
  if (unfinished) return putAway(unfinished)

  const run = await runs.beginRun(db, source, index, clock())
  if (typeof read === 'string') {
    // It may still be being written.
    if (!isComplete([file], clock()) && run.snapshot !== index.mark)
      return runs.delayRun(db, run.id, index.mark, read)
    await runs.endRun(db, run.id, clock(), read)
    return putAway(run.id)
  }
  const snapshot = takeSnapshot(read)
  const isChanged = run.snapshot !== snapshot
  const sentFiles = [file, ...read.images.values()]
  if (isChanged && !isComplete(sentFiles, clock())) {
    const reason = 'The file is still being written'
    return runs.delayRun(db, run.id, snapshot, reason)
  }
  const waitedMs = clock().getTime() - run.beganAt.getTime()
  const hasWaited = waitedMs >= (deps.waitMs ?? defaultWaitMs)
  if (read.missing.length > 0 && !hasWaited)
    return runs.delayRun(db, run.id, snapshot, describeMissing(read.missing))

  if (run.rowCount === 0) await runs.setRowCount(db, run.id, read.lines.length)
  const done = await runs.findDoneRows(db, run.id)
  const todo = read.lines.filter(({ rowNumber }) => !done.has(rowNumber))
  const problem = await insertRows(
    deps,
    { id: run.id, beganAt: run.beganAt, isLastTry: hasWaited },
    read,
    todo,
    findTakenImages(read, done),
  )
  if (problem !== null) return runs.delayRun(db, run.id, snapshot, problem)
  await runs.endRun(db, run.id, clock(), null)
  await putAway(run.id)
}

/**
 * After this many failures in a row, the cause is not the rows: the rest isn't
 * tried.
 */
const maxFailuresInARow = 5

/** The accepted row of each image, by its lower-case name. */
function findTakenImages(
  { lines }: Transmittal,
  done: ReadonlyMap<number, boolean>,
): Map<string, number> {
  const accepted = lines.filter(({ rowNumber }) => done.get(rowNumber))
  return new Map(accepted.map((line) => [getImageKey(line), line.rowNumber]))
}

/**
 * Inserts rows. Returns why the first failed row waits, or null. A later row
 * with the image of one that waits is read after it.
 */
async function insertRows(
  deps: OpenDeps,
  run: Reading,
  read: Transmittal,
  todo: readonly IndexLine[],
  taken: Map<string, number>,
): Promise<string | null> {
  let first: { rowNumber: number; error: unknown } | undefined
  let failures = 0
  const waiting = new Set<string>()
  for (const line of todo) {
    const image = getImageKey(line)
    if (waiting.has(image)) continue
    try {
      const isAccepted = await insertRow(deps, run, read, line, taken)
      if (isAccepted) taken.set(image, line.rowNumber)
      failures = 0
    } catch (error) {
      waiting.add(image)
      first ??= { rowNumber: line.rowNumber, error }
      failures++
      if (failures === maxFailuresInARow) break
    }
  }
  if (!first) return null
  deps.log.warn(
    { err: first.error, run: run.id, row: first.rowNumber },
    'a row of a transmittal waits',
  )
  const reason = refusalOf(first.error)?.message ?? 'the row is unreadable'
  return `Row ${first.rowNumber} is waiting and will be retried: ${reason}`
}

const isComplete = (files: readonly Arrived[], now: Date) =>
  files.every(
    ({ modifiedAt }) => now.getTime() - modifiedAt.getTime() >= completeAfterMs,
  )

function describeMissing(missing: readonly string[]): string {
  const count = missing.length === 1 ? 'an image' : `${missing.length} images`
  const names = missing.slice(0, 5).join(', ')
  return `Waiting for ${count}: ${names}${missing.length > 5 ? ' …' : ''}`
}

/**
 * The files to put away, the index last: while it is there, an interrupted run
 * is continued.
 */
const namesIn = (read: Transmittal | string, index: Arrived): string[] => {
  if (typeof read === 'string') return [index.name]
  const images = read.lines.flatMap(
    (line) => read.images.get(getImageKey(line)) ?? [],
  )
  return [...new Set(images.map(({ name }) => name)), index.name]
}
