import { type Measured, varianceSummary } from '@portal/contract/slv-request/distance'
import { type InferResult, sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'
import { visibleSlvs } from '../slv/visible.ts'

/** The New York day of an instant, as a sheet counts days. */
const newYorkDay = (column: string) =>
  sql<number | null>`(${sql.ref(column)} at time zone 'America/New_York')::date - date '1899-12-30'`

const slvColumns = [
  'id',
  'status',
  'type',
  'companyId',
  'sellerId',
  'underwriterId',
  'buyerLoan',
  'sellerLoan',
  'borrowerLastName',
  'buyerNonAgencyProgram',
  'buyerNonAgencyProductName',
  'state',
  'propertyType',
  'purpose',
  'occupancy',
  'loanAmount',
  'ltv',
  'cltv',
  'creditScore',
  'dti',
  'dscr',
  'priceAdjustment',
  'decisionComment',
  'resubmitCount',
  'buyerDays',
  'clockParty',
  'clockSince',
] as const

/** What sellers may not see is not even read for them. */
const innerColumns = [
  'roundDays',
  'slrRecommendedDecision',
  'tdRecommendedDecision',
  'underwriterManagerId',
  'tradeDeskId',
] as const

const varianceColumns = ['slvId', 'reason', 'parameter', 'operator', 'guidelineValue', 'actualValue', 'unit'] as const

/** Rows the other way round: of each column the values of all rows, in one order. */
type ByColumn<Row> = { [Name in keyof Row]: Row[Name][] }

/** A column as one JSON text: taking apart 35 values of each row is half of what a workbook costs this process. */
const asLists = (names: readonly string[]) =>
  names.map((name) => sql<unknown>`coalesce(json_agg(${sql.ref(name)}), '[]')`.as(name))

const readSlvs = ({ db, actor }: Ctx, ids: string[], isInner: boolean) => {
  const rows = visibleSlvs({ db, actor })
    .select(slvColumns)
    .select([newYorkDay('slv.date').as('requested'), newYorkDay('slv.decision_date').as('decided')])
    .$if(isInner, (query) => query.select(innerColumns).select(newYorkDay('slv.updated_at').as('changed')))
    .where(sql<boolean>`slv.id = any(${ids}::uuid[])`)
  const names = [...slvColumns, 'requested', 'decided', ...(isInner ? [...innerColumns, 'changed'] : [])]
  return db
    .selectFrom(rows.as('found'))
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
    .selectFrom(rows.as('found'))
    .select(asLists(varianceColumns))
    .$castTo<ByColumn<Measured & { slvId: string }>>()
    .executeTakeFirstOrThrow()
}

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

/**
 * SLVs of a workbook by column, as the database found them; `order` says at which place of the columns each stands. Of
 * the variances only their count and their text: as objects they were most of what a waiting batch held.
 */
export type WorkbookRows = {
  slvs: Awaited<ReturnType<typeof readSlvs>>
  variances: { counts: readonly number[]; texts: readonly string[] }
  order: readonly number[]
}

/**
 * Of these SLVs those that the asker sees now, in the order of their ids. Who sees an SLV is asked again with each
 * batch: what left the asker's sight meanwhile is not in it.
 */
export async function listRows(ctx: Ctx, ids: string[], isInner: boolean): Promise<WorkbookRows> {
  // One after the other: batches are read side by side already, and each has one connection.
  const slvs = await readSlvs(ctx, ids, isInner)
  const asked = await readVariances(ctx.db, ids)
  const places = new Map(slvs.id.map((id, place) => [id, place]))
  const counts = slvs.id.map(() => 0)
  const texts = slvs.id.map(() => '')
  for (const [index, reason] of asked.reason.entries()) {
    const place = places.get(asked.slvId[index] ?? '')
    if (place === undefined) continue
    const line = varianceSummary({
      reason,
      parameter: asked.parameter[index] ?? null,
      operator: asked.operator[index] ?? null,
      guidelineValue: asked.guidelineValue[index] ?? null,
      actualValue: asked.actualValue[index] ?? null,
      unit: asked.unit[index] ?? null,
    })
    texts[place] = counts[place] ? `${texts[place]}\n${line}` : line
    counts[place] = (counts[place] ?? 0) + 1
  }
  return { slvs, variances: { counts, texts }, order: ids.flatMap((id) => places.get(id) ?? []) }
}
