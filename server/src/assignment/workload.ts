import type { SlvWork, Work, Workload } from '@portal/contract/assignment/model'
import {
  maySeeWorkload,
  permissionFor,
} from '@portal/contract/assignment/rules'
import { civil } from '@portal/contract/sla/calendar'
import { type Clock, clockStatuses } from '@portal/contract/slv/clocks'
import { openStatuses } from '@portal/contract/slv/status'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { listLiterals } from '../lib/database/literals.ts'
import { forbidden } from '../lib/errors.ts'
import { isDue, isOverdue } from '../slv/list/clock-sql.ts'
import { isDecidedSince } from '../slv/list/filter.ts'
import { isTdocDueToday, isTdocOverdue } from '../tdoc/list/list.ts'
import { visibleTdocs } from '../tdoc/visible.ts'
import { activeInRole, hasPermission } from '../user/find-person.ts'

type Figures = Pick<
  Workload,
  'open' | 'dueToday' | 'overdue' | 'waitingOnSeller' | 'decidedThisWeek'
>
type Counted = Figures & { id: string }

/**
 * Each person's work of one kind, by first name: everyone who can be assigned
 * it, and anyone else who still has some. Each figure equals the total of the
 * list that it links to (workload.test.ts). Throws 403 for people who may not
 * assign this work.
 */
export async function getWorkload(
  ctx: Ctx,
  work: Work,
): Promise<{ items: Workload[]; weekStart: string }> {
  if (!maySeeWorkload[work](ctx.actor))
    throw forbidden('You do not have permission to do this')
  const weekStart = findMonday(civil(ctx.now).day)
  const counted = new Map(
    (await countWork(ctx, work, weekStart)).map(({ id, ...figures }) => [
      id,
      figures,
    ]),
  )
  const permission = permissionFor[work]
  const available = activeInRole(ctx.db, ['UNDERWRITER'])
    .select('appUser.id')
    .$if(permission !== null, (all) =>
      all.where((eb) => hasPermission(eb, permission ?? 'myOwn')),
    )
  const people = await ctx.db
    .selectFrom('appUser')
    .select([
      'id',
      'name',
      (eb) => eb('id', 'in', available).$castTo<boolean>().as('isAvailable'),
    ])
    .where((eb) =>
      eb.or([
        eb('id', 'in', available),
        eb('id', '=', eb.fn.any(eb.val([...counted.keys()]))),
      ]),
    )
    .orderBy(sql`lower(first_name), lower(last_name), id`)
    .execute()
  const hasSellers = work === 'underwriter'
  const nothing = {
    open: 0,
    dueToday: 0,
    overdue: 0,
    waitingOnSeller: hasSellers ? 0 : null,
    decidedThisWeek: hasSellers ? 0 : null,
  }
  return {
    items: people.map((person) => ({
      ...person,
      ...(counted.get(person.id) ?? nothing),
    })),
    weekStart,
  }
}

/** The Monday of the week of a day. */
const findMonday = (day: string): string => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}

async function countWork(
  ctx: Ctx,
  work: Work,
  weekStart: string,
): Promise<Counted[]> {
  switch (work) {
    case 'underwriter':
      return countUnderwriters(ctx, weekStart)
    case 'slr':
      return countStage(ctx, sql`slv.underwriter_manager_id`, 'SLR')
    case 'tradeDesk':
      return countStage(ctx, sql`slv.trade_desk_id`, 'TD')
    case 'tdoc':
      return countTdocs(ctx, 'assignedUnderwriterId')
    case 'tdocReview':
      return countTdocs(ctx, 'reviewUnderwriterId')
  }
}

const isIn = (statuses: readonly string[]) =>
  sql<boolean>`slv.status in (${listLiterals(statuses)})`

/**
 * Two queries, because each has its index: open SLVs, and SLVs decided this
 * week.
 */
