import {
  findSlvEvents,
  findTdocEvents,
} from '@portal/contract/integration/events'
import type { WebhookEvent } from '@portal/contract/integration/model'
import { getSlvDetail } from '@portal/contract/slv/api'
import { mayView } from '@portal/contract/slv/policy'
import * as tdocs from '@portal/contract/tdoc/api'
import { mayViewTdoc } from '@portal/contract/tdoc/policy'
import type { Actor } from '@portal/contract/user/model'
import type { Ctx } from '../../lib/ctx.ts'
import type { Db } from '../../lib/database/db.ts'
import { viewSlv } from '../../slv/detail.ts'
import { readSlvFacts } from '../../slv/lock.ts'
import { getTdoc } from '../../tdoc/detail.ts'
import { readTdocFacts } from '../../tdoc/lock.ts'

/** A new history entry of an SLV or a Tdoc. */
export type Entry = {
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

/** The history entries of these outbox rows: of SLVs, then of Tdocs. */
export const findEntries = async (
  db: Db,
  outboxIds: readonly number[],
): Promise<Entry[]> => [
  ...(await findSlvEntries(db, outboxIds)),
  ...(await findTdocEntries(db, outboxIds)),
]

/**
 * Whether the owner can see the subject of a delivery now; a test event has
 * none.
 */
export async function maySee(
  db: Db,
  owner: Actor,
  event: string,
  subjectId: string | null,
): Promise<boolean> {
  if (subjectId === null) return true
  if (event.startsWith('slv.')) {
    const slv = (await readSlvFacts(db, [subjectId])).get(subjectId)
    return slv !== undefined && mayView(owner, slv)
  }
  const tdoc = (await readTdocFacts(db, [subjectId])).get(subjectId)
  return tdoc !== undefined && mayViewTdoc(owner, tdoc)
}

async function findSlvEntries(
  db: Db,
  outboxIds: readonly number[],
): Promise<Entry[]> {
  const rows = await db
    .selectFrom('webhookOutbox')
    .innerJoin('slvHistory', 'slvHistory.id', 'webhookOutbox.slvHistoryId')
    .select([
      'webhookOutbox.id',
      'slvHistory.slvId',
      'slvHistory.at',
      'slvHistory.action',
      'slvHistory.fromStatus',
      'slvHistory.toStatus',
      'slvHistory.changes',
    ])
    .where('webhookOutbox.id', 'in', outboxIds)
    .orderBy('webhookOutbox.id')
    .execute()
  const slvIds = new Set(rows.map(({ slvId }) => slvId))
  const facts = await readSlvFacts(db, [...slvIds])
  return rows.map(({ id, slvId, at, ...entry }) => ({
    id,
    subjectId: slvId,
    at,
    eventsFor: (owner) => {
      const slv = facts.get(slvId)
      return slv && mayView(owner, slv) ? findSlvEvents(owner.role, entry) : []
    },
    read: async (ctx) => getSlvDetail.response.parse(await viewSlv(ctx, slvId)),
  }))
}

async function findTdocEntries(
  db: Db,
  outboxIds: readonly number[],
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
    .where('webhookOutbox.id', 'in', outboxIds)
    .orderBy('webhookOutbox.id')
    .execute()
  const tdocIds = new Set(rows.map(({ tdocId }) => tdocId))
  const facts = await readTdocFacts(db, [...tdocIds])
  return rows.map(({ id, tdocId, at, action }) => ({
    id,
    subjectId: tdocId,
    at,
    eventsFor: (owner) => {
      const tdoc = facts.get(tdocId)
      return tdoc && mayViewTdoc(owner, tdoc) ? findTdocEvents(action) : []
    },
    read: async (ctx) =>
      tdocs.getTdoc.response.parse(await getTdoc(ctx, tdocId)),
  }))
}
