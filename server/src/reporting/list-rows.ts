import type { Measured } from '@portal/contract/slv-request/distance'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { prepared, type Slot } from '../lib/prepared.ts'
import { inScope, type ScopeValues, scopeOf, scopeValues } from '../slv/visible.ts'

const newYorkDay = (column: string) => sql<string | null>`(${sql.ref(column)} at time zone 'America/New_York')::date`

const nameOf = (id: string) => sql<string | null>`(select name from app_user where id = ${sql.ref(id)})`

/**
 * Rows of the workbook by their ids, in the order of the ids: each an array cell by cell would be no quicker. Who sees
 * an SLV is asked again with each batch: what left the asker's sight meanwhile is not in it.
 */
const rowsOf = prepared(
  'reporting.rows',
  (db, value: Slot<ScopeValues & { ids: string[] }>, { scope, isInner }: { scope: string; isInner: boolean }) =>
    db
      .selectFrom(
        sql<{ id: string; place: number }>`unnest(${value('ids')}::uuid[]) with ordinality`.as<'page'>(
          sql`page(id, place)`,
        ),
      )
      .innerJoin('slv', 'slv.id', 'page.id')
      .innerJoin('company', 'company.id', 'slv.companyId')
      .select([
        'slv.status',
        'slv.type',
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
        'company.name as sellerName',
        'company.corrId',
      ])
      .select([
        newYorkDay('slv.date').as('requested'),
        newYorkDay('slv.decision_date').as('decided'),
        nameOf('slv.seller_id').$castTo<string>().as('ownerName'),
        nameOf('slv.underwriter_id').as('underwriterName'),
        sql<Measured[] | null>`(
          select json_agg(json_build_object('reason', r.reason, 'parameter', r.parameter, 'operator', r.operator,
            'guidelineValue', r.guideline_value, 'actualValue', r.actual_value, 'unit', r.unit) order by r.position, r.id)
          from slv_request r where r.slv_id = slv.id)`.as('variances'),
      ])
      // What sellers may not see is not even read for them.
      .$if(isInner, (query) =>
        query.select([
          'slv.roundDays',
          'slv.slrRecommendedDecision',
          'slv.tdRecommendedDecision',
          newYorkDay('slv.updated_at').as('changed'),
          nameOf('slv.underwriter_manager_id').as('underwriterManagerName'),
          nameOf('slv.trade_desk_id').as('tradeDeskName'),
        ]),
      )
      .where((eb) => inScope(eb, scope, value))
      .orderBy('page.place'),
)
export type WorkbookRow = Awaited<ReturnType<typeof rowsOf>>[number]

/** Of these SLVs those that the asker sees now, in the order of their ids. */
export const listRows = ({ db, actor }: Ctx, ids: string[], isInner: boolean): Promise<WorkbookRow[]> =>
  rowsOf(db, { ...scopeValues(actor), ids }, { scope: scopeOf(actor), isInner })
