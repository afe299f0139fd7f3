import type { ContractVariance } from '@portal/contract/guideline/model'
import type { Actor } from '@portal/contract/user/model'
import { isBdd, isSeller } from '@portal/contract/user/policy'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { notFound } from '../lib/errors.ts'

export type StoredVariance = ContractVariance & { version: number }

/**
 * How much of a contract variance's cap sent requests use; denied and withdrawn
 * ones don't count.
 */
const used = (what: RawBuilder<number>, exceptSlv: string | null) =>
  sql<number>`(select ${what} from contract_variance_use uses join slv on slv.id = uses.slv_id
    where uses.variance_id = contract_variance.id and slv.id is distinct from ${exceptSlv}::uuid
      and slv.status not in ('DECLINED', 'WITHDRAWN_APPROVED'))`

const selectVariances = (db: Db, exceptSlv: string | null = null) =>
  db
    .selectFrom('contractVariance')
    .innerJoin('company', 'company.id', 'contractVariance.companyId')
    .select([
      'contractVariance.id',
      'code',
      'companyId as sellerId',
      'company.name as sellerName',
      'programCodes as programs',
      'parameter',
      'scope',
      'value',
      'capLoans',
      'capAmount',
      'contractVariance.version',
      sql<string>`lower(effective)::text`.as('from'),
      // The last day itself, as people write it.
      sql<string | null>`(upper(effective) - 1)::text`.as('to'),
      used(sql`count(*)`, exceptSlv).as('usedLoans'),
      used(sql`coalesce(sum(uses.loan_amount), 0)`, exceptSlv).as('usedAmount'),
    ])

/** A seller sees their company's, a BDD their sellers', staff all. */
const inScope = (db: Db, actor: Actor) =>
  selectVariances(db)
    .$if(isSeller(actor), (all) => all.where('companyId', '=', actor.companyId))
    .$if(isBdd(actor), (all) => all.where('company.bddId', '=', actor.id))

export const listContractVariances = async ({
  db,
  actor,
}: Ctx): Promise<{ items: StoredVariance[] }> => ({
  items: await inScope(db, actor).orderBy('code').execute(),
})

/**
 * Serializes what uses and changes a seller's contract variances until the
 * transaction ends, so that requests sent at the same time don't exceed a cap.
 */
export const lockCoverages = (db: Db, sellerId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('contract variances'), hashtext(${sellerId}))`.execute(
    db,
  )

/**
 * The contract variances of a seller, for evaluation, none without one; uses by
 * `exceptSlv` don't count.
 */
export const selectCoverages = (
  db: Db,
  sellerId: string | null,
  exceptSlv?: string,
) =>
  selectVariances(db, exceptSlv)
    .where('companyId', '=', sellerId)
    .orderBy('code')

/** The contract variances of all sellers, by company. */
export const readAllCoverages = async (
  db: Db,
): Promise<Map<string, StoredVariance[]>> =>
  Map.groupBy(await selectVariances(db).execute(), ({ sellerId }) => sellerId)

export async function getContractVariance(
  db: Db,
  id: string,
): Promise<StoredVariance> {
  const variance = await selectVariances(db)
    .where('contractVariance.id', '=', id)
    .executeTakeFirst()
  if (!variance) throw notFound('Contract variance')
  return variance
}
