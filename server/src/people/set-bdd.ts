import type { Company } from '@portal/contract/user/manage-api'
import { managesEveryone } from '@portal/contract/user/policy'
import { type Ctx, transact } from '../lib/ctx.ts'
import { badRequest, conflict, notFound } from '../lib/errors.ts'
import { type PersonChange, writeUserChange } from '../user/changes.ts'
import { activeFor } from '../user/find-person.ts'
import { lockActor } from '../user/lock-person.ts'
import { findCompany } from './list-companies.ts'

type Bdd = { id: string; name: string }

/**
 * Assigns a BDD to a seller, or removes them. Throws 409 for a company that is
 * not a seller.
 */
export const setBdd = (
  ctx: Ctx,
  companyId: string,
  bddId: string | null,
): Promise<Company> =>
  transact(ctx, async (inner) => {
    const company = await inner.db
      .selectFrom('company')
      .select(['id', 'kind'])
      .where('id', '=', companyId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!company) throw notFound('Company')
    if (company.kind !== 'SELLER')
      throw conflict('Only a seller can have a business development director')
    const bdd = bddId === null ? null : await activeFor(inner.db, 'bdd', bddId)
    if (bdd === undefined)
      throw badRequest([
        {
          field: 'bddId',
          error: 'Not an active business development director',
        },
      ])
    await lockActor(inner, managesEveryone)
    await assignSellers(inner, [companyId], bdd)
    return findCompany(inner.db, companyId)
  })

/**
 * Assigns locked sellers to a BDD, or to no one, and writes the history of each
 * BDD who gained or lost one.
 */
export async function assignSellers(
  { db, now, actor }: Ctx,
  companyIds: readonly string[],
  bdd: Bdd | null,
) {
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
    if (bddId !== null)
      lines.push({
        userId: bddId,
        changes: [{ field: 'seller', before: name, after: null }],
      })
    if (bdd)
      lines.push({
        userId: bdd.id,
        changes: [{ field: 'seller', before: null, after: name }],
      })
  }
  // In order of users, so that two such changes can't deadlock.
  for (const line of lines.toSorted((a, b) => a.userId.localeCompare(b.userId)))
    await writeUserChange(
      { db, now, actorId: actor.id },
      { ...line, action: 'set-bdd' },
    )
}
