import type { Condition } from '@portal/contract/condition/model'
import { composeDecisionComment } from '@portal/contract/condition/texts'
import { civil } from '@portal/contract/sla/calendar'
import { slvStoredKeys } from '@portal/contract/slv/columns'
import {
  type Measured,
  shortSummary,
  varianceSummary,
} from '@portal/contract/slv-request/distance'
import { type InferResult, sql } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'
import type { Db } from '../../lib/database/db.ts'
import { summarizeOpen } from '../../slv/read-conditions.ts'
import { visibleSlvs } from '../../slv/visible.ts'

/** The New York day of an instant as a sheet's day number. */
const newYorkDay = (column: string) =>
  sql<
    number | null
  >`(${sql.ref(column)} at time zone 'America/New_York')::date - date '1899-12-30'`

/** Days from a day to the last one of an approval in effect. */
const daysUntilExpired = (day: string) =>
  sql<number | null>`case
    when slv.status = 'APPROVED' then slv.good_until - ${day}::date
  end`

const slvColumns = [
  ...slvStoredKeys,
  'decisionComment',
  'id',
  'status',
  'companyId',
  'sellerId',
  'underwriterId',
  'resubmitCount',
  'buyerDays',
  'roundDays',
  'clockParty',
  'clockSince',
] as const

/** Not read for sellers. */
const internalColumns = [
  'slrDays',
  'slrSince',
  'tdDays',
  'tdSince',
  'slrRecommendedDecision',
  'tdRecommendedDecision',
  'underwriterManagerId',
  'tradeDeskId',
] as const

const varianceColumns = [
  'slvId',
  'reason',
  'parameter',
  'operator',
  'guidelineValue',
  'actualValue',
  'unit',
] as const

type ByColumn<Row> = { [Name in keyof Row]: Row[Name][] }

/**
 * Each column as one JSON text: parsing 35 values per row is half of this
 * process's work for a workbook.
 */
const asLists = (names: readonly string[]) =>
  names.map((name) =>
    sql<unknown>`coalesce(json_agg(${sql.ref(name)}), '[]')`.as(name),
  )

const readSlvs = (
  { db, actor, now }: Ctx,
  ids: string[],
  isInternal: boolean,
) => {
  const rows = visibleSlvs({ db, actor })
    .select(slvColumns)
    .select([
      newYorkDay('slv.date').as('requested'),
      newYorkDay('slv.decision_date').as('decided'),
      daysUntilExpired('1899-12-30').as('goodUntil'),
      daysUntilExpired(civil(now).day).as('daysLeft'),
    ])
    .$if(isInternal, (query) =>
      query
        .select(internalColumns)
        .select(newYorkDay('slv.updated_at').as('changed')),
    )
    .where(sql<boolean>`slv.id = any(${ids}::uuid[])`)
  const names = [
    ...slvColumns,
    'requested',
    'decided',
    'goodUntil',
    'daysLeft',
    ...(isInternal ? [...internalColumns, 'changed'] : []),
  ]
  return db
    .selectFrom(rows.as('rows'))
    .select(asLists(names))
    .$castTo<ByColumn<InferResult<typeof rows>[number]>>()
    .executeTakeFirstOrThrow()
}

const readVariances = (db: Db, ids: string[]) => {
  const rows = db
    .selectFrom('slvRequest')
    .select(varianceColumns)
    .where(sql<boolean>`slv_id = any(${ids}::uuid[])`)
    .orderBy('slvId')
    .orderBy('position')
    .orderBy('id')
  return db
    .selectFrom(rows.as('rows'))
    .select(asLists(varianceColumns))
    .$castTo<ByColumn<Measured & { slvId: string }>>()
    .executeTakeFirstOrThrow()
}

