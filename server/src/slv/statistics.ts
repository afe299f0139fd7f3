import { tableOf } from '@portal/contract/lib/typed'
import type { SlvFilter } from '@portal/contract/slv/list-query'
import type { SlvStatistics } from '@portal/contract/slv/row'
import { groupFor, type SlvStatus, slvGroups, statusFor } from '@portal/contract/slv/status'
import { isSeller } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { prepared, type Slot } from '../lib/prepared.ts'
import { isTallied, talliedIn } from './count.ts'
import { type FilterShape, type FilterValues, isOverdue, matches, readFilter, slvsIn } from './filter.ts'

const counts = prepared(
  'slv.statistics',
  (db, value: Slot<FilterValues>, shape: FilterShape & { isForSeller: boolean }) =>
    db
      .selectFrom('slv')
      .select(({ fn }) => ['slv.status', fn.countAll<number>().as('count')])
      .$if(!shape.isForSeller, (query) =>
        query.select(({ fn }) => fn.countAll<number>().filterWhere(isOverdue(value)).as('overdue')),
      )
      .where((eb) => matches(eb, shape, value))
      .groupBy('slv.status'),
)

const tallied = prepared(
  'slv.statistics.tally',
  (db, value: Slot<FilterValues>, shape: FilterShape & { isForSeller: boolean }) => {
    const late = sql`select slv.status, count(*) as overdue from ${slvsIn({ ...shape, isOverdue: true }, value)} as slv group by slv.status`
    const query = shape.isForSeller
      ? sql<Count>`select slv.status, sum(slv.n) as count ${talliedIn(shape, value)} group by slv.status having sum(slv.n) <> 0`
      : sql<Count>`with late as materialized (${late})
        select slv.status, sum(slv.n) as count, coalesce((select overdue from late where late.status = slv.status), 0) as overdue
        ${talliedIn(shape, value)} group by slv.status having sum(slv.n) <> 0`
    return { compile: () => query.compile(db) }
  },
)
type Count = { status: SlvStatus; count: number; overdue?: number }

/** How many SLVs stand in one of the asker's lists, by status and group as they are shown. Throws 403 for a list that they do not have. */
export async function getStatistics(
  ctx: Ctx,
  filter: Pick<SlvFilter, 'tableMode' | 'departmentTableMode'>,
): Promise<SlvStatistics> {
  const { role } = ctx.actor
  const isForSeller = isSeller(ctx.actor)
  const { shape, values } = readFilter(ctx, filter)
  const rows = await (isTallied(shape) ? tallied : counts)(ctx.db, values, { ...shape, isForSeller })

  const byStatus: Partial<Record<SlvStatus, number>> = {}
  const byGroup = tableOf(slvGroups, () => 0)
  for (const { status, count } of rows) {
    const shown = statusFor(role, status)
    byStatus[shown] = (byStatus[shown] ?? 0) + count
    const group = groupFor(role, status)
    if (group) byGroup[group] += count
  }
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return {
    total: sum(rows.map(({ count }) => count)),
    byStatus,
    byGroup,
    ...(!isForSeller && { overdue: sum(rows.map(({ overdue = 0 }) => overdue)) }),
  }
}
