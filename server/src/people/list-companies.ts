import type {
  listCompanies as api,
  Company,
} from '@portal/contract/user/manage-api'
import type { Actor } from '@portal/contract/user/model'
import {
  invitesReviewers,
  isUnderwriter,
  managesCompany,
  managesEveryone,
  managesGuidelines,
} from '@portal/contract/user/policy'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import {
  byName,
  containing,
  matches,
  readPage,
} from '../lib/database/list-query.ts'
import { notFound } from '../lib/errors.ts'

const companies = (db: Db) =>
  db.selectFrom('company').leftJoin('appUser as bdd', 'bdd.id', 'company.bddId')

const columns = [
  'company.id',
  'company.kind',
  'company.name',
  'company.corrId',
  'company.bddId',
  'bdd.name as bddName',
  sql<number>`(select count(*) from app_user where company_id = company.id and not is_service)`.as(
    'people',
  ),
] as const

const present = ({
  bddId,
  bddName,
  ...company
}: Omit<Company, 'bdd'> & {
  bddId: string | null
  bddName: string | null
}) => ({
  ...company,
  bdd: bddId === null ? null : { id: bddId, name: bddName ?? '' },
})

/**
 * All companies for those who manage everyone; else their own, for an
 * underwriter who invites the vendors, and for one who manages guidelines the
 * sellers.
 */
const getScope = (actor: Actor) => ({
  all: managesEveryone(actor),
  own:
    managesCompany(actor) || (invitesReviewers(actor) && !isUnderwriter(actor)),
  vendors: invitesReviewers(actor) && isUnderwriter(actor),
  sellers: managesGuidelines(actor),
})

export async function listCompanies(
  { db, actor }: Ctx,
  { search, kind, page, size }: z.output<typeof api.query>,
) {
  const scope = getScope(actor)
  const rows = db
    .selectFrom('company')
    .$if(!scope.all, (query) =>
      query.where((eb) =>
        eb.or([
          ...(scope.own ? [eb('company.id', '=', actor.companyId)] : []),
          ...(scope.vendors ? [eb('company.kind', '=', 'TPR_VENDOR')] : []),
          ...(scope.sellers ? [eb('company.kind', '=', 'SELLER')] : []),
        ]),
      ),
    )
    .$if(search !== '', (query) =>
      query.where(matches(sql`company.name`, containing(search))),
    )
    .$if(kind !== undefined, (query) =>
      query.where('company.kind', '=', kind ?? 'SELLER'),
    )
  const orderBy = sql`${byName(sql`company.name`)}, company.id`
  const read = (ids: string[]) =>
    companies(db)
      .select(columns)
      .where(sql<boolean>`company.id = any(${ids}::uuid[])`)
      .orderBy(orderBy)
      .execute()
  const { items, ...paging } = await readPage(
    db,
    { rows, id: sql<string>`company.id`, orderBy },
    { page, size },
    read,
  )
  // Only the buyer's people see a seller's BDD.
  const shown = items
    .map(present)
    .map((company) =>
      isUnderwriter(actor) ? company : { ...company, bdd: null },
    )
  return { ...paging, items: shown }
}

export async function findCompany(db: Db, id: string): Promise<Company> {
  const row = await companies(db)
    .select(columns)
    .where('company.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Company')
  return present(row)
}
