import type {
  AssignAction,
  AssignedItem,
} from '@portal/contract/assignment/model'
import { getKeys } from '@portal/contract/lib/typed'
import { mayViewTdoc } from '@portal/contract/tdoc/policy'
import { isUnderwriter } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import {
  pairUnchanged,
  type Restored,
  recordAssignment,
} from '../lib/assignments.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { badRequest } from '../lib/errors.ts'
import { notifyAll } from '../lib/notify.ts'
import { findPersonActor } from '../user/find-actor.ts'
import { findNames } from '../user/find-person.ts'
import { lockPerson } from '../user/lock-person.ts'
import { writeTdocHistory } from './activity/write-history.ts'
import { type LockedTdoc, lockTdocsUnchecked } from './lock.ts'
import { describeTdoc, notifyAboutTdoc, receivedNotice } from './notify.ts'
import { bumpTdocVersion, moveTdocs, performAll } from './perform.ts'

/**
 * The column that an assignment sets, its field in the activity log, and the
 * field of the body that names the person.
 */
export const columns = {
  'set-underwriter': {
    column: 'assignedUnderwriterId',
    logField: 'assignedUnderwriter',
    field: 'underwriterId',
  },
  'set-reviewer': {
    column: 'reviewUnderwriterId',
    logField: 'reviewUnderwriter',
    field: 'reviewerId',
  },
} as const

type Wanted = { id: string; personId: string | null }

export const setUnderwriters = (
  ctx: Ctx,
  to: readonly Wanted[],
  ifMatch?: number,
) => assignTo(ctx, 'set-underwriter', to, ifMatch)

export const setReviewers = (
  ctx: Ctx,
  to: readonly Wanted[],
  ifMatch?: number,
) => assignTo(ctx, 'set-reviewer', to, ifMatch)

type Action = keyof typeof columns

/** Whether an assignment is of Tdocs; the others are of SLVs. */
export const isOfTdocs = (action: AssignAction): action is Action =>
  action in columns

/** Assigns all Tdocs or none, in one transaction. */
const assignTo = (
  ctx: Ctx,
  action: Action,
  to: readonly Wanted[],
  ifMatch?: number,
) =>
  transact(ctx, async (inner) => {
    const { column, field } = columns[action]
    const personIds = new Map(to.map(({ id, personId }) => [id, personId]))
    const personFor = (tdoc: LockedTdoc) => personIds.get(tdoc.id) ?? null
    let describe: Awaited<ReturnType<typeof createDescriber>>
    const changed: LockedTdoc[] = []
    const ids = await performAll(inner, {
      action,
      ids: [...personIds.keys()],
      ifMatch,
      prepare: async ({ db }, tdocs) => {
        for (const [personId, theirs] of Map.groupBy(tdocs, personFor))
          if (personId !== null)
            await checkAssignee(db, field, personId, theirs)
        describe = await createDescriber(
          db,
          action,
          tdocs.map((tdoc) => ({ tdoc, personId: personFor(tdoc) })),
        )
      },
      plan: (_, tdoc) => {
        const personId = personFor(tdoc)
        if (tdoc[column] === personId) return null
        changed.push(tdoc)
        return {
          set: { [column]: personId },
          changes: [describe(tdoc, personId)],
        }
      },
    })
    const notices = changed.map((tdoc) =>
      receivedNotice(tdoc, [personFor(tdoc)]),
    )
    if (action === 'set-underwriter') await notifyAll(inner, notices)
    const items = changed.map((tdoc) => ({
      id: tdoc.id,
      version: tdoc.version + 1,
      personId: personFor(tdoc),
      before: { [column]: tdoc[column] },
    }))
    return { ids, assignmentId: await recordAssignment(inner, action, items) }
  })

