import { type Clock, clockForList, slaOn } from '@portal/contract/slv/clocks'
import { type SortKey, sortKeysFor } from '@portal/contract/slv/columns'
import { type SlvFilter, SlvListQuery } from '@portal/contract/slv/list-query'
import type { SlvRow } from '@portal/contract/slv/row'
import { slvStatuses } from '@portal/contract/slv/status'
import { expect } from 'vitest'
import type { z } from 'zod'
import { type Makers, test, wholeRequest } from '../../../test/makers.ts'
import { addRow, setRows, sortPlainly } from '../../../test/rows.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { countList, findIds, listSlvs } from './list.ts'

/** The nth of these values, which repeat. */
const pick = <T>(values: readonly T[], n: number): T =>
  values[n % values.length] as T

/**
 * Forty SLVs, in every status, on clocks of every kind, with many values in
 * common and many empty.
 */
async function createForty(a: Makers, ctx: Ctx) {
  const people = [await a.underwriter(), await a.underwriter(), null]
  const sellers = [await a.seller(), await a.seller(), await a.seller()]
  for (let n = 0; n < 40; n++) {
    const status = pick(slvStatuses, n)
    const hour = new Date(ctx.now.getTime() - (n % 7) * 3_600_000)
    const slv = await a.slv({
      status,
      type: n % 3 ? 'PRE' : 'POST',
      postCloseReason: n % 3 ? null : 'Seller Error',
      sellerId: pick(sellers, n).id,
      underwriterId: pick(people, n + Math.floor(n / 3))?.id ?? null,
      buyerLoan: n % 9 ? `B${(n * 7) % 40}` : null,
      sellerLoan: pick(['x', 'Y', null, 'z'], n),
      borrowerLastName: pick(['Marlow', 'abbott', null], n),
      buyerNonAgencyProgram: pick(['WVOE', '1099', null, 'Jumbo'], n),
      loanAmount: pick([300_000, 100_000, null], n),
      ltv: pick([60, 70, null, 55], n),
      creditScore: pick([700, null, 650], n),
      ...(status !== 'DRAFT' && { date: hour }),
      updatedAt: hour,
      decisionDate: hour,
      priceAdjustment: pick([-25, null, 12.5], n),
      goodUntil: pick(['2026-05-01', null, '2026-04-01'], n),
      buyerDays: n % 5,
      roundDays: n % 4,
      resubmitCount: n % 2,
    })
    await addReasons(ctx, slv.id, n)
    await setClocks(ctx, slv, n)
  }
}

/** Another reason, the same one twice, or none. */
async function addReasons({ db }: Ctx, slvId: string, n: number) {
  const positions = pick([[2], [], [], [2, 3], [], []], n)
  for (const position of positions)
    await addRow(db, 'slvRequest', {
      ...wholeRequest,
      slvId,
      reason: 'Reserves',
      position,
    })
}

type ClockColumn = 'clockSince' | 'slrDays' | 'slrSince' | 'tdDays' | 'tdSince'

/** Clocks that began on several days. */
async function setClocks(
  { db, now, sla }: Ctx,
  slv: Awaited<ReturnType<Makers['slv']>>,
  n: number,
) {
  // What was received after hours counts from the next day on.
  const tomorrow = sla.days.ordinalAt(now) + 1
  const days = n % 3
  const since = tomorrow - (n % 4)
  const { id, clockParty, slrDays, slrSince, tdDays, tdSince } = slv
  const update = (columns: { [column in ClockColumn]?: number }) =>
    setRows(db, 'slv', { id }, columns)
  if (clockParty) await update({ clockSince: tomorrow - (n % 6) })
  if (slrDays !== null) await update({ slrDays: days })
  if (slrSince !== null) await update({ slrSince: since })
  if (tdDays !== null) await update({ tdDays: days })
  if (tdSince !== null) await update({ tdSince: since })
}

