import type { SlvAction } from '@portal/contract/slv/transitions'
import type { Updateable } from 'kysely'
import { assigned } from '../history/changes.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'
import type { DB } from '../lib/db-types.ts'
import { AppError, badRequest, conflict, notFound } from '../lib/errors.ts'
import { activeSeller, nameOf, underwriterFor } from '../user/find-person.ts'
import { type LockedSlv, lockSlvs } from './lock.ts'
import { admit, move } from './perform.ts'

/** The hand-overs of the transition table. */
export type Assignment = Extract<SlvAction, 'assign-requests' | 'assign-slr' | 'assign-td' | 'assign-seller'>
type Person = { id: string; name: string }
type Columns = Pick<
  Updateable<DB['slv']>,
  'underwriterId' | 'underwriterManagerId' | 'tradeDeskId' | 'sellerId' | 'reassignedToSeller'
>

/** Which column an assignment sets, and how the history calls it. */
const columns = {
  'assign-requests': { column: 'underwriterId', told: 'underwriterName' },
  'assign-slr': { column: 'underwriterManagerId', told: 'underwriterManagerName' },
  'assign-td': { column: 'tradeDeskId', told: 'tradeDeskName' },
  'assign-seller': { column: 'sellerId', told: 'ownerName' },
} as const

/** Gives SLVs to an underwriter who reviews. */
export const assignRequests = (ctx: Ctx, underwriterId: string, ids: string[]) =>
  assignTo(ctx, 'assign-requests', ids, (db) => underwriterFor(db, 'underwriterId', underwriterId, 'myOwn'))

/** Gives SLVs at the managers' stage to one manager. */
export const assignSlr = (ctx: Ctx, managerId: string, ids: string[]) =>
  assignTo(ctx, 'assign-slr', ids, (db) => underwriterFor(db, 'underwriterManagerId', managerId, 'manageSlr'))

/** Gives SLVs at the trade desk's stage to one of the desk. */
export const assignTd = (ctx: Ctx, tradeDeskId: string, ids: string[]) =>
  assignTo(ctx, 'assign-td', ids, (db) => underwriterFor(db, 'tradeDeskId', tradeDeskId, 'manageTradeDesk'))

/** Gives SLVs to another seller of their own company. */
export const assignSeller = (ctx: Ctx, sellerId: string, ids: string[]) =>
  assignTo(ctx, 'assign-seller', ids, async (db, slvs) => {
    const seller = await activeSeller(db, sellerId)
    if (!seller || slvs.some((slv) => slv.companyId !== seller.companyId))
      throw badRequest([{ field: 'sellerId', error: "Not an active seller of the SLV's company" }])
    return seller
  })

/**
 * Hands all of the SLVs over, or none, in one transaction: rows are locked in the order of their ids, and an id that
 * cannot be handed over fails the whole call and is named.
 */
const assignTo = (ctx: Ctx, action: Assignment, ids: string[], find: (db: Db, slvs: LockedSlv[]) => Promise<Person>) =>
  transact(ctx, async (inner) => {
    const wanted = [...new Set(ids)]
    const slvs = await lockSlvs(inner, wanted)
    const missing = wanted.filter((id) => !slvs.some((slv) => slv.id === id))
    if (missing.length > 0) throw notFound('SLV', missing.map(named('SLV not found')))
    const refused = await refusals(inner, slvs, action)
    if (refused.length > 0) throw conflict(`${refused.length} SLV(s) cannot be reassigned`, refused)

    const person = await find(inner.db, slvs)
    for (const slv of slvs) await handOver(inner, slv, action, person)
    return { proxyLoanIds: wanted, name: person.name }
  })

const named = (error: string) => (id: string) => ({ field: `proxyLoanIds.${id}`, error })

async function refusals(ctx: Ctx, slvs: LockedSlv[], action: Assignment) {
  const problems = []
  for (const slv of slvs) {
    try {
      await admit(ctx, slv, action)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error
      problems.push(named(error.message)(slv.id))
    }
  }
  return problems
}

/** Writes one hand-over of an SLV that is locked and may be handed over; null gives it back to the queue it is in. */
export async function handOver(ctx: Ctx, slv: LockedSlv, action: Assignment, person: Person | null) {
  const { column, told } = columns[action]
  if (slv[column] === (person?.id ?? null)) return
  const set: Columns = {
    [column]: person?.id ?? null,
    ...(column === 'sellerId' && { reassignedToSeller: person?.name ?? null }),
  }
  const before = await nameOf(ctx.db, slv[column])
  await move(ctx, slv, action, { set, changes: assigned(told, before, person?.name ?? null) })
}
