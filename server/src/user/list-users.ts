import type { User, UserListQuery } from '@portal/contract/user/manage-api'
import { roles as allRoles, type Role, roleLabels } from '@portal/contract/user/model'
import { managesEveryone } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'
import { containing } from '../lib/like.ts'
import { prepared, type Slot } from '../lib/prepared.ts'
import { people, personColumns } from './columns.ts'
import { withFacts } from './find-facts.ts'
import { presentUser } from './present.ts'

/** What a list is asked by; null is no limit. `within` is the company that the asker looks after. */
type Asked = {
  within: string | null
  search: string | null
  roles: readonly Role[] | null
  status: string | null
  permission: string | null
  companyId: string | null
}
type Page = Asked & { size: number; offset: number }
type Order = Pick<UserListQuery, 'sortBy' | 'sortType'>

/** Roles in the order of what people read. */
const rolesByLabel = allRoles.toSorted((a, b) => (roleLabels[a] < roleLabels[b] ? -1 : 1))

const sorts = {
  name: sql`lower(app_user.name)`,
  email: sql`app_user.email`,
  companyName: sql`lower(company.name)`,
  role: sql`array_position(${sql.raw(`array['${rolesByLabel.join("','")}']`)}, acting.role)`,
  status: sql`app_user.status`,
  lastUsedAt: sql`greatest(app_user.last_used_at, (select max(last_used_at) from session where user_id = app_user.id))`,
  createdAt: sql`app_user.created_at`,
} as const

/** Which filters are joins: each has a text of its own, and the others share it. */
type Joined = { byRole: boolean; byPermission: boolean }

/** Whatever was not asked is null and lets everybody pass. */
const asked = (db: Db, value: Slot<Asked>, { byRole, byPermission }: Joined) => {
  const [within, companyId] = [sql`${value('within')}::uuid`, sql`${value('companyId')}::uuid`]
  const [status, search] = [sql`${value('status')}::text`, sql`${value('search')}::text`]
  return people(db)
    .where(sql<boolean>`(${within} is null or app_user.company_id = ${within})`)
    .where(sql<boolean>`(${companyId} is null or app_user.company_id = ${companyId})`)
    .where(sql<boolean>`(${status} is null or app_user.status = ${status})`)
    .where(sql<boolean>`(${search} is null or lower(app_user.name) like ${search} or app_user.email like ${search}
      or lower(company.name) like ${search})`)
    .$if(byRole, (query) =>
      query.where(sql<boolean>`app_user.id in (select user_id from user_role where role = any(${value('roles')}))`),
    )
    .$if(byPermission, (query) =>
      query.where(sql<boolean>`app_user.id in (
        select user_id from user_permission where permission = ${value('permission')})`),
    )
}

/** The order that was asked for; whoever is the same in it by name, and then by id. */
const orderOf = ({ sortBy, sortType }: Order) =>
  sql`${sorts[sortBy]} ${sql.raw(sortType)} nulls last, ${sorts.name}, app_user.id`

/** The page is cut by id first: what is shown is read of its rows alone, however far back it stands. */
const pageOf = prepared('user.list', (db, value: Slot<Page>, shape: Order & Joined) =>
  people(db)
    .select(personColumns)
    .where(
      'appUser.id',
      'in',
      asked(db, value, shape).select('appUser.id').orderBy(orderOf(shape)).limit(value('size')).offset(value('offset')),
    )
    .orderBy(orderOf(shape)),
)

const totalOf = prepared('user.count', (db, value: Slot<Asked>, shape: Joined) =>
  asked(db, value, shape).select(({ fn }) => fn.countAll<number>().as('total')),
)

/** The people whom the asker looks after: everybody, or those of their own company. Two queries, whatever the page holds. */
export async function listUsers({ db, actor }: Ctx, query: UserListQuery) {
  const { page, size, sortBy, sortType } = query
  const filter: Asked = {
    within: managesEveryone(actor) ? null : actor.companyId,
    search: query.search === '' ? null : containing(query.search),
    roles: query.roles?.length ? query.roles.flatMap(sameRoles) : null,
    status: query.status ?? null,
    permission: query.permission ?? null,
    companyId: query.companyId ?? null,
  }
  const joined = { byRole: filter.roles !== null, byPermission: filter.permission !== null }
  const [rows, [count]] = await Promise.all([
    pageOf(db, { ...filter, size, offset: (page - 1) * size }, { sortBy, sortType, ...joined }),
    totalOf(db, filter, joined),
  ])
  const items: User[] = rows.map((row) => presentUser(withFacts(row)))
  return { items, total: count?.total ?? 0, page, size }
}

/** UBDD is BDD under its older name: whoever asks for one gets both. */
const sameRoles = (role: Role): Role[] => (role === 'BDD' || role === 'UBDD' ? ['BDD', 'UBDD'] : [role])
