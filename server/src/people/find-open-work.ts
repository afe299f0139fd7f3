import {
  openStatuses,
  slrStage,
  tdStage,
  undecidedStatuses,
} from '@portal/contract/slv/status'
import type { HandOver, OpenWork } from '@portal/contract/user/manage-api'
import { staysInCompany, workOf } from '@portal/contract/user/manage-policy'
import { type OpenWorkKind, openWorkKinds } from '@portal/contract/user/model'
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Db } from '../lib/database/db.ts'
import type { DB } from '../lib/database/db-types.ts'
import { activeInRole, hasPermission } from '../user/find-person.ts'
import type { UserRecord } from '../user/find-user.ts'

/** The kinds of open work that are Tdocs. */
export const tdocKinds = [
  'tdoc',
  'purchasedTdoc',
  'tprReview',
] as const satisfies OpenWorkKind[]
type TdocKind = (typeof tdocKinds)[number]

/**
 * A person's incomplete Tdocs, by kind: assigned to them, or with an open
 * category of theirs.
 */
async function findOpenTdocs(
  db: Db,
  userId: string,
): Promise<Record<TdocKind, string[]>> {
  const { rows } = await sql<{ id: string; kind: TdocKind }>`
    with theirs as (
      select id
      from tdoc
      where is_purchased in (true, false)
        and assigned_underwriter_id = ${userId}
        and status <> 'COMPLETE'
      union
      select id
      from tdoc
      where is_purchased in (true, false)
        and review_underwriter_id = ${userId}
        and status <> 'COMPLETE'
      union
      select tdoc_id
      from review_category
      where reviewer_id = ${userId}
        and status <> 'COMPLETED'
    )
    select
      tdoc.id,
      case
        when tdoc.vendor_id = (
          select company_id
          from app_user
          where app_user.id = ${userId}
        ) then 'tprReview'
        when tdoc.is_purchased then 'purchasedTdoc'
        else 'tdoc'
      end as kind
    from theirs
      join tdoc on tdoc.id = theirs.id
    where tdoc.status <> 'COMPLETE'
    order by tdoc.id`.execute(db)
  const of = (kind: TdocKind) =>
    rows.filter((row) => row.kind === kind).map(({ id }) => id)
  return {
    tdoc: of('tdoc'),
    purchasedTdoc: of('purchasedTdoc'),
    tprReview: of('tprReview'),
  }
}

type Slv = ExpressionBuilder<DB, 'slv'>
export const slvKinds = [
  'underwriter',
  'slr',
  'tradeDesk',
  'seller',
] as const satisfies OpenWorkKind[]
type SlvKind = (typeof slvKinds)[number]

/**
 * A review that a requested withdrawal interrupts stays assigned: if the
 * withdrawal is declined, it continues.
 */
const isAt = (eb: Slv, stage: readonly (typeof openStatuses)[number][]) =>
  eb.or([
    eb('slv.status', 'in', stage),
    eb.and([
      eb('slv.status', '=', 'WITHDRAW_PENDING'),
      eb('slv.statusBeforeWithdrawal', 'in', stage),
    ]),
  ])

const isOpenFor: Record<
  SlvKind,
  (eb: Slv, id: string) => ReturnType<Slv['and']>
> = {
  underwriter: (eb, id) =>
    eb.and([
      eb('slv.underwriterId', '=', id),
      eb('slv.status', 'in', openStatuses),
    ]),
  slr: (eb, id) =>
    eb.and([eb('slv.underwriterManagerId', '=', id), isAt(eb, slrStage)]),
  tradeDesk: (eb, id) =>
    eb.and([eb('slv.tradeDeskId', '=', id), isAt(eb, tdStage)]),
  seller: (eb, id) =>
    eb.and([
      eb('slv.sellerId', '=', id),
      eb.or([
        eb('slv.status', 'in', undecidedStatuses),
        eb('slv.resubmission', 'is not', null),
      ]),
    ]),
}

type OpenWorkIds = Record<OpenWorkKind, { ids: string[]; isUnderWay: boolean }>

/**
 * The ids of a user's open work, by kind (for a BDD, companies). `isUnderWay`:
 * a review has started.
 */