async function countUnderwriters(
  ctx: Ctx,
  weekStart: string,
): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select
      id,
      sum(open)::int as open,
      sum(due_today)::int as due_today,
      sum(overdue)::int as overdue,
      sum(waiting)::int as waiting_on_seller,
      sum(decided)::int as decided_this_week
    from (
      select
        slv.underwriter_id as id,
        count(*) as open,
        count(*) filter (
          where ${isDue(ctx, 'SLV', 'TODAY')}
        ) as due_today,
        count(*) filter (
          where ${isOverdue(ctx, 'SLV')}
        ) as overdue,
        count(*) filter (
          where slv.status = 'PENDING_DOCUMENTS'
        ) as waiting,
        0 as decided
      from slv
      where ${isIn(openStatuses)}
      group by slv.underwriter_id
      union all
      select slv.underwriter_id, 0, 0, 0, 0, count(*)
      from slv
      where ${isDecidedSince(weekStart)}
      group by slv.underwriter_id
    ) part
    where id is not null
    group by id`.execute(ctx.db)
  return rows
}

/** SLVs in review at SLR or the trade desk, by the clock of that review. */
async function countStage(
  ctx: Ctx,
  person: RawBuilder<unknown>,
  clock: Clock,
): Promise<Counted[]> {
  const { rows } = await sql<
    Omit<Counted, 'waitingOnSeller' | 'decidedThisWeek'>
  >`
    select
      ${person} as id,
      count(*)::int as open,
      count(*) filter (
        where ${isDue(ctx, clock, 'TODAY')}
      )::int as due_today,
      count(*) filter (
        where ${isOverdue(ctx, clock)}
      )::int as overdue
    from slv
    where ${person} is not null
      and ${isIn(clockStatuses[clock])}
    group by ${person}`.execute(ctx.db)
  return rows.map((row) => ({
    ...row,
    waitingOnSeller: null,
    decidedThisWeek: null,
  }))
}

async function countTdocs(
  ctx: Ctx,
  column: 'assignedUnderwriterId' | 'reviewUnderwriterId',
): Promise<Counted[]> {
  const rows = await visibleTdocs(ctx)
    .select(`tdoc.${column} as id`)
    .select(({ fn }) => [
      fn.countAll<number>().as('open'),
      fn.countAll<number>().filterWhere(isTdocDueToday(ctx)).as('dueToday'),
      fn.countAll<number>().filterWhere(isTdocOverdue(ctx)).as('overdue'),
    ])
    .where(sql<boolean>`tdoc.status_place < 3`)
    .where(`tdoc.${column}`, 'is not', null)
    .groupBy(`tdoc.${column}`)
    .execute()
  return rows.map(({ id, ...figures }) => ({
    ...figures,
    id: id ?? '',
    waitingOnSeller: null,
    decidedThisWeek: null,
  }))
}

type Due = { isDueToday: boolean; isOverdue: boolean }

/**
 * Which of these SLVs are due today or overdue, by the clock of this work, as
 * the figures above count them.
 */
export async function findDueSlvs(
  ctx: Ctx,
  work: SlvWork,
  ids: readonly string[],
): Promise<Map<string, Due>> {
  const clock = ({ underwriter: 'SLV', slr: 'SLR', tradeDesk: 'TD' } as const)[
    work
  ]
  const { rows } = await sql<Due & { id: string }>`
    select id, ${isDue(ctx, clock, 'TODAY')} as is_due_today, ${isOverdue(ctx, clock)} as is_overdue
    from slv where id = any(${ids}::uuid[])`.execute(ctx.db)
  return new Map(rows.map(({ id, ...due }) => [id, due]))
}

export async function findDueTdocs(
  ctx: Ctx,
  ids: readonly string[],
): Promise<Map<string, Due>> {
  const rows = await visibleTdocs(ctx)
    .select('tdoc.id')
    .select([
      isTdocDueToday(ctx).as('isDueToday'),
      isTdocOverdue(ctx).as('isOverdue'),
    ])
    .where(sql<boolean>`tdoc.id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, ...due }) => [id, due]))
}
