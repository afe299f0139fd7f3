import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { lockTdocsUnseen } from './lock.ts'
import { tellOfTdoc } from './notify.ts'
import { touchTdoc } from './perform.ts'
import { writeTdocHistory } from './write-history.ts'

type Person = { id: string; name: string }

const columns = [
  { column: 'assignedUnderwriterId', told: 'assignedUnderwriter', action: 'set-underwriter' },
  { column: 'reviewUnderwriterId', told: 'reviewUnderwriter', action: 'set-reviewer' },
] as const

/**
 * Gives everything that somebody has in Tdocs to somebody else, or takes it from them, written as the assignments that it is.
 * The Tdocs are locked and open; the rules were asked of both people.
 */
export async function handOverTdocs(ctx: Ctx, ids: readonly string[], from: Person, to: Person | null) {
  const { db } = ctx
  const reviewed = await db
    .selectFrom('reviewCategory')
    .select(['id', 'tdocId', 'type'])
    .where((eb) => eb('tdocId', '=', sql<string>`any(${ids}::uuid[])`))
    .where('reviewerId', '=', from.id)
    .where('status', '<>', 'COMPLETED')
    .orderBy('id')
    .execute()
  const after = to?.name ?? null
  for (const tdoc of await lockTdocsUnseen(db, ids)) {
    const held = columns.filter(({ column }) => tdoc[column] === from.id)
    const set = Object.fromEntries(held.map(({ column }) => [column, to?.id ?? null]))
    await touchTdoc(ctx, tdoc, set)
    for (const { told, action } of held)
      await writeTdocHistory(ctx, { tdocId: tdoc.id, action, changes: [{ field: told, before: from.name, after }] })
    for (const { id, type } of reviewed.filter(({ tdocId }) => tdocId === tdoc.id)) {
      await db
        .updateTable('reviewCategory')
        .set({ reviewerId: to?.id ?? null })
        .where('id', '=', id)
        .execute()
      const changes = [
        { field: 'category', before: type, after: type },
        { field: 'reviewer', before: from.name, after },
      ]
      await writeTdocHistory(ctx, { tdocId: tdoc.id, categoryId: id, action: 'category-set-reviewer', changes })
    }
    if (to && tdoc.assignedUnderwriterId === from.id) await tellOfTdoc(ctx, 'TDOC_RECEIVED', tdoc, [to.id])
  }
}
