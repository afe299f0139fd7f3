import type { DocumentEvent } from '@portal/contract/document/api'
import { isSeller } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { findSlv } from '../slv/find-slv.ts'

type Paging = { page: number; size: number }

/** Added and deleted files, newest first, without underwriter documents for sellers (decision 011). */
export async function listDocumentHistory(ctx: Ctx, slvId: string, { page, size }: Paging) {
  await findSlv(ctx, slvId)
  const events = ctx.db
    .selectFrom('document as f')
    .innerJoinLateral(
      sql<{ action: DocumentEvent['action']; at: Date; actorId: string }>`(
        values ('ADDED', f.uploaded_at, f.uploaded_by_id), ('DELETED', f.deleted_at, f.deleted_by_id))`.as<'e'>(
        sql`e(action, at, actor_id)`,
      ),
      (join) => join.onTrue(),
    )
    .where('f.slvId', '=', slvId)
    .where('e.at', 'is not', null)
    .$if(isSeller(ctx.actor), (query) => query.where('f.kind', '=', 'SELLER'))
  const rows = await events
    .innerJoin('appUser', 'appUser.id', 'e.actorId')
    .select([
      'f.id',
      'f.name',
      'f.type',
      'f.resubmitCount',
      'f.deletedAt',
      'e.action',
      'e.at',
      'appUser.name as actorName',
    ])
    .orderBy('e.at', 'desc')
    .orderBy('f.id', 'desc')
    .orderBy('e.action', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const { total } = await events.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const items = rows.map(({ id, at, deletedAt, ...event }) => ({
    ...event,
    id: `${id}.${event.action}`,
    documentId: id,
    at: at.toISOString(),
    isThere: deletedAt === null,
  }))
  return { items, total, page, size }
}
