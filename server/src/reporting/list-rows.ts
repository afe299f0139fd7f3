import type { Measured } from '@portal/contract/slv-request/distance'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { prepared, type Slot } from '../lib/prepared.ts'
import { inScope, type ScopeValues, scopeOf, scopeValues } from '../slv/visible.ts'

/** The New York day of an instant, as a sheet counts days. */
const newYorkDay = (column: string) =>
  sql<number | null>`(${sql.ref(column)} at time zone 'America/New_York')::date - date '1899-12-30'`

const slvsOf = prepared(
  'reporting.rows',
  (db, value: Slot<ScopeValues & { ids: string[] }>, { scope, isInner }: { scope: string; isInner: boolean }) =>
    db
      .selectFrom('slv')
      .select([
        'slv.id',
        'slv.status',
        'slv.type',
        'slv.companyId',
        'slv.sellerId',
        'slv.underwriterId',
        'slv.buyerLoan',
        'slv.sellerLoan',
        'slv.borrowerLastName',
        'slv.buyerNonAgencyProgram',
        'slv.buyerNonAgencyProductName',
        'slv.state',
        'slv.propertyType',
        'slv.purpose',
        'slv.occupancy',
        'slv.loanAmount',
        'slv.ltv',
        'slv.cltv',
        'slv.creditScore',
        'slv.dti',
        'slv.dscr',
        'slv.priceAdjustment',
        'slv.decisionComment',
        'slv.resubmitCount',
        'slv.buyerDays',
        'slv.clockParty',
        'slv.clockSince',
      ])
      .select([newYorkDay('slv.date').as('requested'), newYorkDay('slv.decision_date').as('decided')])
      // What sellers may not see is not even read for them.
      .$if(isInner, (query) =>
        query.select([
          'slv.roundDays',
          'slv.slrRecommendedDecision',
          'slv.tdRecommendedDecision',
          'slv.underwriterManagerId',
          'slv.tradeDeskId',
          newYorkDay('slv.updated_at').as('changed'),
        ]),
      )
      .where(sql<boolean>`slv.id = any(${value('ids')}::uuid[])`)
      .where((eb) => inScope(eb, scope, value)),
)

const variancesOf = prepared('reporting.variances', (db, value: Slot<{ ids: string[] }>) =>
  db
    .selectFrom('slvRequest')
    .select(['slvId', 'reason', 'parameter', 'operator', 'guidelineValue', 'actualValue', 'unit'])
    .where(sql<boolean>`slv_id = any(${value('ids')}::uuid[])`)
    .orderBy('position')
    .orderBy('id')
    .$castTo<Measured & { slvId: string }>(),
)

/** Names of people and companies by their ids: looked up here, which is a third of the database's work for a row. */
export type Names = ReadonlyMap<string, { name: string; corrId: string | null }>

/** Everybody's name, once for a workbook. Only those who stand in its rows leave with it. */
export async function readNames({ db }: Ctx): Promise<Names> {
  const companies = await db.selectFrom('company').select(['id', 'name', 'corrId']).execute()
  const people = await db.selectFrom('appUser').select(['id', 'name']).execute()
  return new Map([
    ...companies.map(({ id, name, corrId }) => [id, { name, corrId }] as const),
    ...people.map(({ id, name }) => [id, { name, corrId: null }] as const),
  ])
}

export type WorkbookRow = Awaited<ReturnType<typeof slvsOf>>[number] & { variances: Measured[] }

/**
 * Of these SLVs those that the asker sees now, in the order of their ids. Who sees an SLV is asked again with each
 * batch: what left the asker's sight meanwhile is not in it.
 */
export async function listRows({ db, actor }: Ctx, ids: string[], isInner: boolean): Promise<WorkbookRow[]> {
  const [slvs, variances] = await Promise.all([
    slvsOf(db, { ...scopeValues(actor), ids }, { scope: scopeOf(actor), isInner }),
    variancesOf(db, { ids }),
  ])
  const none = (): { variances: Measured[] } => ({ variances: [] })
  const byId = new Map<string, WorkbookRow>(slvs.map((slv) => [slv.id, Object.assign(slv, none())]))
  for (const variance of variances) byId.get(variance.slvId)?.variances.push(variance)
  return ids.flatMap((id) => byId.get(id) ?? [])
}
