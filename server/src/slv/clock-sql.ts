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

/** `slaDays` of the contract (positive is overdue), as SQL on `slv`; null where `hasSla` says that there is none. */
export const slaDays = (value: Slot<ClockValues>): RawBuilder<number | null> =>
  sql<number | null>`case when slv.status in (${sql.join(openStatuses.map((status) => sql.lit(status)))})
    then slv.round_days + ${running(value)}
    - case when slv.resubmit_count > 0 then ${value('laterTarget')}::int else ${value('firstTarget')}::int end end`
