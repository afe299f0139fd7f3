import { sql } from 'kysely'
import { afterCommit, type Db, inTransaction } from './database/db.ts'
import { enqueue } from './jobs/jobs.ts'

/** A change, as sent to all nodes on the channel 'change'. */
export type Change =
  | {
      kind: 'SLV' | 'TDOC'
      id: string
      /**
       * Whether the change is invisible to sellers or, for a Tdoc, to the
       * vendor's reviewers.
       */
      isInternal: boolean
      /** The version stayed, so pages that have it read the item again. */
      keepsVersion?: true
      /**
       * The previous facts that decide who sees it, if the change affected
       * them.
       */
      was?: object
    }
  | {
      kind: 'PRESENCE'
      id: string
      userId: string
      name: string
      isEditing: boolean
      isHere: boolean
    }

/** A NOTIFY carries at most 8,000 bytes; a change has at most 400. */
const maxAtOnce = 18

const batches = new WeakMap<Db, Change[]>()

/**
 * Notifies every node of a change after the transaction commits, with one
 * NOTIFY per transaction. A NOTIFY within it would serialize commits. It is
 * lost if the process ends in between, so it is only a hint to read again.
 */
export function publish(db: Db, change: Change): void {
  const batch = batches.get(db)
  if (batch) return void batch.push(change)
  const fresh = [change]
  if (db.isTransaction) batches.set(db, fresh)
  afterCommit(db, (after) => void send(after, fresh))
}

/**
 * Also queues the job that creates webhook deliveries, if history entries are
 * waiting for it.
 */
async function send(db: Db, changes: readonly Change[]) {
  const payloads: string[] = []
  for (let from = 0; from < changes.length; from += maxAtOnce)
    payloads.push(toPayload(changes.slice(from, from + maxAtOnce)))
  try {
    // NOTIFY writes a commit record; no one needs to wait for the disk.
    const { rows } = await sql<{ hasEvents: boolean }>`
      select
        set_config('synchronous_commit', 'off', true),
        pg_notify('change', payload),
        has_webhook_events() as has_events
      from unnest(${payloads}::text[]) payload`.execute(db)
    if (rows[0]?.hasEvents) await enqueueDeliveries(db)
  } catch {
    // Open pages reload by themselves, and the job runs every minute.
  }
}

/**
 * Queues the job that creates webhook deliveries after the transaction commits,
 * for an event that open pages aren't notified of.
 */
export const queueDeliveries = (db: Db): void =>
  afterCommit(db, (after) => void sendEvents(after))

async function sendEvents(db: Db) {
  try {
    const { rows } = await sql<{ hasEvents: boolean }>`
      select has_webhook_events() as has_events`.execute(db)
    if (rows[0]?.hasEvents) await enqueueDeliveries(db)
  } catch {
    // The job runs every minute.
  }
}

const enqueueDeliveries = (db: Db) =>
  inTransaction(db, (tx) =>
    enqueue(tx, 'create-deliveries', {}, { key: 'all' }),
  )

/**
 * The payload calls `isInternal` `isInner`: the previous release sends and reads
 * that name while both run.
 */
type SentChange = Record<string, unknown> & { isInner?: boolean }

function toPayload(changes: readonly Change[]): string {
  const sent = changes.map((change): SentChange => {
    if (change.kind === 'PRESENCE') return change
    const { isInternal, ...others } = change
    return { ...others, isInner: isInternal }
  })
  return JSON.stringify(sent)
}

/** The changes of a payload on the channel 'change'. */
export function parseChanges(payload: string): Change[] {
  const sent: SentChange[] = JSON.parse(payload)
  return sent.map(({ isInner, ...others }) => {
    const change =
      isInner === undefined ? others : { ...others, isInternal: isInner }
    return change as Change
  })
}
