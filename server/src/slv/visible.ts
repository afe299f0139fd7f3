import { keysOf } from '@portal/contract/lib/typed'
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
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { DB } from '../lib/db-types.ts'
import type { Slot } from '../lib/prepared.ts'

/** What the clauses compare with: who asks. */
export type ScopeValues = { actorId: string; companyId: string }

type Slv = ExpressionBuilder<DB, 'slv'>
type Clause = {
  /** Whom it may give anything at all. */
  holder: ActorRule
  /** The rule of the same name in contract/slv/policy.ts, as SQL. */
  where: (eb: Slv, value: Slot<ScopeValues>) => Expression<SqlBool>
}

const clauses = {
  department: {
    holder: underwriterWith('viewSlvDepartment'),
    where: (eb) => eb.lit(true),
  },
  owner: {
    holder: isSeller,
    where: (eb, value) => eb('slv.sellerId', '=', value('actorId')),
  },
  companyView: {
    holder: both(isSeller, holds('myCompanyView')),
    where: (eb, value) => eb('slv.companyId', '=', value('companyId')),
  },
  ownWork: {
    holder: isUnderwriter,
    where: (eb, value) =>
      eb.or([
        eb('slv.underwriterId', '=', value('actorId')),
        eb.and([eb('slv.createdById', '=', value('actorId')), eb('slv.status', '=', sql.lit('DRAFT'))]),
      ]),
  },
  slrQueue: {
    holder: underwriterWith('manageSlr'),
    where: (eb, value) =>
      eb.and([
        eb(
          'slv.status',
          'in',
          slrStatuses.map((status) => sql.lit(status)),
        ),
        eb.or([eb('slv.underwriterManagerId', 'is', null), eb('slv.underwriterManagerId', '=', value('actorId'))]),
      ]),
  },
  tradeDeskQueue: {
    holder: underwriterWith('manageTradeDesk'),
    where: (eb, value) =>
      eb.and([
        eb(
          'slv.status',
          'in',
          tdStatuses.map((status) => sql.lit(status)),
        ),
        eb.or([eb('slv.tradeDeskId', 'is', null), eb('slv.tradeDeskId', '=', value('actorId'))]),
      ]),
  },
  assignedSellers: {
    holder: isBdd,
    // An array is found once for the statement, and an index on the company can take it.
    where: (_, value) =>
      sql<boolean>`slv.company_id = any(array(select id from company where bdd_id = ${value('actorId')}))`,
  },
  tagged: {
    holder: isUnderwriter,
    where: (_, value) => sql<boolean>`slv.tagged_ids <> '{}' and slv.tagged_ids @> array[${value('actorId')}::uuid]`,
  },
} satisfies Record<string, Clause>
type ClauseName = keyof typeof clauses
const clauseNames = keysOf(clauses)

const clausesOf: Record<TableMode, readonly ClauseName[]> = {
  MY_OWN: ['owner', 'ownWork'],
  MY_COMPANY: ['companyView'],
  SLR: ['slrQueue'],
  TRADE_DESK: ['tradeDeskQueue'],
  ALL: ['department', 'assignedSellers'],
}

/**
 * The clauses that say what an actor sees, of one list or of all, as a text: part of the shape of a prepared query.
 * Empty when they see nothing.
 */
export const scopeOf = (actor: Actor, mode?: TableMode): string => {
  const names = (mode ? clausesOf[mode] : clauseNames).filter((name) => clauses[name].holder(actor))
  return names.includes('department') ? 'department' : names.join('+')
}

/** A scope as a where clause on `slv`. Nothing is seen by those for whom no clause speaks. */
export const inScope = (eb: Slv, scope: string, value: Slot<ScopeValues>): Expression<SqlBool> => {
  const named = clauseNames.filter((name) => scope.split('+').includes(name))
  return named.length === 0 ? eb.lit(false) : eb.or(named.map((name) => clauses[name].where(eb, value)))
}

/** The values of a scope's clauses. */
export const scopeValues = ({ id, companyId }: Actor): ScopeValues => ({ actorId: id, companyId })

/** Stands for values that are at hand, where no statement is prepared. */
export const given =
  <Values>(values: Values): Slot<Values> =>
  (key) =>
    values[key]

/** `mayView` as a query, or one list of it; `visible.test.ts` holds both to the same answer as their rules. */
export const visibleSlvs = ({ db, actor }: Pick<Ctx, 'db' | 'actor'>, mode?: TableMode) =>
  db.selectFrom('slv').where((eb) => inScope(eb, scopeOf(actor, mode), given(scopeValues(actor))))
