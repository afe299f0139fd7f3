import type { ClockColumns, LedgerInterval } from '@portal/contract/slv/clocks'
import type { SlvStatus } from '@portal/contract/slv/status'
import type { Db } from '../lib/db.ts'

/** An SLV whose clock runs: what stands beside it, and what that is made of. */
export type RunningSlv = ClockColumns & {
  id: string
  status: SlvStatus
  resubmitCount: number
  ledger: LedgerInterval[]
}

/** So many are in memory at once. */
const batchSize = 1000

/**
 * Every SLV whose clock runs, in batches: other requests of this node get their turn between them. Without their ledgers
 * where only what stands beside them is asked for.
 */
export async function* readRunning(db: Db, withLedger = true): AsyncGenerator<RunningSlv[]> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const slvs = await db
      .selectFrom('slv')
      .select(['id', 'status', 'resubmitCount', 'buyerDays', 'sellerDays', 'roundDays', 'clockParty', 'clockSince'])
      .select(['slrDays', 'slrSince', 'tdDays', 'tdSince'])
      .where('clockParty', 'is not', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    const intervals = withLedger
      ? await intervalsOf(
          db,
          slvs.map(({ id }) => id),
        )
      : []
    const ledgers = Map.groupBy(intervals, ({ slvId }) => slvId)
    yield slvs.map((slv) => ({ ...slv, ledger: ledgers.get(slv.id) ?? [] }))
    if (slvs.length < batchSize) return
    last = slvs.at(-1)?.id ?? last
  }
}

const intervalsOf = (db: Db, ids: string[]) =>
  db
    .selectFrom('slvInterval')
    .select(['slvId', 'clock', 'party', 'resubmitCount', 'openedAt', 'closedAt'])
    .where((eb) => eb('slvId', '=', eb.fn.any(eb.val(ids))))
    .orderBy('id')
    .execute()
