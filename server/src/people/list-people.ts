import type { PeopleQuery } from '@portal/contract/user/api'
import type { Role } from '@portal/contract/user/model'
import { isBdd, isSeller } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import {
  byName,
  containing,
  matches,
  readPage,
} from '../lib/database/list-query.ts'
import { hasPermission } from '../user/find-person.ts'

export const listUnderwriters = (ctx: Ctx, query: PeopleQuery) =>
  listPeople(ctx, ['UNDERWRITER'], query)
export const listSellers = (ctx: Ctx, query: PeopleQuery) =>
  listPeople(ctx, ['SELLER'], query)
export const listBdds = (ctx: Ctx, query: PeopleQuery) =>
  listPeople(ctx, ['BDD', 'UBDD'], query)

/**
 * Active users of a role that the actor may see; with a permission, only those
 * who have it.
 */
async function listPeople(
  ctx: Ctx,
  roles: Role[],
  { search, permission, page, size }: PeopleQuery,
) {
  const people = peopleOf(ctx, roles)
  const found = permission
    ? people.where((eb) => hasPermission(eb, permission))
    : people
  return readPeople(ctx.db, found, { search, page, size })
}

export const activePeople = (db: Db) =>
  db
    .selectFrom('appUser')
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .where('appUser.status', '=', 'ACTIVE')
    .where('appUser.isService', '=', false)

export async function readPeople(
  db: Db,
  people: ReturnType<typeof activePeople>,
  { search, page, size }: Pick<PeopleQuery, 'search' | 'page' | 'size'>,
) {
  const rows = people.$if(search !== '', (all) =>
    all.where(matches(sql`app_user.name`, containing(search))),
  )
  const orderBy = sql`
    ${byName(sql`app_user.first_name`)},
    ${byName(sql`app_user.last_name`)},
    app_user.id`
  const read = (ids: string[]) =>
    activePeople(db)
      .select([
        'appUser.id',
        'appUser.firstName',
        'appUser.lastName',
        'appUser.name',
        'company.name as companyName',
      ])
      .where(sql<boolean>`app_user.id = any(${ids}::uuid[])`)
      .orderBy(orderBy)
      .execute()
  return readPage(
    db,
    { rows, id: sql<string>`app_user.id`, orderBy },
    { page, size },
    read,
  )
}

/**
 * Sellers get only people of their own company; a BDD's list of sellers is
 * limited to the companies assigned to them.
 */
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
    .$if(isSeller(actor), (query) =>
      query.where('company.id', '=', actor.companyId),
    )
    .$if(isBdd(actor) && roles.includes('SELLER'), (query) =>
      query.where('company.bddId', '=', actor.id),
    )
