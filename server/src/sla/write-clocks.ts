import { keysOf } from '@portal/contract/lib/typed'
import type { BusinessDays } from '@portal/contract/sla/calendar'
import { replayed } from '@portal/contract/slv/clocks'
import { replayedTdoc, type TdocClock } from '@portal/contract/tdoc/clocks'
import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import { readRunning, readRunningTdocs } from './read-running.ts'

/**
 * Counts every running clock anew by these days, and writes the figures that differ. For a transaction that has taken the
 * calendar: nobody moves a clock meanwhile. What has ended stays as it was counted (docs/decisions/018-sla-management.md).
 */
export async function writeClocks(db: Db, days: BusinessDays): Promise<void> {
  for await (const slvs of readRunning(db)) {
    const changed = slvs.flatMap((slv) => {
      const figures = replayed(slv.ledger, slv.resubmitCount, days)
      return differs(slv, figures) ? [{ id: slv.id, ...figures }] : []
    })
    if (changed.length > 0) await writeFigures(db, changed)
  }
  for await (const tdocs of readRunningTdocs(db)) {
    const changed = tdocs.flatMap((tdoc) => {
      const figures = replayedTdoc(tdoc.ledger, days)
      return differs(tdoc, figures) ? [{ id: tdoc.id, ...figures }] : []
    })
    if (changed.length > 0) await writeTdocFigures(db, changed)
  }
}

type Figures = ReturnType<typeof replayed>

const differs = <F extends object>(kept: F, figures: F) =>
  keysOf(figures).some((column) => kept[column] !== figures[column])

/** One statement for all of them. Nobody edited them: their versions stay. */
const writeFigures = (db: Db, figures: readonly (Figures & { id: string })[]) =>
  sql`update slv set
      buyer_days = f."buyerDays", seller_days = f."sellerDays", round_days = f."roundDays", clock_since = f."clockSince",
      slr_days = f."slrDays", slr_since = f."slrSince", td_days = f."tdDays", td_since = f."tdSince"
    from jsonb_to_recordset(${JSON.stringify(figures)}::jsonb) as f (
      id uuid, "buyerDays" int, "sellerDays" int, "roundDays" int, "clockSince" int,
      "slrDays" int, "slrSince" int, "tdDays" int, "tdSince" int)
    where slv.id = f.id`.execute(db)

const writeTdocFigures = (db: Db, figures: readonly (TdocClock & { id: string })[]) =>
  sql`update tdoc set buyer_days = f."buyerDays", clock_since = f."clockSince"
    from jsonb_to_recordset(${JSON.stringify(figures)}::jsonb) as f (id uuid, "buyerDays" int, "clockSince" int)
    where tdoc.id = f.id`.execute(db)
