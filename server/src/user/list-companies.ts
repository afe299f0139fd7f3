import type { listCompanies as api, Company } from '@portal/contract/user/manage-api'
import type { Actor } from '@portal/contract/user/model'
import { invitesReviewers, isUnderwriter, managesCompany, managesEveryone } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../lib/ctx.ts'
import { readPage } from '../lib/database/list-query.ts'
import type { Db } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { containing } from '../lib/like.ts'

const companies = (db: Db) => db.selectFrom('company').leftJoin('appUser as bdd', 'bdd.id', 'company.bddId')

const columns = [
  'company.id',
  'company.kind',
  'company.name',
  'company.corrId',
  'company.bddId',
  'bdd.name as bddName',
  sql<number>`(select count(*) from app_user where company_id = company.id)`.as('people'),
] as const

const present = ({
  bddId,
  bddName,
  ...company
}: Omit<Company, 'bdd'> & { bddId: string | null; bddName: string | null }) => ({
  ...company,
  bdd: bddId === null ? null : { id: bddId, name: bddName ?? '' },
})

/** Everything, or: the own company for those who look after it or invite to it, the vendors for the buyer's who invite. */
const reachOf = (actor: Actor) => ({
  all: managesEveryone(actor),
  own: managesCompany(actor) || (invitesReviewers(actor) && !isUnderwriter(actor)),
  vendors: invitesReviewers(actor) && isUnderwriter(actor),
})

/** Companies by name, as far as the asker has to do with them. */
export async function listCompanies({ db, actor }: Ctx, { search, kind, page, size }: z.output<typeof api.query>) {
  const reach = reachOf(actor)
  const rows = db
    .selectFrom('company')
    .$if(!reach.all, (query) =>
      query.where((eb) =>
        eb.or([
          ...(reach.own ? [eb('company.id', '=', actor.companyId)] : []),
          ...(reach.vendors ? [eb('company.kind', '=', 'TPR_VENDOR')] : []),
        ]),
      ),
    )
    .$if(search !== '', (query) => query.where(sql`lower(company.name)`, 'like', containing(search)))
    .$if(kind !== undefined, (query) => query.where('company.kind', '=', kind ?? 'SELLER'))
  const orderBy = sql`lower(company.name), company.id`
  const read = (ids: string[]) =>
    companies(db).select(columns).where(sql<boolean>`company.id = any(${ids}::uuid[])`).orderBy(orderBy).execute()
  const { items, ...paging } = await readPage(db, { rows, id: sql<string>`company.id`, orderBy }, { page, size }, read)
  // Who looks after a seller is the buyer's to know.
  const shown = items.map(present).map((company) => (isUnderwriter(actor) ? company : { ...company, bdd: null }))
  return { ...paging, items: shown }
}

/** One company, whoever asks. */
export async function findCompany(db: Db, id: string): Promise<Company> {
  const row = await companies(db).select(columns).where('company.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Company')
  return present(row)
}
