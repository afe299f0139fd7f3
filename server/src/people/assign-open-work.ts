import { isOneOf, toRecord } from '@portal/contract/lib/typed'
import type { HandOver } from '@portal/contract/user/manage-api'
import { staysInCompany } from '@portal/contract/user/manage-policy'
import {
  type OpenWorkKind,
  openWorkKinds,
  openWorkLabels,
} from '@portal/contract/user/model'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { badRequest, conflict, unavailable } from '../lib/errors.ts'
import { type Assignment, reassign as reassignSlv } from '../slv/assign.ts'
import { type LockedSlv, lockSlvsUnchecked } from '../slv/lock.ts'
import { reassignTdocs } from '../tdoc/assign.ts'
import { lockTdocsUnchecked } from '../tdoc/lock.ts'
import type { PersonChange } from '../user/changes.ts'
import { activeFor } from '../user/find-person.ts'
import type { UserRecord } from '../user/find-user.ts'
import { lockPersonForUpdate } from '../user/lock-person.ts'
import { findOpenWork, slvKinds, tdocKinds } from './find-open-work.ts'
import { listOpenWork } from './find-successors.ts'
import { assignSellers } from './set-bdd.ts'

export type LockedWork = {
  slvs: Map<string, LockedSlv>
  ids: Record<OpenWorkKind, string[]>
}

const maxTries = 20

/**
 * Locks a user's open work and then the user: SLVs by id, Tdocs by id,
 * companies, users. If work was added meanwhile, it releases all locks and
 * starts over: waiting for work while holding the user could deadlock.
 */
export async function lockOpenWork(
  db: Db,
  userId: string,
): Promise<LockedWork> {
  for (let attempt = 1; attempt <= maxTries; attempt++) {
    await sql`savepoint open_work`.execute(db)
    const locked = await lockWork(db, userId)
    await lockPersonForUpdate(db, userId)
    const ids = getIds(await findOpenWork(db, userId))
    const isComplete = openWorkKinds.every((kind) =>
      ids[kind].every((id) => locked.ids[kind].includes(id)),
    )
    if (isComplete) {
      await sql`release savepoint open_work`.execute(db)
      return { slvs: locked.slvs, ids }
    }
    await sql`rollback to savepoint open_work`.execute(db)
  }
  throw unavailable('Someone else just changed this. Try again.')
}

const getIds = (work: Awaited<ReturnType<typeof findOpenWork>>) =>
  toRecord(openWorkKinds, (kind) => work[kind].ids)

async function lockWork(db: Db, userId: string): Promise<LockedWork> {
  const ids = getIds(await findOpenWork(db, userId))
  const slvIds = [...new Set(slvKinds.flatMap((kind) => ids[kind]))]
  const slvs = await lockSlvsUnchecked(db, slvIds)
  const tdocIds = tdocKinds.flatMap((kind) => ids[kind])
  await lockTdocsUnchecked(db, tdocIds)
  if (ids.bdd.length > 0)
    await db
      .selectFrom('company')
      .select('id')
      .where('id', 'in', ids.bdd)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
  return { slvs: new Map(slvs.map((slv) => [slv.id, slv])), ids }
}

const assignments = {
  underwriter: 'assign-requests',
  slr: 'assign-slr',
  tradeDesk: 'assign-td',
  seller: 'assign-seller',
} as const satisfies Record<(typeof slvKinds)[number], Assignment>

type Reassignment = {
  kind: OpenWorkKind
  ids: string[]
  successor: { id: string; name: string } | null
}

/**
 * Resolves who takes over a user's open work. For kinds that the user is not
 * `able` to continue, `handOver` must have a successor or null (409). Throws 400
 * for a successor who can't do the work.
 */