export async function findOpenWork(
  db: Db,
  userId: string,
): Promise<OpenWorkIds> {
  const slvsOf = async (kind: SlvKind) => {
    const rows = await db
      .selectFrom('slv')
      .select([
        'slv.id',
        sql<boolean>`
          case
            when slv.status = 'WITHDRAW_PENDING' then slv.status_before_withdrawal
            else slv.status
          end in ('SLR_REVIEW', 'TD_REVIEW')`.as('isUnderWay'),
      ])
      .where((eb) => isOpenFor[kind](eb, userId))
      .orderBy('slv.id')
      .execute()
    return {
      ids: rows.map(({ id }) => id),
      isUnderWay: rows.some(({ isUnderWay }) => isUnderWay),
    }
  }
  const sellers = await db
    .selectFrom('company')
    .select('id')
    .where('bddId', '=', userId)
    .orderBy('id')
    .execute()
  const tdocs = await findOpenTdocs(db, userId)
  return {
    underwriter: await slvsOf('underwriter'),
    slr: await slvsOf('slr'),
    tradeDesk: await slvsOf('tradeDesk'),
    seller: await slvsOf('seller'),
    bdd: { ids: sellers.map(({ id }) => id), isUnderWay: false },
    tdoc: { ids: tdocs.tdoc, isUnderWay: false },
    purchasedTdoc: { ids: tdocs.purchasedTdoc, isUnderWay: false },
    tprReview: { ids: tdocs.tprReview, isUnderWay: false },
  }
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

/**
 * Who takes over each kind of a user's open work that they aren't `able` to
 * continue: the user with the least of that kind, ties by longest since last
 * assigned, like the first assignment of a request. Null if no one can.
 */
export async function chooseSuccessors(
  db: Db,
  person: Pick<UserRecord, 'id' | 'companyId'>,
  able: readonly OpenWorkKind[],
): Promise<HandOver> {
  const work = await findOpenWork(db, person.id)
  const successors: HandOver = {}
  for (const kind of openWorkKinds) {
    if (able.includes(kind) || work[kind].ids.length === 0) continue
    const next = await successorsOf(db, kind, person)
      .select('appUser.id')
      .orderBy(workloads[kind])
      .orderBy('appUser.lastAssignedAt', (order) => order.asc().nullsFirst())
      .orderBy('appUser.id')
      .limit(1)
      .executeTakeFirst()
    successors[kind] = next?.id ?? null
  }
  return successors
}

/**
 * Users who could take over a kind of work: active, in the role, with the
 * permission; sellers of the same company.
 */
const successorsOf = (
  db: Db,
  kind: OpenWorkKind,
  from: Pick<UserRecord, 'id' | 'companyId'>,
) => {
  const { roles, permissionToReceive } = workOf[kind]
  return activeInRole(db, roles)
    .where('appUser.id', '!=', from.id)
    .$if(staysInCompany(kind), (query) =>
      query.where('appUser.companyId', '=', from.companyId),
    )
    .where((eb) =>
      permissionToReceive
        ? hasPermission(eb, permissionToReceive)
        : eb.lit(true),
    )
}

const findSuccessors = (
  db: Db,
  kind: OpenWorkKind,
  from: Pick<UserRecord, 'id' | 'companyId'>,
) =>
  successorsOf(db, kind, from)
    .select(['appUser.id', 'appUser.name'])
    .orderBy(sql`lower(app_user.first_name)`)
    .orderBy(sql`lower(app_user.last_name)`)
    .orderBy('appUser.id')
    .execute()

export async function listOpenWork(
  db: Db,
  person: Pick<UserRecord, 'id' | 'companyId'>,
): Promise<OpenWork> {
  const held = await findOpenWork(db, person.id)
  const work: OpenWork = []
  for (const kind of openWorkKinds) {
    const { ids, isUnderWay } = held[kind]
    if (ids.length === 0) continue
    const successors = await findSuccessors(db, kind, person)
    const mayBeLeft =
      successors.length === 0 ||
      (kind !== 'seller' &&
        !(isUnderWay && (kind === 'slr' || kind === 'tradeDesk')))
    work.push({ kind, count: ids.length, mayBeLeft, successors })
  }
  return work
}
