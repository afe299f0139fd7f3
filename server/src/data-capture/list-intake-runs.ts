import type { Ctx } from '../lib/ctx.ts'

/** A page of the readings of the transmittal, newest first. */
export async function listIntakeRuns({ db }: Ctx, { page, size }: { page: number; size: number }) {
  const rows = await db
    .selectFrom('intakeRun')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const { total } = await db
    .selectFrom('intakeRun')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
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
    problem: run.problem,
  }))
  return { items, total, page, size }
}