export async function checkHandOver(
  { db }: Ctx,
  person: UserRecord,
  { ids }: LockedWork,
  able: readonly OpenWorkKind[],
  handOver: HandOver,
): Promise<Reassignment[]> {
  const openKinds = openWorkKinds.filter((kind) => ids[kind].length > 0)
  const missing = openKinds.filter(
    (kind) => !able.includes(kind) && handOver[kind] === undefined,
  )
  if (missing.length > 0)
    throw conflict(
      'Reassign the open work first',
      missing.map((kind) => ({
        field: `handOver.${kind}`,
        error: `${openWorkLabels[kind]}: ${ids[kind].length}`,
      })),
    )

  const reassignments: Reassignment[] = []
  for (const kind of openKinds) {
    const successorId = handOver[kind]
    if (successorId === undefined) continue
    if (successorId === null) await refuseIfNeeded(db, person, kind)
    const successor = successorId
      ? await findSuccessor(db, person, kind, successorId)
      : null
    reassignments.push({ kind, ids: ids[kind], successor })
  }
  return reassignments
}

/** Throws 400 for work that needs a successor. */
async function refuseIfNeeded(
  db: Db,
  person: UserRecord,
  kind: OpenWorkKind,
): Promise<void> {
  const openWork = await listOpenWork(db, person)
  const work = openWork.find((entry) => entry.kind === kind)
  if (work?.mayBeLeft) return
  throw badRequest([
    { field: `handOver.${kind}`, error: 'Choose who takes these over' },
  ])
}

export async function assignOpenWork(
  ctx: Ctx,
  person: Pick<UserRecord, 'id' | 'name'>,
  { slvs }: LockedWork,
  reassignments: readonly Reassignment[],
): Promise<PersonChange[]> {
  for (const { kind, ids, successor } of reassignments) {
    if (kind === 'bdd') await assignSellers(ctx, ids, successor)
    else if (isOneOf(tdocKinds, kind))
      await reassignTdocs(ctx, ids, person, successor)
    // An SLV always has an owner.
    else if (kind !== 'seller' || successor !== null)
      for (const id of ids)
        await reassignLocked(ctx, slvs, id, assignments[kind], successor)
  }
  return reassignments.map(({ kind, ids, successor }) => ({
    field: `handOver.${kind}`,
    before: ids.length,
    after: successor?.name ?? null,
  }))
}

/**
 * One user may have two roles in an SLV: the second reassignment works on the
 * result of the first.
 */
async function reassignLocked(
  ctx: Ctx,
  slvs: Map<string, LockedSlv>,
  id: string,
  action: Assignment,
  successor: { id: string; name: string } | null,
) {
  const slv = slvs.get(id)
  if (!slv) return
  await reassignSlv(ctx, slv, action, successor)
  const [updated] = await lockSlvsUnchecked(ctx.db, [id])
  if (updated) slvs.set(id, updated)
}

/**
 * The successor for a kind of work, locked. Throws 400, naming the field, if
 * they can't do it.
 */
async function findSuccessor(
  db: Db,
  person: UserRecord,
  kind: OpenWorkKind,
  id: string,
) {
  const field = `handOver.${kind}`
  if (id === person.id)
    throw badRequest([
      { field, error: 'Choose someone else to take these over' },
    ])
  const successor = await activeFor(db, kind, id)
  if (!successor) throw badRequest([{ field, error: refusals[kind] }])
  const isOfSameCompany = successor.companyId === person.companyId
  if (staysInCompany(kind) && !isOfSameCompany)
    throw badRequest([{ field, error: refusals[kind] }])
  return successor
}

/** Why a person can't take over each kind of work. */
const refusals: Record<OpenWorkKind, string> = {
  underwriter: 'This user can’t do this review',
  slr: 'This user can’t do this review',
  tradeDesk: 'This user can’t do this review',
  seller: 'Not an active seller of the same company',
  bdd: 'Not an active business development director',
  tdoc: 'Not an active underwriter',
  purchasedTdoc:
    'This person does not have access to the queue of purchased loans',
  tprReview: 'Not an active reviewer of the same vendor',
}
