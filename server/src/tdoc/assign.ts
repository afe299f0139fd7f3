import { mayViewTdoc } from '@portal/contract/tdoc/policy'
import type { Actor } from '@portal/contract/user/model'
import { isUnderwriter } from '@portal/contract/user/policy'
import type { Ctx } from '../lib/ctx.ts'
import { badRequest } from '../lib/errors.ts'
import { findActor } from '../user/find-actor.ts'
import { nameOf } from '../user/find-person.ts'
import { lockPerson } from '../user/lock-person.ts'
import { notifyAboutTdoc } from './notify.ts'
import { performAll } from './perform.ts'

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
