import { tableOf } from '@portal/contract/lib/typed'
import type { HandOver } from '@portal/contract/user/manage-api'
import { staysInCompany } from '@portal/contract/user/manage-policy'
import { type OpenWorkKind, openWorkKinds, openWorkLabels } from '@portal/contract/user/model'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'
import { badRequest, conflict, unavailable } from '../lib/errors.ts'
import { type Assignment, handOver as handOverSlv } from '../slv/assign.ts'
import { type LockedSlv, lockSlvsUnseen } from '../slv/lock.ts'
import { handOverTdocs } from '../tdoc/assign-open.ts'
import { tdocKinds } from '../tdoc/find-open.ts'
import { lockTdocsUnseen } from '../tdoc/lock.ts'
import type { KnownPerson } from './find-facts.ts'
import { findOpenWork, listOpenWork, slvKinds } from './find-open-work.ts'
import { activeFor } from './find-person.ts'
import { moveSellers } from './set-bdd.ts'
import type { PersonChange } from './write-change.ts'

/** Open work of a person that nobody else can change until the transaction ends, and to which none is added. */
export type TakenWork = { slvs: Map<string, LockedSlv>; ids: Record<OpenWorkKind, string[]> }

/** A stream of work to one person that never stops does not keep them for ever: then whoever asked tries again. */
const mostLooks = 20

/**
 * Locks a person's open work and then the person, in the order of everybody who gives work away: SLVs by id, Tdocs by
 * id, companies, people. From then on whoever gives the person something waits (find-person.ts). Where something came between the look and
 * the lock, all locks are let go and it starts over: to wait for work while holding the person could be a circle.
 */
export async function takeOpenWork(db: Db, userId: string): Promise<TakenWork> {
  for (let look = 1; look <= mostLooks; look++) {
    await sql`savepoint open_work`.execute(db)
    const first = await lock(db, userId)
    await db.selectFrom('appUser').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    const ids = idsOf(await findOpenWork(db, userId))
    const isWhole = openWorkKinds.every((kind) => ids[kind].every((id) => first.ids[kind].includes(id)))
    if (isWhole) {
      await sql`release savepoint open_work`.execute(db)
      return { slvs: first.slvs, ids }
    }
    await sql`rollback to savepoint open_work`.execute(db)
  }
  throw unavailable('Others are working on this, try again')
}

const idsOf = (held: Awaited<ReturnType<typeof findOpenWork>>) => tableOf(openWorkKinds, (kind) => held[kind].ids)

async function lock(db: Db, userId: string): Promise<TakenWork> {
  const held = await findOpenWork(db, userId)
  const slvIds = [...new Set(slvKinds.flatMap((kind) => held[kind].ids))]
  const slvs = await lockSlvsUnseen(db, slvIds)
  const tdocIds = tdocKinds.flatMap((kind) => held[kind].ids)
  await lockTdocsUnseen(db, tdocIds)
  if (held.bdd.ids.length > 0)
    await db.selectFrom('company').select('id').where('id', 'in', held.bdd.ids).orderBy('id').forNoKeyUpdate().execute()
  return { slvs: new Map(slvs.map((slv) => [slv.id, slv])), ids: idsOf(held) }
}

const assignments = {
  underwriter: 'assign-requests',
  slr: 'assign-slr',
  tradeDesk: 'assign-td',
  seller: 'assign-seller',
} as const satisfies Record<(typeof slvKinds)[number], Assignment>

/** Who takes over which kind of a person's open work; null for the queue. */
export type Going = { kind: OpenWorkKind; ids: string[]; successor: { id: string; name: string } | null }[]

/**
 * Who takes over what a person leaves behind. `able` are the kinds that they can go on with; every other one must be named,
 * with who takes it or with null (409). Kinds that are named without need go too. Throws 400 for somebody who cannot do it.
 */
export async function checkHandOver(
  { db }: Ctx,
  person: KnownPerson,
  { ids }: TakenWork,
  able: readonly OpenWorkKind[],
  handOver: HandOver,
): Promise<Going> {
  const open = openWorkKinds.filter((kind) => ids[kind].length > 0)
  const unnamed = open.filter((kind) => !able.includes(kind) && handOver[kind] === undefined)
  if (unnamed.length > 0)
    throw conflict(
      'Somebody must take over the open work first',
      unnamed.map((kind) => ({ field: `handOver.${kind}`, error: `${openWorkLabels[kind]}: ${ids[kind].length}` })),
    )

  const named = open.filter((kind) => handOver[kind] !== undefined)
  const work = named.length > 0 ? await listOpenWork(db, person) : []
  const going: Going = []
  for (const kind of named) {
    const id = handOver[kind] ?? null
    if (id === null && !work.find((one) => one.kind === kind)?.mayBeLeft)
      throw badRequest([{ field: `handOver.${kind}`, error: 'Somebody must take these over' }])
    going.push({ kind, ids: ids[kind], successor: id === null ? null : await successorOf(db, person, kind, id) })
  }
  return going
}

/** Hands the work over, written as the reassignments that it is. Answers what the person's history says of it. */
export async function assignOpenWork(
  ctx: Ctx,
  person: Pick<KnownPerson, 'id' | 'name'>,
  { slvs }: TakenWork,
  going: Going,
): Promise<PersonChange[]> {
  for (const { kind, ids, successor } of going) {
    if (kind === 'bdd') await moveSellers(ctx, ids, successor)
    else if (kind === 'tdoc' || kind === 'purchasedTdoc' || kind === 'tprReview')
      await handOverTdocs(ctx, ids, person, successor)
    // An SLV has always an owner: where nobody could take it over, it stays in the name of who left.
    else if (kind !== 'seller' || successor !== null)
      for (const id of ids) await handOverOne(ctx, slvs, id, assignments[kind], successor)
  }
  return going.map(({ kind, ids, successor }) => ({
    field: `handOver.${kind}`,
    before: ids.length,
    after: successor?.name ?? null,
  }))
}

/** An SLV may change hands in two ways at once: the second works on what the first wrote. */
async function handOverOne(
  ctx: Ctx,
  slvs: Map<string, LockedSlv>,
  id: string,
  action: Assignment,
  successor: { id: string; name: string } | null,
) {
  const slv = slvs.get(id)
  if (!slv) return
  await handOverSlv(ctx, slv, action, successor)
  const [fresh] = await lockSlvsUnseen(ctx.db, [id])
  if (fresh) slvs.set(id, fresh)
}

/** Whoever takes a kind over, held, if they can do it. Throws 400, naming the field, when they can't. */
async function successorOf(db: Db, person: KnownPerson, kind: OpenWorkKind, id: string) {
  const field = `handOver.${kind}`
  if (id === person.id) throw badRequest([{ field, error: 'Somebody else must take these over' }])
  const successor = await activeFor(db, kind, id)
  if (!successor || (staysInCompany(kind) && successor.companyId !== person.companyId))
    throw badRequest([{ field, error: cannot[kind] }])
  return successor
}

const cannot: Record<OpenWorkKind, string> = {
  underwriter: 'Nobody who can do this review',
  slr: 'Nobody who can do this review',
  tradeDesk: 'Nobody who can do this review',
  seller: 'Not an active seller of the same company',
  bdd: 'Not an active business development director',
  tdoc: 'Not an active underwriter',
  purchasedTdoc: 'Nobody who has the queue of purchased loans',
  tprReview: 'Not an active reviewer of the same vendor',
}
