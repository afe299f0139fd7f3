import type { IntakeState } from '@portal/contract/data-capture/model'
import type { Ctx } from '../../lib/ctx.ts'
import { type Paging, readRows } from '../../lib/database/list-query.ts'

export async function listIntakeRuns({ db }: Ctx, paging: Paging) {
  const runs = db.selectFrom('intakeRun')
  const { rows, ...page } = await readRows(runs.selectAll().orderBy('id', 'desc'), runs, paging)
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
    state: stateOf(run),
    problem: run.problem,
  }))
  const look = await db.selectFrom('intakeLook').selectAll().orderBy('lookedAt', 'desc').limit(1).executeTakeFirst()
  const lastLook = look ? { source: look.source, at: look.lookedAt.toISOString(), problem: look.problem } : null
  return { ...page, items, lastLook }
}

type Run = { endedAt: Date | null; problem: string | null; rejectedCount: number; rowCount: number }

function stateOf({ endedAt, problem, rejectedCount, rowCount }: Run): IntakeState {
  if (endedAt === null) return problem !== null || rowCount === 0 ? 'WAITING' : 'READING'
  if (problem !== null) return 'FAILED'
  return rejectedCount > 0 ? 'PARTLY_TAKEN' : 'TAKEN'
}