type Filter = Partial<z.input<typeof SlvFilter>>
const list = async (
  ctx: Ctx,
  query: z.input<typeof SlvListQuery>,
  most?: number,
) => listSlvs(ctx, SlvListQuery.parse(query), most)

/** The shown value that a row is sorted by; null if it has none. */
const keyOf = (
  sortBy: SortKey,
  row: SlvRow,
  clock: Clock,
): string | number | null => {
  if (sortBy === 'status')
    return slvStatuses.indexOf(row.statusInEffect ?? row.status)
  if (sortBy === 'groupSlaStatus') return slaOn('SLV', row)?.days ?? null
  if (sortBy === 'slrSlaStatus') return slaOn('SLR', row)?.days ?? null
  if (sortBy === 'tdSlaStatus') return slaOn('TD', row)?.days ?? null
  if (sortBy === 'dueAt') return slaOn(clock, row)?.dueAt ?? null
  const value = row[sortBy] ?? null
  return typeof value === 'string' ? value.toLowerCase() : value
}

const filters: Filter[] = [
  { status: 'APPROVED,PENDING,DECLINED' },
  { overdue: 'true' },
  { due: 'OVERDUE' },
  { due: 'OVERDUE,TODAY,SOON' },
  { overdue: 'false', type: 'PRE' },
  { productCodes: 'WVOE,1099' },
  { search: 'ma' },
  { creditScore: '..700,720..', loanAmount: '1..' },
  {
    reasons: 'Reserves,LTV / CLTV',
    status:
      'PENDING,PENDING_DOCUMENTS,DOCUMENTS_RECEIVED,TD_PENDING,RESUBMITTED',
  },
]
const queries = [
  ...sortKeysFor('UNDERWRITER').map((sortBy) => ({ sortBy, filter: {} })),
  ...filters.map((filter) => ({ sortBy: 'date' as const, filter })),
  { sortBy: 'dueAt' as const, filter: { tableMode: 'SLR' as const } },
]

test('every page matches a plain sort of all rows, by each column, with each filter', async ({
  a,
  as,
}) => {
  const ctx = await as(await a.underwriter('viewSlvDepartment', 'manageSlr'))
  await createForty(a, ctx)
  const everything = await list(ctx, { tableMode: 'ALL', size: 100 })
  for (const sortBy of sortKeysFor('UNDERWRITER')) {
    const values = everything.items.map((row) => keyOf(sortBy, row, 'SLV'))
    expect(
      new Set(values).size,
      `Give ${sortBy} different values in createForty`,
    ).toBeGreaterThan(1)
  }
  for (const { sortBy, filter } of queries)
    for (const sortType of ['asc', 'desc'] as const) {
      const query = { tableMode: 'ALL', sortBy, sortType, ...filter } as const
      const all = await list(ctx, { ...query, size: 100 })
      const expected = sortPlainly(
        all.items,
        (row) => keyOf(sortBy, row, clockForList(query)),
        sortType,
      )
      const name = JSON.stringify(query)
      expect(expected.length, name).toBeGreaterThan(3)
      expect(all, name).toMatchObject({
        total: expected.length,
        isTotalCut: false,
      })
      expect(await countList(ctx, SlvListQuery.parse(query)), name).toBe(
        expected.length,
      )
      expect(await findIds(ctx, SlvListQuery.parse(query), 5), name).toEqual(
        expected.slice(0, 5),
      )
      const pageCount = Math.ceil(expected.length / 13)
      const found: string[] = []
      // The page after the last one is empty.
      for (let page = 1; page <= pageCount + 1; page++) {
        const pageQuery = { ...query, page, size: 13 }
        const { items, ...paging } = await list(ctx, pageQuery, 3)
        found.push(...items.map(({ id }) => id))
        expect(paging, name).toMatchObject({ total: 3, isTotalCut: true })
      }
      expect(found, name).toEqual(expected)
    }
}, 60_000)
