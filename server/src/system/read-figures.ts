import { openStatuses } from '@portal/contract/slv/status'
import { sql } from 'kysely'
import type { Sla } from '../lib/ctx.ts'
import { listPools } from '../lib/database/db.ts'
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
  const { db, clock, node, sla } = deps
  const now = clock()
  const [jobs, overdue, backup, replicaDelay] = await Promise.all([
    countJobs(db, now),
    sla().then((known) => countOverdue(deps, { now, sla: known })),
    findBackup(deps),
    node.replica ? findReplicaDelay(node.replica) : undefined,
  ])
  return { now, jobs, overdue, backup, replicaDelay }
}

/** Open work past its SLA, by the conditions of the lists. */
async function countOverdue({ db }: FigureDeps, now: { now: Date; sla: Sla }) {
  const statuses = sql.join(openStatuses.map((status) => sql.lit(status)))
  const { rows } = await sql<{
    slv: number
    slr: number
    td: number
    tdoc: number
  }>`
    select slv.*, tdoc.* from (
      select count(*) filter (where ${isOverdue(now, 'SLV')})::int as slv,
        count(*) filter (where ${isOverdue(now, 'SLR')})::int as slr,
        count(*) filter (where ${isOverdue(now, 'TD')})::int as td
      from slv where slv.status in (${statuses})
    ) slv, (select count(*)::int as tdoc from tdoc where ${isTdocOverdue(now)}) tdoc`.execute(
    db,
  )
  return rows[0] ?? { slv: 0, slr: 0, td: 0, tdoc: 0 }
}

export const readPools = ({ db, node }: NodeDeps) => [
  ...listPools(db),
  ...(node.replica
    ? listPools(node.replica).map((pool) => ({
        ...pool,
        pool: `replica_${pool.pool}`,
      }))
    : []),
]
