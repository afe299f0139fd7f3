import {
  findCommentEvents,
  findSlvEvents,
  findTdocEvents,
} from '@portal/contract/integration/events'
import type { WebhookEvent } from '@portal/contract/integration/model'
import { mayView } from '@portal/contract/slv/policy'
import { mayViewTdoc } from '@portal/contract/tdoc/policy'
import type { Actor } from '@portal/contract/user/model'
import type { NotNull } from 'kysely'
import type { Db } from '../../lib/database/db.ts'
import { readSlvFacts } from '../../slv/lock.ts'
import { readTdocFacts } from '../../tdoc/lock.ts'

/** A new history entry or comment of an SLV or a Tdoc. */
export type Entry = {
  id: number
  subjectId: string
  /** The document or comment that it is about. */
  partId: string | null
  at: Date
  /**
   * Empty for most webhooks, without a query: their owners can't see the
   * subject.
   */
  eventsFor: (owner: Actor) => WebhookEvent[]
}

/** The history entries and comments of these outbox rows, in their order. */
export async function findEntries(
  db: Db,
  outboxIds: readonly number[],
): Promise<Entry[]> {
  const entries = [
    ...(await findSlvEntries(db, outboxIds)),
    ...(await findTdocEntries(db, outboxIds)),
    ...(await findComments(db, outboxIds)),
  ]
  return entries.sort((a, b) => a.id - b.id)
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
      'slvHistory.documentId as partId',
    ])
    .where('webhookOutbox.id', 'in', outboxIds)
    .orderBy('webhookOutbox.id')
    .execute()
  const slvIds = new Set(rows.map(({ slvId }) => slvId))
  const facts = await readSlvFacts(db, [...slvIds])
  return rows.map(({ id, slvId, partId, at, ...entry }) => ({
    id,
    subjectId: slvId,
    partId,
    at,
    eventsFor: (owner) => {
      const slv = facts.get(slvId)
      return slv && mayView(owner, slv) ? findSlvEvents(owner.role, entry) : []
    },
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
    partId: null,
    at,
    eventsFor: (owner) => {
      const tdoc = facts.get(tdocId)
      return tdoc && mayViewTdoc(owner, tdoc) ? findTdocEvents(action) : []
    },
  }))
}

async function findComments(
  db: Db,
  outboxIds: readonly number[],
): Promise<Entry[]> {
  const rows = await db
    .selectFrom('webhookOutbox')
    .innerJoin('comment', 'comment.id', 'webhookOutbox.commentId')
    .select(({ fn: { coalesce } }) => [
      'webhookOutbox.id',
      'webhookOutbox.commentType as type',
      'webhookOutbox.formerType',
      'comment.id as partId',
      // A comment is on an SLV or on a Tdoc.
      coalesce('comment.slvId', 'comment.tdocId').as('subjectId'),
      'comment.createdAt',
      'comment.editedAt',
    ])
    .where('webhookOutbox.id', 'in', outboxIds)
    .$narrowType<{ type: NotNull; subjectId: NotNull }>()
    .execute()
  const subjectIds = [...new Set(rows.map(({ subjectId }) => subjectId))]
  const slvs = await readSlvFacts(db, subjectIds)
  const tdocs = await readTdocFacts(db, subjectIds)
  return rows.map(({ id, subjectId, partId, ...comment }) => ({
    id,
    subjectId,
    partId,
    at: (comment.formerType ? comment.editedAt : null) ?? comment.createdAt,
    eventsFor: (owner) => {
      const slv = slvs.get(subjectId)
      if (slv && mayView(owner, slv))
        return findCommentEvents(owner.role, 'SLV', comment)
      const tdoc = tdocs.get(subjectId)
      return tdoc && mayViewTdoc(owner, tdoc)
        ? findCommentEvents(owner.role, 'TDOC', comment)
        : []
    },
  }))
}
