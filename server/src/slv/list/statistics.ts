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
import { isSeller } from '@portal/contract/user/policy'
import { sql } from 'kysely'
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
  const isForSeller = isSeller(ctx.actor)
  const { where } = await readFilter(ctx, filter)
  const rows = await ctx.db
    .selectFrom('slv')
    .select(({ fn }) => [
      'slv.status',
      fn.countAll<number>().as('count'),
      fn.countAll<number>().filterWhere(isOverdue(ctx, clock)).as('overdue'),
      fn
        .countAll<number>()
        .filterWhere(isDue(ctx, clock, 'TODAY'))
        .as('dueToday'),
      fn.countAll<number>().filterWhere(isDueLater(ctx, clock)).as('dueLater'),
      fn
        .countAll<number>()
        .filterWhere(isMine ?? sql<boolean>`false`)
        .as('mine'),
      fn
        .countAll<number>()
        .filterWhere(
          hasNeeds(role)
            ? sql<boolean>`${findNeed(ctx)} is not null`
            : sql<boolean>`false`,
        )
        .as('needsYou'),
    ])
    .where(where)
    .groupBy('slv.status')
    .execute()

  const byStatus: Partial<Record<SlvStatus, number>> = {}
  const byGroup = toRecord(slvGroups, () => 0)
  for (const { status, count } of rows) {
    const shown = statusFor(role, status)
    byStatus[shown] = (byStatus[shown] ?? 0) + count
    const group = groupFor(role, status)
    if (group) byGroup[group] += count
  }
  const sum = (values: number[]) =>
    values.reduce((total, value) => total + value, 0)
  return {
    total: sum(rows.map(({ count }) => count)),
    byStatus,
    byGroup,
    ...(!isForSeller &&
      toRecord(['overdue', 'dueToday', 'dueLater'], (key) =>
        sum(rows.map((row) => row[key])),
      )),
    ...(isMine && { mine: sum(rows.map(({ mine }) => mine)) }),
    ...(hasNeeds(role) && {
      needsYou: sum(rows.map(({ needsYou }) => needsYou)),
    }),
  }
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