/** The conditions of approvals in effect. */
const readConditions = (db: Db, ids: string[]) =>
  db
    .selectFrom('slvCondition as c')
    .innerJoin('slv', (join) =>
      join
        .onRef('slv.id', '=', 'c.slvId')
        .onRef('slv.resubmitCount', '=', 'c.resubmitCount'),
    )
    .select(['c.slvId', 'c.text', 'c.timing', 'c.dueOn', 'c.status'])
    .select('c.answeredAt')
    .where('slv.status', '=', 'APPROVED')
    .where(sql<boolean>`c.slv_id = any(${ids}::uuid[])`)
    .orderBy('c.position')
    .orderBy('c.id')
    .$castTo<
      Pick<Condition, 'text' | 'timing' | 'dueOn' | 'status'> & {
        slvId: string
        answeredAt: Date | null
      }
    >()
    .execute()

/**
 * Names of people and companies by id. Joins would be a third of the database's
 * work for a row.
 */
export type Names = ReadonlyMap<string, { name: string; corrId: string | null }>

export async function readNames({ db }: Ctx): Promise<Names> {
  const companies = await db
    .selectFrom('company')
    .select(['id', 'name', 'corrId'])
    .execute()
  const people = await db.selectFrom('appUser').select(['id', 'name']).execute()
  return new Map([
    ...companies.map(({ id, name, corrId }) => [id, { name, corrId }] as const),
    ...people.map(({ id, name }) => [id, { name, corrId: null }] as const),
  ])
}

/**
 * SLVs by column; `order` has the index of each row. Variances are a count and
 * texts: their objects took most of a waiting batch's memory.
 */
export type WorkbookRows = {
  slvs: Awaited<ReturnType<typeof readSlvs>>
  variances: {
    counts: readonly number[]
    texts: readonly string[]
    short: readonly string[]
  }
  conditions: {
    comments: readonly (string | null)[]
    open: readonly (number | null)[]
    dueOn: readonly (string | null)[]
  }
  order: readonly number[]
}

/**
 * Reads those of the SLVs that the actor may see now, in the order of the ids.
 */
export async function listRows(
  ctx: Ctx,
  ids: string[],
  isInternal: boolean,
): Promise<WorkbookRows> {
  // One after the other: each batch has one connection, and several batches are
  // read at the same time.
  const slvs = await readSlvs(ctx, ids, isInternal)
  const requests = await readVariances(ctx.db, ids)
  const indexOf = new Map(slvs.id.map((id, index) => [id, index]))
  const counts = slvs.id.map(() => 0)
  const texts = slvs.id.map(() => '')
  const short = slvs.id.map(() => '')
  for (const [row, reason] of requests.reason.entries()) {
    const index = indexOf.get(requests.slvId[row] ?? '')
    if (index === undefined) continue
    const measured = {
      reason,
      parameter: requests.parameter[row] ?? null,
      operator: requests.operator[row] ?? null,
      guidelineValue: requests.guidelineValue[row] ?? null,
      actualValue: requests.actualValue[row] ?? null,
      unit: requests.unit[row] ?? null,
    }
    const isFirst = counts[index] === 0
    texts[index] =
      `${isFirst ? '' : `${texts[index]}\n`}${varianceSummary(measured)}`
    short[index] =
      `${isFirst ? '' : `${short[index]} · `}${shortSummary([measured])}`
    counts[index] = (counts[index] ?? 0) + 1
  }
  return {
    slvs,
    variances: { counts, texts, short },
    conditions: await listConditions(ctx.db, slvs, ids),
    order: ids.flatMap((id) => indexOf.get(id) ?? []),
  }
}

/** What the workbook says about the conditions of each SLV. */
async function listConditions(
  db: Db,
  slvs: WorkbookRows['slvs'],
  ids: string[],
): Promise<WorkbookRows['conditions']> {
  const conditions = await readConditions(db, ids)
  const bySlv = Map.groupBy(conditions, ({ slvId }) => slvId)
  const ofRows = slvs.id.map((id) => bySlv.get(id) ?? [])
  const open = ofRows.map(summarizeOpen)
  return {
    comments: ofRows.map((rows, index) =>
      composeDecisionComment(rows, slvs.decisionComment[index] ?? null),
    ),
    open: open.map(({ openConditions }, index) =>
      slvs.status[index] === 'APPROVED' ? openConditions : null,
    ),
    dueOn: open.map(({ conditionDueOn }) => conditionDueOn),
  }
}
