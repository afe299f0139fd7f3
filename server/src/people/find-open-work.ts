import {
  openStatuses,
  slrStage,
  tdStage,
  undecidedStatuses,
} from '@portal/contract/slv/status'
import type { OpenWorkKind } from '@portal/contract/user/model'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../lib/database/db.ts'
import type { DB } from '../lib/database/db-types.ts'

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
  const idsOfKind = (kind: TdocKind) =>
    rows.filter((row) => row.kind === kind).map(({ id }) => id)
  return {
    tdoc: idsOfKind('tdoc'),
    purchasedTdoc: idsOfKind('purchasedTdoc'),
    tprReview: idsOfKind('tprReview'),
  }
}

type SlvExpression = ExpressionBuilder<DB, 'slv'>
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
const isInStage = (
  eb: SlvExpression,
  stage: readonly (typeof openStatuses)[number][],
) =>
  eb.or([
    eb('slv.status', 'in', stage),
    eb.and([
      eb('slv.status', '=', 'WITHDRAW_PENDING'),
      eb('slv.statusBeforeWithdrawal', 'in', stage),
    ]),
  ])

const isOpenFor: Record<
  SlvKind,
  (eb: SlvExpression, id: string) => ReturnType<SlvExpression['and']>
> = {
  underwriter: (eb, id) =>
    eb.and([
      eb('slv.underwriterId', '=', id),
      eb('slv.status', 'in', openStatuses),
    ]),
  slr: (eb, id) =>
    eb.and([eb('slv.underwriterManagerId', '=', id), isInStage(eb, slrStage)]),
  tradeDesk: (eb, id) =>
    eb.and([eb('slv.tradeDeskId', '=', id), isInStage(eb, tdStage)]),
  seller: (eb, id) =>
    eb.and([
      eb('slv.sellerId', '=', id),
      eb.or([
        eb('slv.status', 'in', undecidedStatuses),
        eb('slv.resubmission', 'is not', null),
      ]),
    ]),
}

type FoundWork = {
  ids: string[]
  /** A review has started. */
  isUnderWay: boolean
}

/** The ids of a user's open work, by kind; for a BDD, those of companies. */
export async function findOpenWork(
  db: Db,
  userId: string,
): Promise<Record<OpenWorkKind, FoundWork>> {
  const companyIds = await findCompanies(db, userId)
  const tdocs = await findOpenTdocs(db, userId)
  return {
    underwriter: await findOpenSlvs(db, userId, 'underwriter'),
    slr: await findOpenSlvs(db, userId, 'slr'),
    tradeDesk: await findOpenSlvs(db, userId, 'tradeDesk'),
    seller: await findOpenSlvs(db, userId, 'seller'),
    bdd: { ids: companyIds, isUnderWay: false },
    tdoc: { ids: tdocs.tdoc, isUnderWay: false },
    purchasedTdoc: { ids: tdocs.purchasedTdoc, isUnderWay: false },
    tprReview: { ids: tdocs.tprReview, isUnderWay: false },
  }
}

async function findOpenSlvs(
  db: Db,
  userId: string,
  kind: SlvKind,
): Promise<FoundWork> {
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

/** The companies whose BDD the user is. */
async function findCompanies(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('company')
    .select('id')
    .where('bddId', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
