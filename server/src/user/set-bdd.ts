import type { Company } from '@portal/contract/user/manage-api'
import { type Ctx, transact } from '../lib/ctx.ts'
import { badRequest, conflict, notFound } from '../lib/errors.ts'
import { activeBdd, nameOf } from './find-person.ts'
import { findCompany } from './list-companies.ts'
import { writeUserChange } from './write-change.ts'

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
    const bdd = bddId === null ? null : await activeBdd(inner.db, bddId)
    if (bdd === undefined) throw badRequest([{ field: 'bddId', error: 'Not an active business development director' }])
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
  const by = { db, now, actorId: actor.id }
  for (const company of companies) {
    await db
      .updateTable('company')
      .set({ bddId: bdd?.id ?? null })
      .where('id', '=', company.id)
      .execute()
    const before = await nameOf(db, company.bddId)
    const changes = [{ field: company.name, before, after: bdd?.name ?? null }]
    for (const userId of [company.bddId, bdd?.id ?? null])
      if (userId !== null) await writeUserChange(by, { userId, action: 'set-bdd', changes })
  }
}
