import { sql } from 'kysely'
import { makeJudge } from '../document/check-upload.ts'
import type { Db } from '../lib/db.ts'
import { refusalOf } from '../lib/errors.ts'
import type { FileStore } from '../lib/files.ts'
import type { LoanDock } from '../lib/loan-dock.ts'
import type { Logger } from '../lib/log.ts'
import type { Arrived, Inbox, Transmittals } from '../lib/transmittals.ts'
import { keepRun } from './keep-run.ts'
import type { TableReader } from './read-apart.ts'
import type { IndexLine } from './read-capture.ts'
import { fetchIndex, imageOf, readIndex, snapshotOf, type Transmittal } from './read-index.ts'
import { type IntakeHouse, type Reading, takeRow } from './take-row.ts'

export type TransmittalHouse = Omit<IntakeHouse, 'inbox' | 'judge'> & {
  files: FileStore
  loanDock: LoanDock
  log: Logger
  tables: TableReader
  transmittals: Transmittals
  /** How long images are waited for, milliseconds. */
  waitMs?: number
}

const defaultWaitMs = 3_600_000
/** What was not written to for so long is whole, also when it is seen for the first time. */
const restingMs = 5 * 60_000

/**
 * Looks where transmittals arrive, and reads those that are whole: each row of an index becomes one Tdoc, once, however
 * often this is killed and begun again. One node at a time. What fails with one transmittal stops no other.
 */
export const readTransmittals = (house: TransmittalHouse): Promise<void> =>
  alone(house.db, async () => {
    const inbox = await house.transmittals.open().catch((error) => noteBlind(house, error))
    const { judge, stop } = makeJudge()
    try {
      const files = await inbox.list().catch((error) => noteBlind(house, error))
      await noteLook(house, null)
      for (const index of files.filter(isIndex).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
        await readTransmittal({ ...house, inbox, judge }, index, files).catch((err) =>
          house.log.warn({ err, index: index.name }, 'a transmittal could not be read to its end; it is tried again'),
        )
      }
    } finally {
      await Promise.all([inbox.close(), stop()])
    }
  })

/** Notes that the place could not be seen, for the people who wait for what lies there. */
async function noteBlind(house: TransmittalHouse, error: unknown): Promise<never> {
  await noteLook(house, 'The place cannot be reached or read')
  throw error
}

const noteLook = async ({ db, clock, transmittals: { source } }: TransmittalHouse, problem: string | null) => {
  const look = { lookedAt: clock(), problem }
  await db
    .insertInto('intakeLook')
    .values({ source, ...look })
    .onConflict((known) => known.column('source').doUpdateSet(look))
    .execute()
}

const isIndex = ({ name }: Arrived) => /\.csv$/i.test(name)

/** Does the work unless another node is at it. The lock is this connection's: it ends with a process that dies. */
const alone = (db: Db, work: () => Promise<void>): Promise<void> =>
  db.connection().execute(async (line) => {
    const lock = sql<{ isMine: boolean }>`select pg_try_advisory_lock(hashtext('transmittals')) as is_mine`
    if (!(await lock.execute(line)).rows[0]?.isMine) return
    try {
      await work()
    } finally {
      await sql`select pg_advisory_unlock(hashtext('transmittals'))`.execute(line)
    }
  })

type OpenHouse = TransmittalHouse & { inbox: Inbox; judge: IntakeHouse['judge'] }

async function readTransmittal(house: OpenHouse, file: Arrived, files: readonly Arrived[]) {
  const { db, clock, transmittals, inbox } = house
  const index = await fetchIndex(inbox, file)
  const runs = keepRun(db, { source: transmittals.source, index })
  const read = await readIndex(house.tables, index, files).catch(refusalText)
  const putAway = async (runId: string) => {
    for (const name of namesIn(read, file)) await inbox.putAway(name, runId)
    await runs.putAway(runId, clock())
  }
  const leftLying = await runs.findLeftLying()
  if (leftLying) return putAway(leftLying)

  const run = await runs.begin(clock())
  if (typeof read === 'string') {
    // What is being written now may be an index in a minute.
    if (!isResting([file], clock()) && run.snapshot !== index.mark) return runs.wait(run.id, index.mark, read)
    await runs.end(run.id, clock(), read)
    return putAway(run.id)
  }
  const snapshot = snapshotOf(read)
  if (run.snapshot !== snapshot && !isResting([file, ...read.images.values()], clock()))
    return runs.wait(run.id, snapshot, 'It is still being written')
  const hasWaited = clock().getTime() - run.beganAt.getTime() >= (house.waitMs ?? defaultWaitMs)
  if (read.missing.length > 0 && !hasWaited) return runs.wait(run.id, snapshot, waitsFor(read.missing))

  if (run.rowCount === 0) await runs.read(run.id, read.lines.length)
  const done = await runs.rowsDone(run.id)
  const todo = read.lines.filter(({ rowNumber }) => !done.has(rowNumber))
  const problem = await takeRows(house, { id: run.id, beganAt: run.beganAt, isLastTry: hasWaited }, read, todo)
  if (problem !== null) return runs.wait(run.id, snapshot, problem)
  await runs.end(run.id, clock(), null)
  await putAway(run.id)
}

/** So many rows in a row that cannot be taken now are no fault of theirs: the rest is not tried. */
const failuresInARow = 5

/** Takes these rows; one that cannot be taken now stops no other. Answers what still waits and for what, null for nothing. */
async function takeRows(
  house: OpenHouse,
  run: Reading,
  read: Transmittal,
  todo: readonly IndexLine[],
): Promise<string | null> {
  let first: { rowNumber: number; error: unknown } | undefined
  let failures = 0
  for (const line of todo) {
    try {
      await takeRow(house, run, read, line)
      failures = 0
    } catch (error) {
      first ??= { rowNumber: line.rowNumber, error }
      failures++
      if (failures === failuresInARow) break
    }
  }
  if (!first) return null
  house.log.warn({ err: first.error, run: run.id, row: first.rowNumber }, 'a row of a transmittal waits')
  return `Row ${first.rowNumber} waits, and is tried again: ${refusalOf(first.error)?.message ?? 'it could not be read'}`
}

const refusalText = (error: unknown): string => {
  const refusal = refusalOf(error)
  if (refusal?.code !== 'bad_request') throw error
  return refusal.message
}

const isResting = (files: readonly Arrived[], now: Date) =>
  files.every(({ modifiedAt }) => now.getTime() - modifiedAt.getTime() >= restingMs)

const waitsFor = (missing: readonly string[]) =>
  `It waits for ${missing.length === 1 ? 'an image' : `${missing.length} images`}: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ' …' : ''}`

/** The files to put away, the index last: as long as it lies there, somebody comes back to finish this. */
const namesIn = (read: Transmittal | string, index: Arrived): string[] => {
  if (typeof read === 'string') return [index.name]
  const images = read.lines.flatMap((line) => read.images.get(imageOf(line).toLowerCase()) ?? [])
  return [...new Set(images.map(({ name }) => name)), index.name]
}
