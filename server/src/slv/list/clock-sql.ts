import type { Due } from '@portal/contract/slv/list-query'
import { openStatuses } from '@portal/contract/slv/status'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'

type Clock = Pick<Ctx, 'now' | 'sla'>

/** `turnTime` of the contract: business days of the buyer's ended intervals and of the open one, as SQL on `slv`. */
export const turnTime = (clock: Clock): RawBuilder<number> => sql<number>`slv.buyer_days + ${running(clock)}`

/** Business days of the buyer's open interval, 0 while another party has to act: `daysOn` of contract/slv/clocks.ts. */
const running = ({ now, sla }: Clock) =>
  sql<number>`case when slv.clock_party = 'BUYER' then greatest(0, ${sla.days.ordinalAt(now)}::int - slv.clock_since) else 0 end`

const isOpen = sql<boolean>`slv.status in (${sql.join(openStatuses.map((status) => sql.lit(status)))})`

/** `slaDays` of the contract (positive is overdue), as SQL on `slv`; null without an SLA (`hasSla`). */
export const slaDays = (clock: Clock): RawBuilder<number | null> => {
  const { slvReview, slvResubmission } = clock.sla.targets
  return sql<number | null>`case when ${isOpen} then slv.round_days + ${running(clock)}
    - case when slv.resubmit_count > 0 then ${slvResubmission.targetDays}::int else ${slvReview.targetDays}::int end end`
}

/** The ordinal of `dueAt` of the contract's `slaStatus`, as SQL on `slv`; null without an SLA and while it is paused. */
export const dueOrdinal = (clock: Clock): RawBuilder<number | null> => {
  const today = sql`${clock.sla.days.ordinalAt(clock.now)}::int`
  const days = slaDays(clock)
  return sql<number | null>`case when ${isOpen} and slv.clock_party = 'BUYER'
    then case when ${days} > 0 then ${today} else greatest(${today}, slv.clock_since) end - ${days} end`
}

/** Whether an open SLV has more days on the buyer's clock than the target, as SQL on `slv`; never null. */
export const isOverdue = (clock: Clock): RawBuilder<boolean> => sql<boolean>`(${isOpen} and ${slaDays(clock)} > 0)`

/** Whether an open SLV is due after today, as SQL on `slv`; never null. */
export const isDueLater = (clock: Clock): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${dueOrdinal(clock)} > ${clock.sla.days.ordinalAt(clock.now)}::int, false)`

/** When an open SLV is due, as SQL on `slv`; never null. Not overdue, it is due only while the buyer's clock runs. */
export const isDue = (clock: Clock, due: Due): RawBuilder<boolean> => {
  if (due === 'OVERDUE') return isOverdue(clock)
  const days = slaDays(clock)
  const { slvReview, slvResubmission } = clock.sla.targets
  const warned = sql`case when slv.resubmit_count > 0 then ${slvResubmission.warnDays}::int else ${slvReview.warnDays}::int end`
  // What was received after the cut-off starts on a later day, and is due then at the earliest.
  const isToday = sql`(${days} = 0 and slv.clock_since <= ${clock.sla.days.ordinalAt(clock.now)}::int)`
  const within = due === 'TODAY' ? isToday : sql`${days} between -${warned} and 0 and not ${isToday}`
  return sql<boolean>`(${isOpen} and slv.clock_party = 'BUYER' and ${within})`
}
