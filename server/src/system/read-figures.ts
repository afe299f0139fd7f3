import { openStatuses } from '@portal/contract/slv/status'
import { sql } from 'kysely'
import type { Sla } from '../lib/ctx.ts'
import { listPools } from '../lib/database/db.ts'
import { listLiterals } from '../lib/database/literals.ts'
import { isOverdue } from '../slv/list/clock-sql.ts'
import { isTdocOverdue } from '../tdoc/list/list.ts'
import { countJobs } from './find-failed-jobs.ts'
import { findBackup, findReplicaDelay, type NodeDeps } from './find-state.ts'

export type FigureDeps = NodeDeps & { sla: () => Promise<Sla> }
export type Figures = Awaited<ReturnType<typeof readFigures>>

/**
 * What metrics read from the database: one query each for jobs, overdue work
 * and the backup.
 */
export async function readFigures(deps: FigureDeps) {
  const { db, clock, node } = deps
  const now = clock()
  const [jobs, overdue, backup, replicaDelay] = await Promise.all([
    countJobs(db, now),
    countOverdue(deps, now),
    findBackup(deps),
    node.replica ? findReplicaDelay(node.replica) : undefined,
  ])
  return { now, jobs, overdue, backup, replicaDelay }
}

type OverdueCounts = { slv: number; slr: number; td: number; tdoc: number }

/** Open work past its SLA, by the conditions of the lists. */
async function countOverdue(
  { db, sla }: FigureDeps,
  now: Date,
): Promise<OverdueCounts> {
  const time = { now, sla: await sla() }
  const statuses = listLiterals(openStatuses)
  const { rows } = await sql<OverdueCounts>`
    select slv.*, tdoc.*
    from (
      select
        count(*) filter (where ${isOverdue(time, 'SLV')})::int as slv,
        count(*) filter (where ${isOverdue(time, 'SLR')})::int as slr,
        count(*) filter (where ${isOverdue(time, 'TD')})::int as td
      from slv
      where slv.status in (${statuses})
    ) slv, (
      select count(*)::int as tdoc
      from tdoc
      where ${isTdocOverdue(time)}
    ) tdoc`.execute(db)
  return rows[0] ?? { slv: 0, slr: 0, td: 0, tdoc: 0 }
}

export function readPools({ db, node }: NodeDeps) {
  const replicaPools = node.replica ? listPools(node.replica) : []
  return [
    ...listPools(db),
    ...replicaPools.map((pool) => ({
      ...pool,
      pool: `replica_${pool.pool}`,
    })),
  ]
}
