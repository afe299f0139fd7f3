import type { TdocSlaExplanation } from '@portal/contract/sla/api'
import { slaItemOf } from '@portal/contract/tdoc/clocks'
import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { visibleTdocs } from '../tdoc/visible.ts'
import { countedFigure, countedInterval } from './explain.ts'
import { loadDays } from './load.ts'

/**
 * How the SLA figure of a Tdoc came: each interval of its ledger, counted again by the calendar. Throws 404 for a Tdoc that
 * the asker may not see.
 */
export async function explainTdocClock(ctx: Ctx, tdocId: string): Promise<TdocSlaExplanation> {
  const tdoc = await visibleTdocs(ctx)
    .select(['status', 'type', 'loanKind', 'clockParty', 'countedBy'])
    .where('id', '=', tdocId)
    .executeTakeFirst()
  if (!tdoc) throw notFound('Tdoc')
  const ledger = await ctx.db
    .selectFrom('tdocInterval')
    .select(['party', 'openedAt', 'closedAt'])
    .where('tdocId', '=', tdocId)
    .orderBy('id')
    .execute()

  // What is over stays as it was counted, by the calendar of its time.
  const isEarlierCalendar = ledger.length > 0 && tdoc.clockParty === null && tdoc.countedBy !== ctx.sla.version
  const days = isEarlierCalendar ? await loadDays(ctx.db, tdoc.countedBy) : ctx.sla.days
  // While the reviewer has the ball, the buyer's clock stands.
  const intervals = ledger.map((one) => ({
    party: one.party,
    ...countedInterval(days, one, ctx.now, one.party === 'BUYER'),
  }))
  return {
    cutOff: days.cutOff,
    timeZone: days.timeZone,
    isEarlierCalendar,
    clock: tdoc.status === 'COMPLETE' ? null : countedFigure(ctx, ctx.sla.targets[slaItemOf(tdoc)], intervals),
    intervals,
  }
}
