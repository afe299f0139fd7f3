import { toRecord } from '@portal/contract/lib/typed'
import { clockForList } from '@portal/contract/slv/clocks'
import { reviewStatuses } from '@portal/contract/slv/counts'
import type { StatisticsQuery } from '@portal/contract/slv/list-api'
import { hasNeeds } from '@portal/contract/slv/needs'
import type { SlvStatistics } from '@portal/contract/slv/row'
import {
  groupFor,
  type SlvStatus,
  slvGroups,
  statusFor,
} from '@portal/contract/slv/status'
import type { TableMode } from '@portal/contract/slv/table-mode'
import type { Role } from '@portal/contract/user/model'
import { isSeller } from '@portal/contract/user/policy'
import { type Expression, sql } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'
import { isDue, isDueLater, isOverdue } from './clock-sql.ts'
import { readFilter, toMode } from './filter.ts'
import { findNeed } from './find-needs.ts'

/**
 * Counts one of the actor's lists by status and group as shown to them. Throws
 * 403 for a list that they don't have.
 */
export async function getStatistics(
  ctx: Ctx,
  filter: Partial<StatisticsQuery> &
    Pick<StatisticsQuery, 'departmentTableMode'>,
): Promise<SlvStatistics> {
  const { role } = ctx.actor
  const mode = toMode(ctx.actor, filter.tableMode)
  const clock = clockForList({ ...filter, tableMode: mode })
  const isMine = mineIn(mode, ctx.actor.id)
  const { where } = await readFilter(ctx, filter)
  const needsActor =
    hasNeeds(role) && sql<boolean>`${findNeed(ctx)} is not null`
  const rows = await ctx.db
    .selectFrom('slv')
    .select([
      'slv.status',
      countRows(sql`true`).as('count'),
      countRows(isOverdue(ctx, clock)).as('overdue'),
      countRows(isDue(ctx, clock, 'TODAY')).as('dueToday'),
      countRows(isDueLater(ctx, clock)).as('dueLater'),
      countRows(isMine || sql`false`).as('mine'),
      countRows(needsActor || sql`false`).as('needsYou'),
    ])
    .where(where)
    .groupBy('slv.status')
    .execute()

  const sum = (key: Exclude<keyof (typeof rows)[number], 'status'>) =>
    rows.reduce((total, row) => total + row[key], 0)
  return {
    total: sum('count'),
    ...countShown(role, rows),
    ...(!isSeller(ctx.actor) &&
      toRecord(['overdue', 'dueToday', 'dueLater'], sum)),
    ...(isMine && { mine: sum('mine') }),
    ...(hasNeeds(role) && { needsYou: sum('needsYou') }),
  }
}

const countRows = (condition: Expression<unknown>) =>
  sql<number>`count(*) filter (where ${condition})`

/** By the statuses and groups that the role sees. */
function countShown(
  role: Role,
  rows: readonly { status: SlvStatus; count: number }[],
): Pick<SlvStatistics, 'byStatus' | 'byGroup'> {
  const byStatus: Partial<Record<SlvStatus, number>> = {}
  const byGroup = toRecord(slvGroups, () => 0)
  for (const { status, count } of rows) {
    const shown = statusFor(role, status)
    byStatus[shown] = (byStatus[shown] ?? 0) + count
    const group = groupFor(role, status)
    if (group) byGroup[group] += count
  }
  return { byStatus, byGroup }
}

/**
 * Whether a review in the list of SLR or the trade desk is assigned to this
 * person, as SQL on `slv`; null for other lists.
 */
function mineIn(mode: TableMode, readerId: string) {
  const statuses = reviewStatuses(mode)
  if (statuses === null) return null
  const reviewer = sql.ref(
    mode === 'SLR' ? 'slv.underwriter_manager_id' : 'slv.trade_desk_id',
  )
  return sql<boolean>`(${reviewer} = ${readerId} and slv.status = any(${statuses}::text[]))`
}
