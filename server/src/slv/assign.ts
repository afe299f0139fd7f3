import type { AssignedItem, AssignTo } from '@portal/contract/assignment/model'
import type { SlvAction } from '@portal/contract/slv/transitions'
import {
  pairUnchanged,
  type Restored,
  recordAssignment,
} from '../lib/assignments.ts'
import { assigned } from '../lib/changes.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { updateRows } from '../lib/database/update-rows.ts'
import {
  badRequest,
  conflict,
  findConflicts,
  notFound,
  refuseMissing,
} from '../lib/errors.ts'
import {
  activeSeller,
  activeUnderwriter,
  findNames,
  underwriterFor,
} from '../user/find-person.ts'
import {
  findSlvFacts,
  type LockedSlv,
  lockSlvs,
  lockSlvsUnchecked,
} from './lock.ts'
import {
  describeSlv,
  notifyPreviousAssignees,
  notifyTransitions,
} from './notify.ts'
import { admit, changeTime, publishVisibilityChange } from './perform.ts'
import { writeEvents } from './write-history.ts'

export type Assignment = Extract<
  SlvAction,
  'assign-requests' | 'assign-slr' | 'assign-td' | 'assign-seller'
>
type Person = { id: string; name: string }

/** The column that an assignment sets, and its field in the history. */
export const columns = {
  'assign-requests': { column: 'underwriterId', field: 'underwriterName' },
  'assign-slr': {
    column: 'underwriterManagerId',
    field: 'underwriterManagerName',
  },
  'assign-td': { column: 'tradeDeskId', field: 'tradeDeskName' },
  'assign-seller': { column: 'sellerId', field: 'ownerName' },
} as const

type Columns = Record<string, string | null>

/** A locked SLV to reassign, with the assignment's columns before and after. */
export type Reassignment = {
  slv: LockedSlv
  personId: string | null
  before: Columns
  set: Columns
}

/**
 * Reassigns all SLVs or none, in one transaction, and names those that can't be
 * reassigned.
 */
export const assignSlvs = (
  ctx: Ctx,
  action: Assignment,
  to: readonly AssignTo[],
) =>
  transact(ctx, async (inner) => {
    const personIds = new Map(to.map(({ id, personId }) => [id, personId]))
    const ids = [...personIds.keys()]
    const slvs = await lockSlvs(inner, ids)
    refuseMissing('SLV', 'proxyLoanIds', ids, slvs)
    const refused = await findConflicts('proxyLoanIds', slvs, (slv) =>
      admit(inner, slv, action),
    )
    if (refused.length > 0)
      throw conflict(`${refused.length} SLV(s) cannot be reassigned`, refused)

    const moves: Reassignment[] = []
    const people: Person[] = []
    const slvsByPerson = Map.groupBy(slvs, ({ id }) => personIds.get(id) ?? '')
    for (const [personId, slvsOfPerson] of slvsByPerson) {
      const person = await findAssignee(
        inner.db,
        action,
        personId,
        slvsOfPerson,
      )
      people.push(person)
      for (const slv of slvsOfPerson)
        moves.push(...planReassignment(action, slv, person))
    }
    await reassignAll(inner, action, moves)
    return {
      proxyLoanIds: ids,
      name: describePeople(people.map(({ name }) => name)),
      assignmentId: await recordAssignment(
        inner,
        action,
        moves.map(toAssignedItem),
      ),
    }
  })

const describePeople = ([only, ...others]: readonly string[]) =>
  others.length > 0 ? `${others.length + 1} people` : (only ?? '')

/**
 * An assignment that was made, as `assignSlvs` returned it. Throws 404 if the
 * actor no longer sees one of the SLVs.
 */
export async function getAssigned(
  ctx: Ctx,
  to: readonly AssignTo[],
  assignmentId: string | null,
) {
  const ids = [...new Set(to.map(({ id }) => id))]
  const visible = await findSlvFacts(ctx, ids)
  if (visible.length < ids.length) throw notFound('SLV')
  const names = await findNames(
    ctx.db,
    to.map(({ personId }) => personId),
  )
  return {
    proxyLoanIds: ids,
    name: describePeople([...names.values()]),
    assignmentId,
  }
}

/** Empty if the person has the SLV already. */
export const planReassignment = (
  action: Assignment,
  slv: LockedSlv,
  person: Person | null,
): Reassignment[] => {
  const { column } = columns[action]
  const personId = person?.id ?? null
  if (slv[column] === personId) return []
  const before: Columns = { [column]: slv[column] }
  const set: Columns = { [column]: personId }
  if (column === 'sellerId') {
    before.reassignedToSeller = slv.reassignedToSeller
    set.reassignedToSeller = person?.name ?? null
  }
  return [{ slv, personId, before, set }]
}

