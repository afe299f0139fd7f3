import { keysOf } from '@portal/contract/lib/typed'
import { mayViewTdoc } from '@portal/contract/tdoc/policy'
import type { Actor } from '@portal/contract/user/model'
import { isUnderwriter } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { badRequest } from '../lib/errors.ts'
import { findActor } from '../user/find-actor.ts'
import { nameOf } from '../user/find-person.ts'
import { lockPerson } from '../user/lock-person.ts'
import { writeTdocHistory } from './activity/write-history.ts'
import { lockTdocsUnchecked } from './lock.ts'
import { notifyAboutTdoc } from './notify.ts'
import { bumpTdocVersion, performAll } from './perform.ts'

/** The column that an assignment sets, its field in the activity log, and the field of the body that names the person. */
const columns = {
  'set-underwriter': { column: 'assignedUnderwriterId', logField: 'assignedUnderwriter', field: 'underwriterId' },
  'set-reviewer': { column: 'reviewUnderwriterId', logField: 'reviewUnderwriter', field: 'reviewerId' },
} as const

export const setUnderwriters = (ctx: Ctx, personId: string | null, ids: readonly string[], ifMatch?: number) =>
  assignTo(ctx, 'set-underwriter', personId, ids, ifMatch)

export const setReviewers = (ctx: Ctx, personId: string | null, ids: readonly string[], ifMatch?: number) =>
  assignTo(ctx, 'set-reviewer', personId, ids, ifMatch)

async function assignTo(
  ctx: Ctx,
  action: keyof typeof columns,
  personId: string | null,
  ids: readonly string[],
  ifMatch?: number,
): Promise<string[]> {
  const { column, logField, field } = columns[action]
  let person: Actor | null = null
  return performAll(ctx, {
    action,
    ids,
    ifMatch,
    prepare: async ({ db }, tdocs) => {
      if (personId === null) return
      await lockPerson(db, personId)
      const found = await findActor(db, personId)
      if (!found || !isUnderwriter(found)) throw badRequest([{ field, error: 'Not an active underwriter' }])
      if (!tdocs.every((tdoc) => mayViewTdoc(found, tdoc)))
        throw badRequest([{ field, error: `${found.name} does not have access to the queue of purchased loans` }])
      person = found
    },
    plan: async ({ db }, tdoc) => {
      if (tdoc[column] === personId) return null
      const before = await nameOf(db, tdoc[column])
      return { set: { [column]: personId }, changes: [{ field: logField, before, after: person?.name ?? null }] }
    },
    notify: async (inner, tdoc) => {
      if (action === 'set-underwriter') await notifyAboutTdoc(inner, 'TDOC_RECEIVED', tdoc, [personId])
    },
  })
}

type Person = { id: string; name: string }

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
    const assignments = keysOf(columns).filter((action) => tdoc[columns[action].column] === from.id)
    const set = Object.fromEntries(assignments.map((action) => [columns[action].column, to?.id ?? null]))
    await bumpTdocVersion(ctx, tdoc, set)
    for (const action of assignments) {
      const changes = [{ field: columns[action].logField, before: from.name, after }]
      await writeTdocHistory(ctx, { tdocId: tdoc.id, action, changes })
    }
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
