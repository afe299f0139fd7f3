import type { PeopleQuery } from '@portal/contract/user/api'
import type { Role } from '@portal/contract/user/model'
import { isBdd, isSeller } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { readPage } from '../lib/database/list-query.ts'
import type { Db } from '../lib/db.ts'
import { containing } from '../lib/like.ts'

export const listUnderwriters = (ctx: Ctx, query: PeopleQuery) => listPeople(ctx, ['UNDERWRITER'], query)
export const listSellers = (ctx: Ctx, query: PeopleQuery) => listPeople(ctx, ['SELLER'], query)
export const listBdds = (ctx: Ctx, query: PeopleQuery) => listPeople(ctx, ['BDD', 'UBDD'], query)

/** Active people of a role whom the asker may name, by first and then last name. Without a permission named, all of them. */
async function listPeople(ctx: Ctx, roles: Role[], { search, permission, page, size }: PeopleQuery) {
  const people = peopleOf(ctx, roles).$if(permission !== undefined, (query) =>
    query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('userPermission')
          .select('userPermission.userId')
          .whereRef('userPermission.userId', '=', 'appUser.id')
          .where('userPermission.permission', '=', permission ?? ''),
      ),
    ),
  )
  return readPeople(ctx.db, people, { search, page, size })
}

/** Active people and their companies. */
export const activePeople = (db: Db) =>
  db
    .selectFrom('appUser')
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .where('appUser.status', '=', 'ACTIVE')

/** One page of these people, by first and then last name. */
export async function readPeople(
  db: Db,
  people: ReturnType<typeof activePeople>,
  { search, page, size }: Pick<PeopleQuery, 'search' | 'page' | 'size'>,
) {
  const rows = people.$if(search !== '', (all) => all.where(sql`lower(app_user.name)`, 'like', containing(search)))
  const orderBy = sql`lower(app_user.first_name), lower(app_user.last_name), app_user.id`
  const read = (ids: string[]) =>
    activePeople(db)
      .select(['appUser.id', 'appUser.firstName', 'appUser.lastName', 'appUser.name', 'company.name as companyName'])
      .where(sql<boolean>`app_user.id = any(${ids}::uuid[])`)
      .orderBy(orderBy)
      .execute()
  return readPage(db, { rows, id: sql<string>`app_user.id`, orderBy }, { page, size }, read)
}

/** Only the list of sellers is limited: a seller gets their own company's, a BDD those of their sellers. */
const peopleOf = ({ actor, db }: Ctx, roles: Role[]) =>
  activePeople(db)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('userRole')
          .select('userRole.userId')
          .whereRef('userRole.userId', '=', 'appUser.id')
          .where('userRole.role', 'in', roles),
      ),
    )
    .$if(isSeller(actor), (query) => query.where('company.id', '=', actor.companyId))
    .$if(isBdd(actor) && roles.includes('SELLER'), (query) => query.where('company.bddId', '=', actor.id))
