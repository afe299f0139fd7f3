import {
  openStatuses,
  slrStage,
  tdStage,
  undecidedStatuses,
} from '@portal/contract/slv/status'
import type { HandOver, OpenWork } from '@portal/contract/user/manage-api'
import { staysInCompany, workOf } from '@portal/contract/user/manage-policy'
import { type OpenWorkKind, openWorkKinds } from '@portal/contract/user/model'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../lib/database/db.ts'
import { activeInRole, hasPermission } from '../user/find-person.ts'
import type { UserRecord } from '../user/find-user.ts'
import { findOpenWork } from './find-open-work.ts'

type Person = Pick<UserRecord, 'id' | 'companyId'>

/** A person's open work by kind, and who could take it over. */
export async function listOpenWork(db: Db, person: Person): Promise<OpenWork> {
  const workByKind = await findOpenWork(db, person.id)
  const openWork: OpenWork = []
  for (const kind of openWorkKinds) {
    const { ids, isUnderWay } = workByKind[kind]
    if (ids.length === 0) continue
    const successors = await listSuccessors(db, kind, person)
    const mayBeLeft =
      successors.length === 0 || !needsSuccessor(kind, isUnderWay)
    openWork.push({ kind, count: ids.length, mayBeLeft, successors })
  }
  return openWork
}

/** A seller's SLVs and a review that has started can't be left unassigned. */
function needsSuccessor(kind: OpenWorkKind, isUnderWay: boolean): boolean {
  if (kind === 'seller') return true
  const isReview = kind === 'slr' || kind === 'tradeDesk'
  return isReview && isUnderWay
}

/**
 * Who takes over each kind of a user's open work that they aren't `able` to
 * continue: the user with the least of that kind, ties by longest since last
 * assigned, like the first assignment of a request. Null if no one can.
 */
export async function chooseSuccessors(
  db: Db,
  person: Person,
  able: readonly OpenWorkKind[],
): Promise<HandOver> {
  const workByKind = await findOpenWork(db, person.id)
  const successors: HandOver = {}
  for (const kind of openWorkKinds) {
    if (able.includes(kind) || workByKind[kind].ids.length === 0) continue
    const successor = await selectSuccessors(db, kind, person)
      .select('appUser.id')
      .orderBy(workloads[kind])
      .orderBy('appUser.lastAssignedAt', (order) => order.asc().nullsFirst())
      .orderBy('appUser.id')
      .limit(1)
      .executeTakeFirst()
    successors[kind] = successor?.id ?? null
  }
  return successors
}

const listSuccessors = (db: Db, kind: OpenWorkKind, person: Person) =>
  selectSuccessors(db, kind, person)
    .select(['appUser.id', 'appUser.name'])
    .orderBy(sql`lower(app_user.first_name)`)
    .orderBy(sql`lower(app_user.last_name)`)
    .orderBy('appUser.id')
    .execute()

/**
 * Users who could take over a kind of work: active, in the role, with the
 * permission; sellers of the same company.
 */
function selectSuccessors(db: Db, kind: OpenWorkKind, person: Person) {
  const { roles, permissionToReceive } = workOf[kind]
  return activeInRole(db, roles)
    .where('appUser.id', '!=', person.id)
    .$if(staysInCompany(kind), (query) =>
      query.where('appUser.companyId', '=', person.companyId),
    )
    .where((eb) =>
      permissionToReceive
        ? hasPermission(eb, permissionToReceive)
        : eb.lit(true),
    )
}

/** How much of a kind of work a user has, in SQL. */
const workloads: Record<OpenWorkKind, RawBuilder<number>> = {
  underwriter: sql`open_units(app_user.id, ${openStatuses}::text[])`,
  slr: sql`(
    select count(*)
    from slv
    where underwriter_manager_id = app_user.id
      and status = any(${slrStage}::text[])
  )`,
  tradeDesk: sql`(
    select count(*)
    from slv
    where trade_desk_id = app_user.id
      and status = any(${tdStage}::text[])
  )`,
  seller: sql`(
    select count(*)
    from slv
    where seller_id = app_user.id
      and status = any(${undecidedStatuses}::text[])
  )`,
  bdd: sql`(select count(*) from company where bdd_id = app_user.id)`,
  tdoc: sql`(
    select count(*)
    from tdoc
    where not is_purchased
      and assigned_underwriter_id = app_user.id
      and status <> 'COMPLETE'
  )`,
  purchasedTdoc: sql`(
    select count(*)
    from tdoc
    where is_purchased
      and assigned_underwriter_id = app_user.id
      and status <> 'COMPLETE'
  )`,
  tprReview: sql`(
    select count(*)
    from review_category
    where reviewer_id = app_user.id
      and status <> 'COMPLETED'
  )`,
}
