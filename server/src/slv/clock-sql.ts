import { openStatuses } from '@portal/contract/slv/status'
import { type RawBuilder, sql } from 'kysely'
import type { Slot } from '../lib/prepared.ts'

/** What the clock columns are read against: the ordinal of the business day that it is, and the targets. */
export type ClockValues = { today: number; firstTarget: number; laterTarget: number }

/** Business days of the buyer's open interval, 0 while somebody else has the ball: `daysOn` of contract/slv/clocks.ts. */
const running = (value: Slot<ClockValues>) =>
  sql<number>`case when slv.clock_party = 'BUYER' then greatest(0, ${value('today')}::int - slv.clock_since) else 0 end`

/** `turnTime` of the contract, as SQL on `slv`. */
export const turnTime = (value: Slot<ClockValues>): RawBuilder<number> =>
  sql<number>`slv.buyer_days + ${running(value)}`

/** Told in full, so that PostgreSQL knows the indexes of what is open by it. */
export const isOpen = sql<boolean>`slv.status in (${sql.join(openStatuses.map((status) => sql.lit(status)))})`

/**
 * What is open, in parts: `slaDays` of each is what is stored of it and a number that all of its part have in common, so that
 * an index finds those over a limit and puts them in order.
 */
export type SlaPart = {
  where: RawBuilder<boolean>
  stored: RawBuilder<number>
  common: RawBuilder<number>
  isOverdue: RawBuilder<boolean>
  /** Whether an index has it in the order of what is stored, and of dates where that is the same. */
  isInOrder: boolean
}

/** Days over the target of what is open; of what is not, a number without a meaning. */
export const daysOver = (value: Slot<ClockValues>): RawBuilder<number> =>
  sql<number>`slv.round_days + ${running(value)}
    - case when slv.resubmit_count > 0 then ${value('laterTarget')}::int else ${value('firstTarget')}::int end`

/** The open SLVs by whose clock runs and which target they have. */
export const slaParts = (value: Slot<ClockValues>): SlaPart[] => {
  const today = sql<number>`${value('today')}::int`
  const part = (where: RawBuilder<boolean>, stored: RawBuilder<number>, common: RawBuilder<number>): SlaPart => ({
    ...{ where: sql<boolean>`${isOpen} and ${where}`, stored, common, isInOrder: true },
    isOverdue: sql<boolean>`${stored} > 0 - (${common})`,
  })
  // Received after hours, it counts from the next day on: few. Both ends are told, so that PostgreSQL knows.
  const ahead = sql<boolean>`slv.clock_party = 'BUYER' and slv.clock_since between ${today} + 1 and 2147483647`
  const counted = (['firstTarget', 'laterTarget'] as const).flatMap((which, isLater) => {
    const target = sql<number>`${value(which)}::int`
    const ofRound = sql<boolean>`least(slv.resubmit_count, 1) = ${sql.lit(isLater)}`
    return [
      part(
        sql`${ofRound} and slv.clock_party = 'BUYER' and slv.clock_since <= ${today}`,
        sql`(slv.round_days - slv.clock_since)`,
        sql`${today} - ${target}`,
      ),
      part(sql`${ofRound} and slv.clock_party is distinct from 'BUYER'`, sql`slv.round_days`, sql`- ${target}`),
    ]
  })
  return [...counted, { ...part(ahead, sql`(${daysOver(value)})`, sql`0`), isInOrder: false }]
}

/** `slaDays` of the contract (positive is overdue), as SQL on `slv`; null where `hasSla` says that there is none. */
export const slaDays = (value: Slot<ClockValues>): RawBuilder<number | null> =>
  sql<number | null>`case when ${isOpen} then ${daysOver(value)} end`
