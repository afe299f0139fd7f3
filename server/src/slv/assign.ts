import type { SlvAction } from '@portal/contract/slv/transitions'
import type { Updateable } from 'kysely'
import { assigned } from '../lib/changes.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import type { DB } from '../lib/database/db-types.ts'
import { badRequest, conflict, findConflicts, notFound } from '../lib/errors.ts'
import { activeSeller, nameOf, underwriterFor } from '../user/find-person.ts'
import { type LockedSlv, lockSlvs } from './lock.ts'
import { admit, move } from './perform.ts'

export type Assignment = Extract<SlvAction, 'assign-requests' | 'assign-slr' | 'assign-td' | 'assign-seller'>
type Person = { id: string; name: string }
type Columns = Pick<
  Updateable<DB['slv']>,
  'underwriterId' | 'underwriterManagerId' | 'tradeDeskId' | 'sellerId' | 'reassignedToSeller'
>

/** The column that an assignment sets, and its field in the history. */
const columns = {
  'assign-requests': { column: 'underwriterId', field: 'underwriterName' },
  'assign-slr': { column: 'underwriterManagerId', field: 'underwriterManagerName' },
  'assign-td': { column: 'tradeDeskId', field: 'tradeDeskName' },
  'assign-seller': { column: 'sellerId', field: 'ownerName' },
} as const

export const assignRequests = (ctx: Ctx, underwriterId: string, ids: string[]) =>
  assignTo(ctx, 'assign-requests', ids, (db) => underwriterFor(db, 'underwriterId', underwriterId, 'myOwn'))

export const assignSlr = (ctx: Ctx, managerId: string, ids: string[]) =>
  assignTo(ctx, 'assign-slr', ids, (db) => underwriterFor(db, 'underwriterManagerId', managerId, 'manageSlr'))

export const assignTd = (ctx: Ctx, tradeDeskId: string, ids: string[]) =>
  assignTo(ctx, 'assign-td', ids, (db) => underwriterFor(db, 'tradeDeskId', tradeDeskId, 'manageTradeDesk'))

export const assignSeller = (ctx: Ctx, sellerId: string, ids: string[]) =>
  assignTo(ctx, 'assign-seller', ids, async (db, slvs) => {
    const seller = await activeSeller(db, sellerId)
    if (!seller || slvs.some((slv) => slv.companyId !== seller.companyId))
      throw badRequest([{ field: 'sellerId', error: "Not an active seller at the SLV's company" }])
    return seller
  })

/** Reassigns all SLVs or none, in one transaction, and names those that can't be reassigned. */
const assignTo = (ctx: Ctx, action: Assignment, ids: string[], find: (db: Db, slvs: LockedSlv[]) => Promise<Person>) =>
  transact(ctx, async (inner) => {
    const uniqueIds = [...new Set(ids)]
    const slvs = await lockSlvs(inner, uniqueIds)
    const missing = uniqueIds.filter((id) => !slvs.some((slv) => slv.id === id))
    if (missing.length > 0)
      throw notFound(
        'SLV',
        missing.map((id) => ({ field: `proxyLoanIds.${id}`, error: 'SLV not found' })),
      )
    const refused = await findConflicts('proxyLoanIds', slvs, (slv) => admit(inner, slv, action))
    if (refused.length > 0) throw conflict(`${refused.length} SLV(s) cannot be reassigned`, refused)

    const person = await find(inner.db, slvs)
    for (const slv of slvs) await reassign(inner, slv, action, person)
    return { proxyLoanIds: uniqueIds, name: person.name }
  })

export async function reassign(ctx: Ctx, slv: LockedSlv, action: Assignment, person: Person | null) {
  const { column, field } = columns[action]
  if (slv[column] === (person?.id ?? null)) return
  const set: Columns = {
    [column]: person?.id ?? null,
    ...(column === 'sellerId' && { reassignedToSeller: person?.name ?? null }),
  }
  const before = await nameOf(ctx.db, slv[column])
  await move(ctx, slv, action, { set, changes: assigned(field, before, person?.name ?? null) })
}
