import type { IntakeState } from '@portal/contract/data-capture/model'
import type { Ctx } from '../../lib/ctx.ts'
import { type Db, inTransaction } from '../../lib/database/db.ts'
import { type Paging, readRows } from '../../lib/database/list-query.ts'
import type { Index } from './read-index.ts'

type Run = { id: string; beganAt: Date; snapshot: string; rowCount: number }

/**
 * The ended reading of the same index whose files were not put away, if there
 * is one.
 */
export async function findUnfinishedRun(
  db: Db,
  source: string,
  { file, mark }: Index,
): Promise<string | undefined> {
  const run = await db
    .selectFrom('intakeRun')
    .select('id')
    .where('source', '=', source)
    .where('indexFileName', '=', file.name)
    .where('indexMark', '=', mark)
    .where('endedAt', 'is not', null)
    .where('putAwayAt', 'is', null)
    .executeTakeFirst()
  return run?.id
}

/**
 * Continues the open reading or begins one. If the index changed after rows
 * were read, the open one ends first.
 */
export const beginRun = (
  db: Db,
  source: string,
  { file, mark }: Index,
  now: Date,
): Promise<Run> =>
  inTransaction(db, async (tx) => {
    const open = await tx
      .selectFrom('intakeRun')
      .select(['id', 'beganAt', 'snapshot', 'indexMark', 'rowCount'])
      .where('source', '=', source)
      .where('indexFileName', '=', file.name)
      .where('endedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (open && (open.indexMark === mark || open.rowCount === 0)) {
      await updateOpenRun(tx, open.id).set({ indexMark: mark }).execute()
      return open
    }
    const problem =
      'The index changed while it was being read. It will be read again.'
    if (open)
      await updateOpenRun(tx, open.id)
        .set({ endedAt: now, putAwayAt: now, problem })
        .execute()
    return tx
      .insertInto('intakeRun')
      .values({
        source,
        indexFileName: file.name,
        indexMark: mark,
        snapshot: '',
        beganAt: now,
      })
      .returning(['id', 'beganAt', 'snapshot', 'rowCount'])
      .executeTakeFirstOrThrow()
  })

const updateOpenRun = (db: Db, id: string) =>
  db.updateTable('intakeRun').where('id', '=', id).where('endedAt', 'is', null)

/** Records why a reading waits. */
export const delayRun = (
  db: Db,
  id: string,
  snapshot: string,
  problem: string,
) => updateOpenRun(db, id).set({ snapshot, problem }).execute()

export const setRowCount = (db: Db, id: string, rowCount: number) =>
  updateOpenRun(db, id).set({ rowCount, problem: null }).execute()

export const endRun = (db: Db, id: string, now: Date, problem: string | null) =>
  updateOpenRun(db, id).set({ endedAt: now, problem }).execute()

export const setPutAway = (db: Db, id: string, now: Date) =>
  db
    .updateTable('intakeRun')
    .set({ putAwayAt: now })
    .where('id', '=', id)
    .execute()

/** The rows that are done, and whether each was accepted. */
export async function findDoneRows(
  db: Db,
  id: string,
): Promise<ReadonlyMap<number, boolean>> {
  const rows = await db
    .selectFrom('intakeRow')
    .select(['rowNumber', 'reason'])
    .where('runId', '=', id)
    .execute()
  return new Map(
    rows.map(({ rowNumber, reason }) => [rowNumber, reason === null]),
  )
}

export async function listIntakeRuns({ db }: Ctx, paging: Paging) {
  const runs = db.selectFrom('intakeRun')
  const { rows, ...page } = await readRows(
    runs.selectAll().orderBy('id', 'desc'),
    runs,
    paging,
  )
  const items = rows.map((run) => ({
    id: run.id,
    startedAt: run.beganAt.toISOString(),
    endedAt: run.endedAt?.toISOString() ?? null,
    source: run.source,
    indexFileName: run.indexFileName,
    rows: run.rowCount,
    created: run.createdCount,
    known: run.knownCount,
    rejected: run.rejectedCount,
    state: readState(run),
    problem: run.problem,
  }))
  const look = await db
    .selectFrom('intakeLook')
    .selectAll()
    .orderBy('lookedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  const lastLook = look
    ? {
        source: look.source,
        at: look.lookedAt.toISOString(),
        problem: look.problem,
      }
    : null
  return { ...page, items, lastLook }
}

type ListedRun = {
  endedAt: Date | null
  problem: string | null
  rejectedCount: number
  rowCount: number
}

function readState({
  endedAt,
  problem,
  rejectedCount,
  rowCount,
}: ListedRun): IntakeState {
  if (endedAt === null)
    return problem !== null || rowCount === 0 ? 'WAITING' : 'READING'
  if (problem !== null) return 'FAILED'
  return rejectedCount > 0 ? 'PARTLY_TAKEN' : 'TAKEN'
}
