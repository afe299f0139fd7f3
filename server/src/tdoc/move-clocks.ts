import type { BusinessDays } from '@portal/contract/sla/calendar'
import { daysOn } from '@portal/contract/slv/clocks'
import { type BallFacts, ballOf, replayedTdoc, type TdocClock } from '@portal/contract/tdoc/clocks'
import type { TdocParty } from '@portal/contract/tdoc/model'
import type { Ctx } from '../lib/ctx.ts'
import { prepared, type Slot } from '../lib/prepared.ts'
import { presentSla } from '../sla/keep-calendar.ts'
import type { TdocRow } from './columns.ts'
import type { LockedTdoc } from './lock.ts'

/** The clock columns that stand beside a Tdoc: its ledger, added up, and by which calendar. */
type ClockFigures = TdocClock & Pick<TdocRow, 'countedBy'>
type Clocked = ClockFigures & BallFacts & Pick<LockedTdoc, 'id' | 'calendarVersion'>

const endInterval = prepared('tdoc.interval.end', (db, value: Slot<{ tdocId: string; at: Date }>) =>
  db
    .updateTable('tdocInterval')
    .set({ closedAt: value('at') })
    .where('tdocId', '=', value('tdocId'))
    .where('closedAt', 'is', null),
)

const openInterval = prepared(
  'tdoc.interval.open',
  (db, value: Slot<{ tdocId: string; party: TdocParty; openedAt: Date }>) =>
    db
      .insertInto('tdocInterval')
      .values({ tdocId: value('tdocId'), party: value('party'), openedAt: value('openedAt') }),
)

/** Opens the first interval of a Tdoc that is the buyer's from receipt on. */
export const openTdocClock = ({ db }: Pick<Ctx, 'db'>, tdocId: string, openedAt: Date) =>
  openInterval(db, { tdocId, party: 'BUYER', openedAt })

/**
 * Writes the ledger when the ball goes to somebody else: closes the interval that ends, opens the one that begins, and
 * returns the figures that stand beside the Tdoc, by the calendar as it stands under the lock. Nothing when it stays where it is.
 */
export async function moveTdocClock(
  ctx: Pick<Ctx, 'db' | 'now' | 'sla'>,
  tdoc: Clocked,
  after: BallFacts,
): Promise<Partial<ClockFigures>> {
  const { db, now } = ctx
  const had = tdoc.clockParty
  const gets = ballOf(after)
  if (had === gets) return {}
  const { days, version } = await presentSla(ctx, tdoc.calendarVersion)
  // What had ended was left as an earlier calendar counted it. Now that it goes on, one calendar counts it all.
  const isOutdated = had === null && tdoc.countedBy !== version
  const { buyerDays } = isOutdated ? await recount(ctx, tdoc.id, days) : tdoc
  if (had !== null) await endInterval(db, { tdocId: tdoc.id, at: now })
  if (gets !== null) await openInterval(db, { tdocId: tdoc.id, party: gets, openedAt: now })
  const ended = had === 'BUYER' ? daysOn({ days: 0, since: tdoc.clockSince }, days.ordinalAt(now)) : 0
  return {
    clockParty: gets,
    clockSince: gets === null ? null : days.receivedOrdinal(now),
    buyerDays: buyerDays + ended,
    ...(gets === null && { countedBy: version }),
  }
}

const recount = async ({ db }: Pick<Ctx, 'db'>, tdocId: string, days: BusinessDays): Promise<TdocClock> => {
  const ledger = await db
    .selectFrom('tdocInterval')
    .select(['party', 'openedAt', 'closedAt'])
    .where('tdocId', '=', tdocId)
    .orderBy('id')
    .execute()
  return replayedTdoc(ledger, days)
}