/** The person, locked. Throws 400 if they can't be assigned these SLVs. */
async function findAssignee(
  db: Db,
  action: Assignment,
  id: string,
  slvs: readonly LockedSlv[],
): Promise<Person> {
  switch (action) {
    case 'assign-requests':
      return underwriterFor(db, 'underwriterId', id, 'myOwn')
    case 'assign-slr':
      return underwriterFor(db, 'underwriterManagerId', id, 'manageSlr')
    case 'assign-td':
      return underwriterFor(db, 'tradeDeskId', id, 'manageTradeDesk')
    case 'assign-seller': {
      const seller = await activeSeller(db, id)
      if (!seller || slvs.some((slv) => slv.companyId !== seller.companyId))
        throw badRequest([
          {
            field: 'sellerId',
            error: "Not an active seller at the SLV's company",
          },
        ])
      return seller
    }
  }
}

/** Reassigns one locked SLV; null unassigns it. */
export const reassign = (
  ctx: Ctx,
  slv: LockedSlv,
  action: Assignment,
  person: Person | null,
) => reassignAll(ctx, action, planReassignment(action, slv, person))

async function reassignAll(
  ctx: Ctx,
  action: Assignment,
  moves: readonly Reassignment[],
  isUndo = false,
) {
  if (moves.length === 0) return
  const comment = isUndo ? 'Undid the assignment' : null
  const getName = await writeReassignments(ctx, action, moves, comment)
  if (isUndo) return
  const { column } = columns[action]
  const after = moves.map(({ slv, set }) => ({ ...slv, ...set }))
  await notifyTransitions(ctx, action, after)
  await notifyPreviousAssignees(
    ctx,
    moves.map(({ slv, personId }) => ({
      slv,
      previousId: slv[column],
      nextName: getName(personId),
    })),
  )
}

/**
 * Reassigns locked SLVs and records it in their histories, without notifying
 * anyone. Returns how to find the names of those who had and have them.
 */
export async function writeReassignments(
  ctx: Ctx,
  action: Assignment,
  moves: readonly Reassignment[],
  comment: string | null,
) {
  const { column, field } = columns[action]
  const names = await findNames(ctx.db, [
    ...moves.map(({ slv }) => slv[column]),
    ...moves.map(({ personId }) => personId),
  ])
  const getName = (id: string | null) =>
    id === null ? null : (names.get(id) ?? null)
  await updateRows(
    ctx.db,
    'slv',
    moves.map(({ slv, set }) => ({
      ...set,
      id: slv.id,
      version: slv.version + 1,
      updatedAt: changeTime(ctx, slv),
    })),
  )
  for (const { slv, set } of moves) publishVisibilityChange(ctx, slv, set)
  await writeEvents(
    ctx,
    moves.map(({ slv, personId }) => ({
      slv,
      action,
      comment,
      changes: assigned(field, getName(slv[column]), getName(personId)),
    })),
  )
  return getName
}

const toAssignedItem = ({
  slv,
  personId,
  before,
}: Reassignment): AssignedItem => ({
  id: slv.id,
  version: slv.version + 1,
  personId,
  before,
})

/**
 * Restores the previous assignees, all or none, and records it in the history.
 * Throws 409 if an SLV has changed since.
 */
export async function restoreSlvs(
  ctx: Ctx,
  action: Assignment,
  items: readonly AssignedItem[],
): Promise<Restored[]> {
  const ids = items.map(({ id }) => id)
  const slvs = await lockSlvsUnchecked(ctx.db, ids)
  const { column } = columns[action]
  const moves = pairUnchanged('SLVs', slvs, items).map(
    ({ row, item }): Reassignment => ({
      slv: row,
      personId: item.before[column] ?? null,
      before: {},
      set: item.before,
    }),
  )
  await checkPreviousAssignees(ctx.db, action, moves)
  await reassignAll(ctx, action, moves, true)
  return moves.map(({ slv, personId }) => ({
    id: slv.id,
    description: describeSlv(slv),
    previousAssigneeId: personId,
  }))
}

async function checkPreviousAssignees(
  db: Db,
  action: Assignment,
  moves: readonly Reassignment[],
) {
  const findActive =
    action === 'assign-seller' ? activeSeller : activeUnderwriter
  const personIds = new Set(moves.map(({ personId }) => personId))
  for (const id of personIds) {
    if (id === null) continue
    const person = await findActive(db, id)
    if (!person) throw conflict('Someone who had them can’t take them back')
  }
}
