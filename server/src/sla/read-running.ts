import {
  type ClockColumns,
  getClocks,
  type LedgerInterval,
} from '@portal/contract/slv/clocks'
import { type SlvStatus, slvStatuses } from '@portal/contract/slv/status'
import type { TdocClock, TdocInterval } from '@portal/contract/tdoc/clocks'
import {
  type LoanKind,
  type TdocStatus,
  type TdocType,
  tdocStatuses,
} from '@portal/contract/tdoc/model'
import type { Db } from '../lib/database/db.ts'

/** An SLV with a running clock. */
export type RunningSlv = ClockColumns & {
  id: string
  status: SlvStatus
  resubmitCount: number
  ledger: LedgerInterval[]
}

/** A Tdoc with a running clock. */
export type RunningTdoc = TdocClock & {
  id: string
  status: TdocStatus
  type: TdocType
  loanKind: LoanKind
  ledger: TdocInterval[]
}

const runningStatuses = slvStatuses.filter(
  (status) => getClocks(status).SLV !== undefined,
)
const batchSize = 1000

/**
 * Reads in batches, between which other requests of this node get their turn.
 */
async function* inBatches<Row>(
  rows: readonly { id: string }[],
  read: (ids: string[]) => Promise<Row[]>,
) {
  for (let from = 0; from < rows.length; from += batchSize)
    yield await read(rows.slice(from, from + batchSize).map(({ id }) => id))
}

/**
 * SLVs with a running clock, in batches; ledgers are empty unless requested.
 */
export async function* readRunning(
  db: Db,
  withLedger = true,
): AsyncGenerator<RunningSlv[]> {
  const running = await db
    .selectFrom('slv')
    .select('id')
    .where('status', 'in', runningStatuses)
    .where('clockParty', 'is not', null)
    .orderBy('id')
    .execute()
  yield* inBatches(running, async (ids) => {
    const slvs = await db
      .selectFrom('slv')
      .select([
        'id',
        'status',
        'resubmitCount',
        'buyerDays',
        'sellerDays',
        'roundDays',
        'clockParty',
        'clockSince',
      ])
      .select(['slrDays', 'slrSince', 'tdDays', 'tdSince'])
      .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
      .execute()
    const intervals = db
      .selectFrom('slvInterval')
      .select([
        'slvId',
        'clock',
        'party',
        'resubmitCount',
        'openedAt',
        'closedAt',
      ])
      .where((eb) => eb('slvId', '=', eb.fn.any(eb.val(ids))))
      .orderBy('id')
    const ledgers = Map.groupBy(
      withLedger ? await intervals.execute() : [],
      ({ slvId }) => slvId,
    )
    return slvs.map((slv) => ({ ...slv, ledger: ledgers.get(slv.id) ?? [] }))
  })
}

/**
 * Tdocs with a running clock, in batches; ledgers are empty unless requested.
 */
export async function* readRunningTdocs(
  db: Db,
  withLedger = true,
): AsyncGenerator<RunningTdoc[]> {
  const running = await db
    .selectFrom('tdoc')
    .select('id')
    .where('statusPlace', '<', tdocStatuses.indexOf('COMPLETE') + 1)
    .where('clockParty', 'is not', null)
    .orderBy('id')
    .execute()
  yield* inBatches(running, async (ids) => {
    const tdocs = await db
      .selectFrom('tdoc')
      .select([
        'id',
        'status',
        'type',
        'loanKind',
        'buyerDays',
        'clockParty',
        'clockSince',
      ])
      .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
      .execute()
    const intervals = db
      .selectFrom('tdocInterval')
      .select(['tdocId', 'party', 'openedAt', 'closedAt'])
      .where((eb) => eb('tdocId', '=', eb.fn.any(eb.val(ids))))
      .orderBy('id')
    const ledgers = Map.groupBy(
      withLedger ? await intervals.execute() : [],
      ({ tdocId }) => tdocId,
    )
    return tdocs.map((tdoc) => ({
      ...tdoc,
      ledger: ledgers.get(tdoc.id) ?? [],
    }))
  })
}
