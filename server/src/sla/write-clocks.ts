import { keysOf } from '@portal/contract/lib/typed'
import type { BusinessDays } from '@portal/contract/sla/calendar'
import { replayed } from '@portal/contract/slv/clocks'
import { replayedTdoc } from '@portal/contract/tdoc/clocks'
import type { Db } from '../lib/database/db.ts'
import { updateRows } from '../lib/database/update-rows.ts'
import { readRunning, readRunningTdocs } from './read-running.ts'

/** Recounts running clocks without new versions, under the calendar lock (docs/decisions/018-sla-management.md). */
export async function writeClocks(db: Db, days: BusinessDays): Promise<void> {
  for await (const slvs of readRunning(db)) {
    const changed = slvs.flatMap((slv) => {
      const figures = replayed(slv.ledger, slv.resubmitCount, days)
      return differs(slv, figures) ? [{ id: slv.id, ...figures }] : []
    })
    await updateRows(db, 'slv', changed)
  }
  for await (const tdocs of readRunningTdocs(db)) {
    const changed = tdocs.flatMap((tdoc) => {
      const figures = replayedTdoc(tdoc.ledger, days)
      return differs(tdoc, figures) ? [{ id: tdoc.id, ...figures }] : []
    })
    await updateRows(db, 'tdoc', changed)
  }
}

const differs = <F extends object>(kept: F, figures: F) =>
  keysOf(figures).some((column) => kept[column] !== figures[column])
