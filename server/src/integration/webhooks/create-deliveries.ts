import { slvEventsOf, tdocEventsOf } from '@portal/contract/integration/events'
import type { WebhookEvent } from '@portal/contract/integration/model'
import { getSlvDetail } from '@portal/contract/slv/api'
import { mayView } from '@portal/contract/slv/policy'
import * as tdocs from '@portal/contract/tdoc/api'
import { mayViewTdoc } from '@portal/contract/tdoc/policy'
import type { Actor } from '@portal/contract/user/model'
import type { Ctx } from '../../lib/ctx.ts'
import { type Db, dbOf, inTransaction } from '../../lib/database/db.ts'
import { AppError } from '../../lib/errors.ts'
import { loadSla } from '../../lib/sla.ts'
import { viewSlv } from '../../slv/detail.ts'
import { readSlvFacts } from '../../slv/lock.ts'
import { getTdoc } from '../../tdoc/detail.ts'
import { readTdocFacts } from '../../tdoc/lock.ts'
import { findOwner } from './find-owner.ts'
import { enqueueAttempts } from './list-deliveries.ts'

type When = { db: Db; now: Date }

/** A new history entry of an SLV or a Tdoc. */
type Entry = {
  id: number
  subjectId: string
  at: Date
  /**
   * Empty for most webhooks, without a query: their owners can't see the
   * subject.
   */
  eventsFor: (owner: Actor) => WebhookEvent[]
  /** The subject as the API returns it. */
  read: (ctx: Ctx) => Promise<object>
}

const batch = 100

/**
 * Creates the deliveries of new history entries, for each active webhook whose
 * owner can see the entry and its subject. Outbox rows are deleted in the
 * transaction that adds their deliveries, so that two runs create each only
 * once. An entry that can't be read waits for the next run; the others
 * continue, and then the first error is thrown.
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
    const entries = [
      ...(await findSlvEntries(db, ids)),
      ...(await findTdocEntries(db, ids)),
    ]
    const rows = await planDeliveries(when, entries, failures)
    const read = ids.filter((id) => !failures.has(id))
    await inTransaction(db, async (tx) => {
      const taken = await tx
        .deleteFrom('webhookOutbox')
        .where((eb) => eb('id', '=', eb.fn.any(eb.val(read))))
        .returning('id')
        .execute()
      const own = new Set(taken.map(({ id }) => id))
      const values = rows.flatMap(({ entryId, ...row }) =>
        own.has(entryId) ? [row] : [],
      )
      if (values.length === 0) return
      const added = await tx
        .insertInto('webhookDelivery')
        .values(values)
        .returning(['id', 'webhookId'])
        .execute()
      const attempts = added.map((row) => ({ ...row, nextAttemptAt: now }))
      await enqueueAttempts(tx, attempts, now)
    })
  }
  const [first] = failures.values()
  if (first) throw first
}

async function planDeliveries(
  { db, now }: When,
  entries: readonly Entry[],
  failures: Map<number, unknown>,
) {
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
  const rows = []
  for (const webhook of webhooks) {
    const owner = await findOwner(db, webhook.ownerId, webhook.isService)
    if (!owner) continue
    const ctx = { actor: owner, now, db: dbOf(db, owner), sla }
    for (const entry of entries) {
      const events = entry
        .eventsFor(owner)
        .filter((event) => webhook.events.includes(event))
      const { id: entryId, subjectId, at } = entry
      const data =
        events.length > 0
          ? await readVisible(ctx, entry).catch(
              (error) => void failures.set(entryId, error),
            )
          : undefined
      if (data === undefined) continue
      for (const event of events) {
        const payload = JSON.stringify({
          type: event,
          timestamp: at.toISOString(),
          data,
        })
        rows.push({
          entryId,
          webhookId: webhook.id,
          event,
          subjectId,
          payload,
          createdAt: now,
          nextAttemptAt: now,
        })
      }
    }
  }
  return rows
}

/** Undefined if the owner can't see it. */
const readVisible = (ctx: Ctx, { read }: Entry): Promise<object | undefined> =>
  read(ctx).catch((error) => {
    if (error instanceof AppError && error.code === 'not_found')
      return undefined
    throw error
  })

async function findSlvEntries(
  db: Db,
  ids: readonly number[],
): Promise<Entry[]> {
  const rows = await db
    .selectFrom('webhookOutbox')
    .innerJoin('slvHistory', 'slvHistory.id', 'webhookOutbox.slvHistoryId')
    .select([
      'webhookOutbox.id',
      'slvHistory.slvId',
      'slvHistory.at',
      'slvHistory.action',
    ])
    .select([
      'slvHistory.fromStatus',
      'slvHistory.toStatus',
      'slvHistory.changes',
    ])
    .where('webhookOutbox.id', 'in', ids)
    .orderBy('webhookOutbox.id')
    .execute()
  const facts = await readSlvFacts(db, [
    ...new Set(rows.map(({ slvId }) => slvId)),
  ])
  return rows.map(({ id, slvId, at, ...entry }) => ({
    id,
    subjectId: slvId,
    at,
    eventsFor: (owner) => {
      const slv = facts.get(slvId)
      return slv && mayView(owner, slv) ? slvEventsOf(owner.role, entry) : []
    },
    read: async (ctx) => getSlvDetail.response.parse(await viewSlv(ctx, slvId)),
  }))
}

async function findTdocEntries(
  db: Db,
  ids: readonly number[],
): Promise<Entry[]> {
  const rows = await db
    .selectFrom('webhookOutbox')
    .innerJoin('tdocHistory', 'tdocHistory.id', 'webhookOutbox.tdocHistoryId')
    .select([
      'webhookOutbox.id',
      'tdocHistory.tdocId',
      'tdocHistory.at',
      'tdocHistory.action',
    ])
    .where('webhookOutbox.id', 'in', ids)
    .orderBy('webhookOutbox.id')
    .execute()
  const facts = await readTdocFacts(db, [
    ...new Set(rows.map(({ tdocId }) => tdocId)),
  ])
  return rows.map(({ id, tdocId, at, action }) => ({
    id,
    subjectId: tdocId,
    at,
    eventsFor: (owner) => {
      const tdoc = facts.get(tdocId)
      return tdoc && mayViewTdoc(owner, tdoc) ? tdocEventsOf(action) : []
    },
    read: async (ctx) =>
      tdocs.getTdoc.response.parse(await getTdoc(ctx, tdocId)),
  }))
}
