import { openStatuses, slrStage, tdStage, undecidedStatuses } from '@portal/contract/slv/status'
import type { OpenWork } from '@portal/contract/user/manage-api'
import { staysInCompany, workOf } from '@portal/contract/user/manage-policy'
import { type OpenWorkKind, openWorkKinds } from '@portal/contract/user/model'
import type { ExpressionBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import type { DB } from '../lib/db-types.ts'
import { findOpenTdocs } from '../tdoc/find-open.ts'
import type { KnownPerson } from './find-facts.ts'

type Slv = ExpressionBuilder<DB, 'slv'>
export const slvKinds = ['underwriter', 'slr', 'tradeDesk', 'seller'] as const satisfies OpenWorkKind[]
type SlvKind = (typeof slvKinds)[number]

/** While a withdrawal is asked for, the review that it interrupts is still somebody's: declined, it goes back to them. */
const isAt = (eb: Slv, stage: readonly (typeof openStatuses)[number][]) =>
  eb.or([
    eb('slv.status', 'in', stage),
    eb.and([eb('slv.status', '=', 'WITHDRAW_PENDING'), eb('slv.statusBeforeWithdrawal', 'in', stage)]),
  ])

/** What is open in a person's hands, by kind. */
const inHandsOf: Record<SlvKind, (eb: Slv, id: string) => ReturnType<Slv['and']>> = {
  underwriter: (eb, id) => eb.and([eb('slv.underwriterId', '=', id), eb('slv.status', 'in', openStatuses)]),
  slr: (eb, id) => eb.and([eb('slv.underwriterManagerId', '=', id), isAt(eb, slrStage)]),
  tradeDesk: (eb, id) => eb.and([eb('slv.tradeDeskId', '=', id), isAt(eb, tdStage)]),
  seller: (eb, id) =>
    eb.and([
      eb('slv.sellerId', '=', id),
      eb.or([eb('slv.status', 'in', undecidedStatuses), eb('slv.resubmission', 'is not', null)]),
    ]),
}

type Held = Record<OpenWorkKind, { ids: string[]; isUnderWay: boolean }>

/** The ids of a person's open work, by kind; of a BDD the sellers' companies. Under way: a review that was taken up. */
export async function findOpenWork(db: Db, userId: string): Promise<Held> {
  const of = (kind: SlvKind) =>
    db
      .selectFrom('slv')
      .select([
        'slv.id',
        sql<boolean>`case when slv.status = 'WITHDRAW_PENDING' then slv.status_before_withdrawal else slv.status end
          in ('SLR_REVIEW', 'TD_REVIEW')`.as('isUnderWay'),
      ])
      .where((eb) => inHandsOf[kind](eb, userId))
      .orderBy('slv.id')
      .execute()
  const held = async (kind: SlvKind) => {
    const rows = await of(kind)
    return { ids: rows.map(({ id }) => id), isUnderWay: rows.some(({ isUnderWay }) => isUnderWay) }
  }
  const sellers = await db.selectFrom('company').select('id').where('bddId', '=', userId).orderBy('id').execute()
  const tdocs = await findOpenTdocs(db, userId)
  return {
    underwriter: await held('underwriter'),
    slr: await held('slr'),
    tradeDesk: await held('tradeDesk'),
    seller: await held('seller'),
    bdd: { ids: sellers.map(({ id }) => id), isUnderWay: false },
    tdoc: { ids: tdocs.tdoc, isUnderWay: false },
    purchasedTdoc: { ids: tdocs.purchasedTdoc, isUnderWay: false },
    tprReview: { ids: tdocs.tprReview, isUnderWay: false },
  }
}

/** Who could take a kind of work over from a person: active, in the role, with the permission; sellers of the same company. */
const findSuccessors = (db: Db, kind: OpenWorkKind, from: Pick<KnownPerson, 'id' | 'companyId'>) => {
  const { roles, toGet } = workOf[kind]
  return db
    .selectFrom('appUser')
    .innerJoin('userRole', (join) =>
      join.onRef('userRole.userId', '=', 'appUser.id').on('userRole.position', '=', 0).on('userRole.role', 'in', roles),
    )
    .select(['appUser.id', 'appUser.name'])
    .where('appUser.status', '=', 'ACTIVE')
    .where('appUser.id', '!=', from.id)
    .$if(staysInCompany(kind), (query) => query.where('appUser.companyId', '=', from.companyId))
    .$if(toGet !== null, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('userPermission')
            .select('userPermission.userId')
            .whereRef('userPermission.userId', '=', 'appUser.id')
            .where('userPermission.permission', '=', toGet ?? ''),
        ),
      ),
    )
    .orderBy(sql`lower(app_user.first_name)`)
    .orderBy(sql`lower(app_user.last_name)`)
    .orderBy('appUser.id')
    .execute()
}

/** A person's open work in numbers, with who may take it over; kinds without any are left out. */
export async function listOpenWork(db: Db, person: Pick<KnownPerson, 'id' | 'companyId'>): Promise<OpenWork> {
  const held = await findOpenWork(db, person.id)
  const work: OpenWork = []
  for (const kind of openWorkKinds) {
    const { ids, isUnderWay } = held[kind]
    if (ids.length === 0) continue
    const successors = await findSuccessors(db, kind, person)
    const mayBeLeft =
      successors.length === 0 || (kind !== 'seller' && !(isUnderWay && (kind === 'slr' || kind === 'tradeDesk')))
    work.push({ kind, count: ids.length, mayBeLeft, successors })
  }
  return work
}
