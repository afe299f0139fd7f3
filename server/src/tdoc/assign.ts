import { mayViewTdoc } from '@portal/contract/tdoc/policy'
import type { Actor } from '@portal/contract/user/model'
import { isUnderwriter } from '@portal/contract/user/policy'
import type { Ctx } from '../lib/ctx.ts'
import { badRequest } from '../lib/errors.ts'
import { findActor } from '../user/find-actor.ts'
import { hold, nameOf } from '../user/find-person.ts'
import { tellOfTdoc } from './notify.ts'
import { performAll } from './perform.ts'

/** Which column an assignment sets, how the activity log calls it, and which field of the body names the person. */
const columns = {
  'set-underwriter': { column: 'assignedUnderwriterId', told: 'assignedUnderwriter', field: 'underwriterId' },
  'set-reviewer': { column: 'reviewUnderwriterId', told: 'reviewUnderwriter', field: 'reviewerId' },
} as const

/** Gives Tdocs to an underwriter to do, who is told, or takes them away: all of them or none. */
export const setUnderwriters = (ctx: Ctx, personId: string | null, ids: readonly string[], ifMatch?: number) =>
  assignTo(ctx, 'set-underwriter', personId, ids, ifMatch)

/** Gives Tdocs to an underwriter to review, or takes them away: all of them or none. */
export const setReviewers = (ctx: Ctx, personId: string | null, ids: readonly string[], ifMatch?: number) =>
  assignTo(ctx, 'set-reviewer', personId, ids, ifMatch)

async function assignTo(
  ctx: Ctx,
  action: keyof typeof columns,
  personId: string | null,
  ids: readonly string[],
  ifMatch?: number,
): Promise<string[]> {
  const { column, told, field } = columns[action]
  let person: Actor | null = null
  return performAll(ctx, {
    action,
    ids,
    ifMatch,
    prepare: async ({ db }, tdocs) => {
      if (personId === null) return
      await hold(db, personId)
      const found = await findActor(db, personId)
      if (!found || !isUnderwriter(found)) throw badRequest([{ field, error: 'Not an active underwriter' }])
      if (!tdocs.every((tdoc) => mayViewTdoc(found, tdoc)))
        throw badRequest([{ field, error: `${found.name} does not have the queue of purchased loans` }])
      person = found
    },
    plan: async ({ db }, tdoc) => {
      if (tdoc[column] === personId) return null
      const before = await nameOf(db, tdoc[column])
      return { set: { [column]: personId }, changes: [{ field: told, before, after: person?.name ?? null }] }
    },
    tell: async (inner, tdoc) => {
      if (action === 'set-underwriter') await tellOfTdoc(inner, 'TDOC_RECEIVED', tdoc, [personId])
    },
  })
}
