import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { writeTdocHistory } from './activity/write-history.ts'
import { lockTdocsUnchecked } from './lock.ts'
import { notifyAboutTdoc } from './notify.ts'
import { bumpTdocVersion } from './perform.ts'

type Person = { id: string; name: string }

const columns = [
  { column: 'assignedUnderwriterId', logField: 'assignedUnderwriter', action: 'set-underwriter' },
  { column: 'reviewUnderwriterId', logField: 'reviewUnderwriter', action: 'set-reviewer' },
] as const

/**
 * Reassigns or unassigns a person's work in these Tdocs, which are locked and open. The caller has checked both people.
 */
export async function reassignTdocs(ctx: Ctx, ids: readonly string[], from: Person, to: Person | null) {
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
  for (const tdoc of await lockTdocsUnchecked(db, ids)) {
    const assignments = columns.filter(({ column }) => tdoc[column] === from.id)
    const set = Object.fromEntries(assignments.map(({ column }) => [column, to?.id ?? null]))
    await bumpTdocVersion(ctx, tdoc, set)
    for (const { logField, action } of assignments)
      await writeTdocHistory(ctx, { tdocId: tdoc.id, action, changes: [{ field: logField, before: from.name, after }] })
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
    if (to && tdoc.assignedUnderwriterId === from.id) await notifyAboutTdoc(ctx, 'TDOC_RECEIVED', tdoc, [to.id])
  }
}
