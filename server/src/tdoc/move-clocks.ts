import { daysOn } from '@portal/contract/slv/clocks'
import { type BallFacts, ballOf } from '@portal/contract/tdoc/clocks'
import type { TdocParty } from '@portal/contract/tdoc/model'
import type { Ctx } from '../lib/ctx.ts'
import { prepared, type Slot } from '../lib/prepared.ts'
import type { TdocRow } from './columns.ts'

/** The clock columns that stand beside a Tdoc: its ledger, added up. */
export type ClockFigures = Pick<TdocRow, 'buyerDays' | 'clockParty' | 'clockSince'>
type Clocked = ClockFigures & BallFacts & { id: string }

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
 * returns the figures that stand beside the Tdoc. Nothing when it stays where it is.
 */
export async function moveTdocClock(
  { db, now, sla: { days } }: Pick<Ctx, 'db' | 'now' | 'sla'>,
  tdoc: Clocked,
  after: BallFacts,
): Promise<Partial<ClockFigures>> {
  const had = tdoc.clockParty
  const gets = ballOf(after)
  if (had === gets) return {}
  if (had !== null) await endInterval(db, { tdocId: tdoc.id, at: now })
  if (gets !== null) await openInterval(db, { tdocId: tdoc.id, party: gets, openedAt: now })
  const ended = had === 'BUYER' ? daysOn({ days: 0, since: tdoc.clockSince }, days.ordinalAt(now)) : 0
  return {
    clockParty: gets,
    clockSince: gets === null ? null : days.receivedOrdinal(now),
    buyerDays: tdoc.buyerDays + ended,
  }
}
