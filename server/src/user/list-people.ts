import type { PeopleQuery } from '@portal/contract/user/api'
import type { Role } from '@portal/contract/user/model'
import { isBdd, isSeller } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
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
  return readPage(people, { search, page, size })
}

/** Active people and their companies. */
export const activePeople = (db: Db) =>
  db
    .selectFrom('appUser')
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .where('appUser.status', '=', 'ACTIVE')

/** One page of these people, by first and then last name. */
export async function readPage(
  all: ReturnType<typeof activePeople>,
  { search, page, size }: Pick<PeopleQuery, 'search' | 'page' | 'size'>,
) {
  const people = all.$if(search !== '', (query) => query.where(sql`lower(app_user.name)`, 'like', containing(search)))
  const items = await people
    .select(['appUser.id', 'appUser.firstName', 'appUser.lastName', 'appUser.name', 'company.name as companyName'])
    .orderBy(sql`lower(app_user.first_name)`)
    .orderBy(sql`lower(app_user.last_name)`)
    .orderBy('appUser.id')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  if (page === 1 && items.length < size) return { items, total: items.length, page, size }
  const { total } = await people.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { items, total, page, size }
}

/** Sellers are the one list that not everybody gets whole: a seller gets their own company's, a BDD those of their sellers. */
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
