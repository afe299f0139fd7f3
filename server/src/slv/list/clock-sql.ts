import { type Clock, clockStatuses } from '@portal/contract/slv/clocks'
import type { Due } from '@portal/contract/slv/list-query'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'
import { listLiterals } from '../../lib/database/literals.ts'

type Now = Pick<Ctx, 'now' | 'sla'>

/**
 * For each clock, the days of its closed intervals and the ordinal that it
 * counts from (null while paused).
 */
const figures = {
  SLV: {
    days: sql`slv.round_days`,
    since: sql`case when slv.clock_party = 'BUYER' then slv.clock_since end`,
  },
  SLR: { days: sql`slv.slr_days`, since: sql`slv.slr_since` },
  TD: { days: sql`slv.td_days`, since: sql`slv.td_since` },
}

const todayIn = ({ now, sla }: Now) =>
  sql<number>`${sla.days.ordinalAt(now)}::int`

/**
 * Business days of the open interval, 0 while the clock is paused: `daysOn` of
 * contract/slv/clocks.ts.
 */
const running = (now: Now, of: Clock) =>
  sql<number>`coalesce(greatest(0, ${todayIn(now)} - (${figures[of].since})), 0)`

/**
 * `turnTime` of the contract: business days of the buyer's ended intervals and
 * of the open one, as SQL on `slv`.
 */
export const turnTime = (now: Now): RawBuilder<number> =>
  sql<number>`slv.buyer_days + ${running(now, 'SLV')}`

/** Whether the work of a clock is open; an index finds it. */
export const isOpen = (of: Clock) =>
  sql<boolean>`slv.status in (${listLiterals(clockStatuses[of])})`

const target = (
  { sla: { targets } }: Now,
  of: Clock,
  part: 'targetDays' | 'warnDays',
) => {
  const { slvReview, slvResubmission, slrReview, tdReview } = targets
  if (of !== 'SLV')
    return sql`${(of === 'SLR' ? slrReview : tdReview)[part]}::int`
  return sql`
    case
      when slv.resubmit_count > 0 then ${slvResubmission[part]}::int
      else ${slvReview[part]}::int
    end`
}

/**
 * `days` of the contract's `slaOn` (positive is overdue), as SQL on `slv`; null
 * without an SLA.
 */
export const slaDays = (now: Now, of: Clock): RawBuilder<number | null> =>
  sql<number | null>`case when ${isOpen(of)}
    then ${figures[of].days} + ${running(now, of)} - ${target(now, of, 'targetDays')} end`

/**
 * `dueOrdinal` of the contract, as SQL: `since` is the ordinal that a clock
 * counts from, `days` its days over the target; null while it is paused.
 */
const dueBy = (
  now: Now,
  since: RawBuilder<unknown>,
  days: RawBuilder<unknown>,
): RawBuilder<number | null> => {
  const today = todayIn(now)
  return sql<number | null>`case when ${since} is not null
    then case when ${days} > 0 then ${today} else greatest(${today}, ${since}) end - ${days} end`
}

/**
 * The ordinal of `dueAt` of the contract's `slaOn`, as SQL on `slv`; null
 * without an SLA and while it is paused.
 */
export const dueOrdinal = (now: Now, of: Clock): RawBuilder<number | null> =>
  dueBy(now, figures[of].since, slaDays(now, of))

/**
 * The ordinal of `expectedBy` of the contract's `findExpectation`, as SQL on
 * `slv`; null if no one has to act.
 */
export const expectedOrdinal = (now: Now): RawBuilder<number | null> => {
  const { targetDays } = now.sla.targets.sellerDocuments
  const since = sql`slv.clock_since`
  const sellersDays = sql`(greatest(0, ${todayIn(now)} - ${since}) - ${targetDays}::int)`
  return sql<number | null>`
    case
      when not ${isOpen('SLV')} then null
      when slv.clock_party = 'SELLER' then ${dueBy(now, since, sellersDays)}
      else ${dueOrdinal(now, 'SLV')}
    end`
}

/**
 * Whether open work has more days on its clock than the target, as SQL on
 * `slv`; never null.
 */
export const isOverdue = (now: Now, of: Clock): RawBuilder<boolean> =>
  sql<boolean>`(${isOpen(of)} and coalesce(${slaDays(now, of)} > 0, false))`

/** Whether open work is due after today, as SQL on `slv`; never null. */
export const isDueLater = (now: Now, of: Clock): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${dueOrdinal(now, of)} > ${todayIn(now)}, false)`

/**
 * When open work is due, as SQL on `slv`; never null. Only overdue work is due
 * while its clock is paused.
 */
export const isDue = (now: Now, of: Clock, due: Due): RawBuilder<boolean> => {
  if (due === 'OVERDUE') return isOverdue(now, of)
  const days = slaDays(now, of)
  const { since } = figures[of]
  // Work received after the cutoff starts on a later day, and is due then at
  // the earliest.
  const isToday = sql`(${days} = 0 and ${since} <= ${todayIn(now)})`
  const within =
    due === 'TODAY'
      ? isToday
      : sql`${days} between -(${target(now, of, 'warnDays')}) and 0 and not ${isToday}`
  return sql<boolean>`(${isOpen(of)} and coalesce(${since} is not null and ${within}, false))`
}
