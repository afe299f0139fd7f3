import type { SummaryQuery } from '@portal/contract/reporting/summary'
import type { Ctx } from '../src/lib/ctx.ts'
import type { Db } from '../src/lib/database/db.ts'

/**
 * The figures of reporting a second time: slow and obvious, by plain loops over
 * rows that SQL neither adds up nor groups.
 */

export const decided = ['APPROVED', 'DECLINED', 'NOT_NEEDED']
/** Spec.md §4. */
export const groups: Record<string, string[]> = {
  REVIEW_PENDING: [
    'PENDING',
    'DOCUMENTS_RECEIVED',
    'SLR_PENDING_INFO',
    'SLR_COMPLETED',
    'TD_COMPLETED',
    'WITHDRAW_PENDING',
    'RESUBMITTED',
  ] as const,
  IN_REVIEW: ['REVIEW'],
  DOCUMENTS_PENDING: ['PENDING_DOCUMENTS'],
  TRANSFERRED: [
    'SLR_PENDING',
    'SLR_REVIEW',
    'SLR_INFO_RECEIVED',
    'TD_PENDING',
    'TD_REVIEW',
  ],
  WITHDRAWALS: ['WITHDRAWN_APPROVED'],
  COMPLETED: decided,
}

export type PlainRow = Awaited<ReturnType<typeof readPlain>>[number]

/**
 * Every SLV that reporting counts, with its names, its day in New York and its
 * reasons.
 */
export async function readPlain(db: Db) {
  const slvs = await db.selectFrom('slv').selectAll().execute()
  const companies = await db.selectFrom('company').selectAll().execute()
  const people = await db.selectFrom('appUser').selectAll().execute()
  const variances = await db.selectFrom('slvRequest').selectAll().execute()
  return slvs
    .filter((slv) => slv.status !== 'DRAFT' && slv.date !== null)
    .map((slv) => {
      const company = companies.find(({ id }) => id === slv.companyId)
      const day = dayIn(slv.date ?? new Date(0))
      return {
        ...slv,
        day,
        month: day.slice(0, 7),
        seller: company?.name ?? '',
        bddId: company?.bddId ?? null,
        underwriter:
          people.find(({ id }) => id === slv.underwriterId)?.name ?? '',
        reasons: variances
          .filter(({ slvId }) => slvId === slv.id)
          .map(({ reason }) => reason),
      }
    })
}

export const isIn = <T>(wanted: readonly T[] | undefined, value: T) =>
  wanted === undefined || wanted.length === 0 || wanted.includes(value)

/**
 * The same day so many days or months before; a month that is too short ends on
 * its last day.
 */
const before = (day: string, days: number, months: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  if (months === 0)
    return new Date(Date.UTC(year, month - 1, date - days))
      .toISOString()
      .slice(0, 10)
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, last)))
    .toISOString()
    .slice(0, 10)
}

const inNewYork = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/New_York',
})
/** The New York day of an instant. */
export const dayIn = (at: Date) => inNewYork.format(at)

type Time = {
  timeframe?: string | undefined
  from?: string | undefined
  to?: string | undefined
}
/** The days of a timeframe, by spec.md §3. */
export const daysOf = (
  { timeframe, from, to }: Time,
  { now }: Pick<Ctx, 'now'>,
) => {
  const today = dayIn(now)
  if (timeframe === 'LAST_15_DAYS')
    return { from: before(today, 15, 0), to: today }
  if (timeframe === 'LAST_MONTH')
    return { from: before(today, 0, 1), to: today }
  if (timeframe === 'BEGINNING_OF_TIME') return { from: null, to: today }
  return { from: from ?? null, to: to ?? null }
}

const matches = (row: PlainRow, query: SummaryQuery): boolean =>
  isIn<string>(query.status, row.status) &&
  isIn<string>(query.type, row.type) &&
  isIn(query.sellers, row.seller) &&
  isIn(query.underwriterIds, row.underwriterId) &&
  isIn(query.productCodes, row.buyerNonAgencyProgram) &&
  isIn(query.bdds, row.bddId)

const keeps = (
  row: PlainRow,
  query: SummaryQuery,
  { actor, now }: Ctx,
): boolean => {
  const { from, to } = daysOf(query, { now })
  const isInTime = (!from || row.day >= from) && (!to || row.day <= to)
  if (!isInTime || !matches(row, query)) return false
  const isTransferred = groups.TRANSFERRED?.includes(row.status)
  if (query.tableMode === 'ALL')
    return query.departmentTableMode !== 'TRANSFERRED' || isTransferred === true
  if (query.tableMode === 'MY_OWN') return row.underwriterId === actor.id
  const [prefix, whose] =
    query.tableMode === 'SLR'
      ? ['SLR_', row.underwriterManagerId]
      : ['TD_', row.tradeDeskId]
  return row.status.startsWith(prefix) && (whose === null || whose === actor.id)
}

/** The rows that a filter of the page keeps. */
export const plainRows = (
  all: readonly PlainRow[],
  query: SummaryQuery,
  ctx: Ctx,
) => all.filter((row) => keeps(row, query, ctx))
