import type { WebhookEvent } from '@portal/contract/integration/model'
import type { Actor } from '@portal/contract/user/model'
import type { Ctx } from '../../lib/ctx.ts'
import { type Db, getDbFor, inTransaction } from '../../lib/database/db.ts'
import { loadSla } from '../../lib/sla.ts'
import { type Entry, findEntries } from './find-entries.ts'
import { findOwner } from './find-owner.ts'
import { enqueueAttempts } from './list-deliveries.ts'
import { readData } from './read-data.ts'

type When = { db: Db; now: Date }

const batch = 100

/**
 * Creates the deliveries of new history entries and comments, for each active
 * webhook whose owner can see the entry and its subject. An entry that can't be
 * read waits for the next run; the others continue, and then the first error is
 * thrown.
 */
export async function createDeliveries(when: When): Promise<void> {
  const { db, now } = when
  const failures = new Map<number, unknown>()
  for (let last = 0; ; ) {
    const waiting = await db
      .selectFrom('webhookOutbox')
      .select('id')
      .where('id', '>', last)
      .orderBy('id')
      .limit(batch)
      .execute()
    if (waiting.length === 0) break
    const ids = waiting.map(({ id }) => id)
    last = Math.max(...ids)
    const entries = await findEntries(db, ids)
    const deliveries = await planDeliveries(when, entries, failures)
    const readIds = ids.filter((id) => !failures.has(id))
    await storeDeliveries(db, readIds, deliveries, now)
  }
  const [first] = failures.values()
  if (first) throw first
}

/** A delivery to store, with the id of its entry in the outbox. */
type Delivery = {
  entryId: number
  webhookId: string
  event: WebhookEvent
  subjectId: string
  partId: string | null
  payload: string
  createdAt: Date
  nextAttemptAt: Date
}

/**
 * Stores deliveries and schedules their first attempts. Outbox rows are deleted
 * in the same transaction, so that two runs create each delivery only once.
 */
const storeDeliveries = (
  db: Db,
  outboxIds: readonly number[],
  deliveries: readonly Delivery[],
  now: Date,
) =>
  inTransaction(db, async (tx) => {
    const deleted = await tx
      .deleteFrom('webhookOutbox')
      .where((eb) => eb('id', '=', eb.fn.any(eb.val(outboxIds))))
      .returning('id')
      .execute()
    const deletedIds = new Set(deleted.map(({ id }) => id))
    const values = deliveries
      .filter(({ entryId }) => deletedIds.has(entryId))
      .map(({ entryId, ...delivery }) => delivery)
    if (values.length === 0) return
    const added = await tx
      .insertInto('webhookDelivery')
      .values(values)
      .returning(['id', 'webhookId'])
      .execute()
    const attempts = added.map((row) => ({ ...row, nextAttemptAt: now }))
    await enqueueAttempts(tx, attempts, now)
  })

/** Adds the errors of entries that can't be read to `failures`. */
async function planDeliveries(
  { db, now }: When,
  entries: readonly Entry[],
  failures: Map<number, unknown>,
): Promise<Delivery[]> {
  const webhooks = await db
    .selectFrom('webhook')
    .innerJoin('appUser', 'appUser.id', 'webhook.ownerId')
    .select([
      'webhook.id',
      'webhook.ownerId',
      'webhook.events',
      'appUser.isService',
    ])
    .where('webhook.status', '=', 'ACTIVE')
    .orderBy('webhook.id')
    .execute()
  const sla = await loadSla(db)
  const deliveries: Delivery[] = []
  for (const webhook of webhooks) {
    const owner = await findOwner(db, webhook.ownerId, webhook.isService)
    if (!owner) continue
    const ctx = { actor: owner, now, db: getDbFor(db, owner), sla }
    for (const entry of entries) {
      try {
        deliveries.push(...(await planEntry(ctx, webhook, entry, owner)))
      } catch (error) {
        failures.set(entry.id, error)
      }
    }
  }
  return deliveries
}

/** The deliveries of one entry to one webhook, a delivery per event. */
async function planEntry(
  ctx: Ctx,
  webhook: { id: string; events: readonly string[] },
  entry: Entry,
  owner: Actor,
): Promise<Delivery[]> {
  const events = entry
    .eventsFor(owner)
    .filter((event) => webhook.events.includes(event))
  const [firstEvent] = events
  if (!firstEvent) return []
  // Its other events have the same data.
  const data = await readData(ctx, { ...entry, event: firstEvent })
  if (data === undefined) return []
  return events.map((event) => ({
    entryId: entry.id,
    webhookId: webhook.id,
    event,
    subjectId: entry.subjectId,
    partId: entry.partId,
    payload: JSON.stringify({
      type: event,
      timestamp: entry.at.toISOString(),
      data,
    }),
    createdAt: ctx.now,
    nextAttemptAt: ctx.now,
  }))
}
