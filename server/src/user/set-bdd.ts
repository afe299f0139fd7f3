import type { Company } from '@portal/contract/user/manage-api'
import { managesEveryone } from '@portal/contract/user/policy'
import { type Ctx, transact } from '../lib/ctx.ts'
import { badRequest, conflict, notFound } from '../lib/errors.ts'
import { activeFor } from './find-person.ts'
import { holdActor } from './hold-actor.ts'
import { findCompany } from './list-companies.ts'
import { type PersonChange, writeUserChange } from './write-change.ts'

type Bdd = { id: string; name: string }

/** Says who looks after a seller, or nobody. Throws 404 for a company that is not there, 409 for one that is no seller. */
export const setBdd = (ctx: Ctx, companyId: string, bddId: string | null): Promise<Company> =>
  transact(ctx, async (inner) => {
    const company = await inner.db
      .selectFrom('company')
      .select(['id', 'kind'])
      .where('id', '=', companyId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!company) throw notFound('Company')
    if (company.kind !== 'SELLER') throw conflict('Only a seller has a business development director')
    const bdd = bddId === null ? null : await activeFor(inner.db, 'bdd', bddId)
    if (bdd === undefined) throw badRequest([{ field: 'bddId', error: 'Not an active business development director' }])
    await holdActor(inner, managesEveryone)
    await moveSellers(inner, [companyId], bdd)
    return findCompany(inner.db, companyId)
  })

/** Gives locked sellers to a BDD, or to nobody, and tells the history of everybody who got or lost one. */
export async function moveSellers({ db, now, actor }: Ctx, companyIds: readonly string[], bdd: Bdd | null) {
  const companies = await db
    .selectFrom('company')
    .select(['id', 'name', 'bddId'])
    .where('id', 'in', [...companyIds])
    .where('bddId', 'is distinct from', bdd?.id ?? null)
    .orderBy('id')
    .execute()
  const lines: { userId: string; changes: PersonChange[] }[] = []
  for (const { id, name, bddId } of companies) {
    await db
      .updateTable('company')
      .set({ bddId: bdd?.id ?? null })
      .where('id', '=', id)
      .execute()
    if (bddId !== null) lines.push({ userId: bddId, changes: [{ field: 'seller', before: name, after: null }] })
    if (bdd) lines.push({ userId: bdd.id, changes: [{ field: 'seller', before: null, after: name }] })
  }
  // By person: whoever writes to the histories of the same two people waits for them in the same order.
  for (const line of lines.toSorted((a, b) => a.userId.localeCompare(b.userId)))
    await writeUserChange({ db, now, actorId: actor.id }, { ...line, action: 'set-bdd' })
}
