import { getKeys } from '@portal/contract/lib/typed'
import { slrStatuses, tdStatuses } from '@portal/contract/slv/status'
import type { TableMode } from '@portal/contract/slv/table-mode'
import type { Actor } from '@portal/contract/user/model'
import {
  type ActorRule,
  both,
  holds,
  isBdd,
  isSeller,
  isUnderwriter,
  underwriterWith,
} from '@portal/contract/user/policy'
import {
  type Expression,
  type ExpressionBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { DB } from '../lib/database/db-types.ts'

type Slv = ExpressionBuilder<DB, 'slv'>
type Clause = {
  /** Who may see anything by this clause. */
  holder: ActorRule
  /** The rule of the same name in contract/slv/policy.ts, as SQL. */
  where: (eb: Slv, actor: Actor) => Expression<SqlBool>
}

const clauses = {
  department: {
    holder: underwriterWith('viewSlvDepartment'),
    where: (eb) => eb.lit(true),
  },
  owner: {
    holder: isSeller,
    where: (eb, actor) => eb('slv.sellerId', '=', actor.id),
  },
  companyView: {
    holder: both(isSeller, holds('myCompanyView')),
    where: (eb, actor) => eb('slv.companyId', '=', actor.companyId),
  },
  ownWork: {
    holder: isUnderwriter,
    where: (eb, actor) =>
      eb.or([
        eb('slv.underwriterId', '=', actor.id),
        eb.and([
          eb('slv.createdById', '=', actor.id),
          eb('slv.status', '=', sql.lit('DRAFT')),
        ]),
      ]),
  },
  slrQueue: {
    holder: underwriterWith('manageSlr'),
    where: (eb, actor) =>
      eb.and([
        eb(
          'slv.status',
          'in',
          slrStatuses.map((status) => sql.lit(status)),
        ),
        eb.or([
          eb('slv.underwriterManagerId', 'is', null),
          eb('slv.underwriterManagerId', '=', actor.id),
        ]),
      ]),
  },
  tradeDeskQueue: {
    holder: underwriterWith('manageTradeDesk'),
    where: (eb, actor) =>
      eb.and([
        eb(
          'slv.status',
          'in',
          tdStatuses.map((status) => sql.lit(status)),
        ),
        eb.or([
          eb('slv.tradeDeskId', 'is', null),
          eb('slv.tradeDeskId', '=', actor.id),
        ]),
      ]),
  },
  assignedSellers: {
    holder: isBdd,
    // An array is found once for the statement, and an index on the company can
    // take it.
    where: (eb, actor) =>
      eb.and([
        sql<boolean>`
          slv.company_id = any(
            array(
              select id
              from company
              where bdd_id = ${actor.id}
            )
          )`,
        eb('slv.status', '!=', sql.lit('DRAFT')),
      ]),
  },
  tagged: {
    holder: isUnderwriter,
    where: (_, actor) =>
      sql<boolean>`slv.tagged_ids <> '{}' and slv.tagged_ids @> array[${actor.id}::uuid]`,
  },
} satisfies Record<string, Clause>
type ClauseName = keyof typeof clauses
const clauseNames = getKeys(clauses)

const clausesOf: Record<TableMode, readonly ClauseName[]> = {
  MY_OWN: ['owner', 'ownWork'],
  MY_COMPANY: ['companyView'],
  SLR: ['slrQueue'],
  TRADE_DESK: ['tradeDeskQueue'],
  ALL: ['department', 'assignedSellers'],
}

/**
 * What an actor sees, of all SLVs or of one list, as a where clause on `slv`.
 */
export const inScope = (
  eb: Slv,
  actor: Actor,
  mode?: TableMode,
): Expression<SqlBool> => {
  const names = (mode ? clausesOf[mode] : clauseNames).filter((name) =>
    clauses[name].holder(actor),
  )
  if (names.length === 0) return eb.lit(false)
  if (names.includes('department')) return clauses.department.where(eb)
  return eb.or(names.map((name) => clauses[name].where(eb, actor)))
}

/**
 * `mayView` as a query, or one of its lists. `visible.test.ts` checks both
 * against the policy.
 */
export const visibleSlvs = (
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  mode?: TableMode,
) => db.selectFrom('slv').where((eb) => inScope(eb, actor, mode))
