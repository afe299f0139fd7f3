import { sql } from 'kysely'
import { afterCommit, type Db } from './database/db.ts'

/** What changed, as nodes tell each other on the channel 'change'. */
export type Change =
  | {
      kind: 'SLV' | 'TDOC'
      id: string
      /** Whether sellers, or reviewers of a vendor, see nothing of the change. */
      isInner: boolean
      /** The facts that decide who sees it, as they were before the change, if it changed them. */
      was?: object
    }
  | { kind: 'PRESENCE'; id: string; userId: string; name: string; isEditing: boolean; isHere: boolean }

/** A NOTIFY carries at most 8,000 bytes; a change has at most 400. */
const mostAtOnce = 18

const batches = new WeakMap<Db, Change[]>()

/**
 * Tells every node of a change, once the transaction has committed: one NOTIFY per transaction. Within the transaction it
 * would let only one transaction commit at a time. Lost if the process ends at this moment, so it is a hint to read
 * again, never the only way to learn of a change.
 */
export function publish(db: Db, change: Change): void {
  const batch = batches.get(db)
  if (batch) return void batch.push(change)
  const fresh = [change]
  if (db.isTransaction) batches.set(db, fresh)
  afterCommit(db, (after) => void send(after, fresh))
}

async function send(db: Db, changes: readonly Change[]) {
  const payloads: string[] = []
  for (let from = 0; from < changes.length; from += mostAtOnce)
    payloads.push(JSON.stringify(changes.slice(from, from + mostAtOnce)))
  // NOTIFY writes a commit record; no one needs to wait for the disk.
  await sql`select set_config('synchronous_commit', 'off', true), pg_notify('change', payload)
    from unnest(${payloads}::text[]) payload`
    .execute(db)
    .catch(() => undefined)
}

/** The changes of a payload on the channel 'change'. */
export const parseChanges = (payload: string): Change[] => JSON.parse(payload)