/** Throws 400 for someone who can't be assigned these Tdocs. */
async function checkAssignee(
  db: Db,
  field: string,
  id: string,
  tdocs: readonly LockedTdoc[],
) {
  await lockPerson(db, id)
  const found = await findPersonActor(db, id)
  if (!found || !isUnderwriter(found))
    throw badRequest([{ field, error: 'Not an active underwriter' }])
  if (!tdocs.every((tdoc) => mayViewTdoc(found, tdoc)))
    throw badRequest([
      {
        field,
        error: `${found.name} does not have access to the queue of purchased loans`,
      },
    ])
}

/**
 * Restores the previous assignees, all or none, and records it in the activity
 * log. Throws 409 if a Tdoc has changed since.
 */
export async function restoreTdocs(
  ctx: Ctx,
  action: Action,
  items: readonly AssignedItem[],
): Promise<Restored[]> {
  const { db } = ctx
  const { column, field } = columns[action]
  const ids = items.map(({ id }) => id)
  const locked = await lockTdocsUnchecked(db, ids)
  const reassignments = pairUnchanged('Tdocs', locked, items).map(
    ({ row, item }) => ({ tdoc: row, personId: item.before[column] ?? null }),
  )
  const byPerson = Map.groupBy(reassignments, ({ personId }) => personId)
  for (const [personId, moved] of byPerson) {
    const tdocs = moved.map(({ tdoc }) => tdoc)
    if (personId !== null) await checkAssignee(db, field, personId, tdocs)
  }
  const describe = await createDescriber(db, action, reassignments)
  await moveTdocs(
    ctx,
    action,
    reassignments.map(({ tdoc, personId }) => ({
      tdoc,
      set: { [column]: personId },
      changes: [describe(tdoc, personId)],
    })),
  )
  return reassignments.map(({ tdoc }) => ({
    id: tdoc.id,
    description: describeTdoc(tdoc),
    // No one is notified that they lost a Tdoc, nor that they have it again.
    previousAssigneeId: null,
  }))
}

/**
 * Returns a function that gives the entry of the activity log for a new
 * assignee, with the names of both people.
 */
async function createDescriber(
  db: Db,
  action: Action,
  reassignments: readonly { tdoc: LockedTdoc; personId: string | null }[],
) {
  const { column, logField } = columns[action]
  const names = await findNames(
    db,
    reassignments.flatMap(({ tdoc, personId }) => [tdoc[column], personId]),
  )
  const nameFor = (id: string | null) => names.get(id ?? '') ?? null
  return (tdoc: LockedTdoc, personId: string | null) => ({
    field: logField,
    before: nameFor(tdoc[column]),
    after: nameFor(personId),
  })
}

type Person = { id: string; name: string }

/**
 * Reassigns or unassigns a person's work in these Tdocs, which are locked and
 * open. The caller has checked both people.
 */
export async function reassignTdocs(
  ctx: Ctx,
  ids: readonly string[],
  from: Person,
  to: Person | null,
) {
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
    const assignments = getKeys(columns).filter(
      (action) => tdoc[columns[action].column] === from.id,
    )
    const set = Object.fromEntries(
      assignments.map((action) => [columns[action].column, to?.id ?? null]),
    )
    await bumpTdocVersion(ctx, tdoc, set)
    for (const action of assignments) {
      const changes = [
        { field: columns[action].logField, before: from.name, after },
      ]
      await writeTdocHistory(ctx, { tdocId: tdoc.id, action, changes })
    }
    for (const { id, type } of reviewed.filter(
      ({ tdocId }) => tdocId === tdoc.id,
    )) {
      await db
        .updateTable('reviewCategory')
        .set({ reviewerId: to?.id ?? null })
        .where('id', '=', id)
        .execute()
      const changes = [
        { field: 'category', before: type, after: type },
        { field: 'reviewer', before: from.name, after },
      ]
      await writeTdocHistory(ctx, {
        tdocId: tdoc.id,
        categoryId: id,
        action: 'category-set-reviewer',
        changes,
      })
    }
    if (to && tdoc.assignedUnderwriterId === from.id)
      await notifyAboutTdoc(ctx, 'TDOC_RECEIVED', tdoc, [to.id])
  }
}
