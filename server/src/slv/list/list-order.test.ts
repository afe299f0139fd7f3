import { type Clock, clockForList, slaOn } from '@portal/contract/slv/clocks'
import { type SortKey, sortKeysFor } from '@portal/contract/slv/columns'
import { type SlvFilter, SlvListQuery } from '@portal/contract/slv/list-query'
import type { SlvRow } from '@portal/contract/slv/row'
import { slvStatuses } from '@portal/contract/slv/status'
import { expect } from 'vitest'
import type { z } from 'zod'
import { type Makers, test, wholeRequest } from '../../../test/makers.ts'
import { setRows, sortPlainly } from '../../../test/rows.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { countList, findIds, listSlvs } from './list.ts'

const some = <T>(from: readonly T[], n: number): T => from[n % from.length] as T

/**
 * Forty SLVs, in every status, on clocks of every kind, with many values in
 * common and many empty.
 */
async function forty(a: Makers, { db, now, sla }: Ctx) {
  const today = sla.days.ordinalAt(now)
  const people = [await a.underwriter(), await a.underwriter(), null]
  const sellers = [await a.seller(), await a.seller(), await a.seller()]
  for (let n = 0; n < 40; n++) {
    const status = some(slvStatuses, n)
    const hour = new Date(now.getTime() - (n % 7) * 3_600_000)
    const slv = await a.slv({
      status,
      sellerId: some(sellers, n).id,
      underwriterId: some(people, n + Math.floor(n / 3))?.id ?? null,
      buyerLoan: n % 9 ? `B${(n * 7) % 40}` : null,
      sellerLoan: some(['x', 'Y', null, 'z'], n),
      borrowerLastName: some(['Marlow', 'abbott', null], n),
      buyerNonAgencyProgram: some(['WVOE', '1099', null, 'Jumbo'], n),
      loanAmount: some([300_000, 100_000, null], n),
      ltv: some([60, 70, null, 55], n),
      creditScore: some([700, null, 650], n),
      ...(status !== 'DRAFT' && { date: hour }),
      updatedAt: hour,
      decisionDate: hour,
      priceAdjustment: some([-25, null, 12.5], n),
      buyerDays: n % 5,
      roundDays: n % 4,
      resubmitCount: n % 2,
    })
    const { id, clockParty } = slv
    // Another reason, or the same one twice.
    const places = n % 3 ? [] : n % 2 ? [2, 3] : [2]
    const more = places.map((position) => ({
      ...wholeRequest,
      slvId: id,
      reason: 'Reserves' as const,
      position,
    }))
    if (more.length > 0)
      await db.insertInto('slvRequest').values(more).execute()
    // What was received after hours counts from the next day on.
    if (clockParty)
      await setRows(db, 'slv', { id }, { clockSince: today + 1 - (n % 6) })
    for (const [days, since] of [
      ['slrDays', 'slrSince'],
      ['tdDays', 'tdSince'],
    ] as const)
      if (slv[days] !== null)
        await setRows(
          db,
          'slv',
          { id },
          {
            [days]: n % 3,
            ...(slv[since] !== null && { [since]: today + 1 - (n % 4) }),
          },
        )
  }
}

type Filter = Partial<z.input<typeof SlvFilter>>
const listed = async (
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
  await forty(a, ctx)
  for (const { sortBy, filter } of queries)
    for (const sortType of ['asc', 'desc'] as const) {
      const query = { tableMode: 'ALL', sortBy, sortType, ...filter } as const
      const all = await listed(ctx, { ...query, size: 100 })
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
      const found: string[] = []
      for (let page = 1; page <= Math.ceil(expected.length / 13) + 1; page++) {
        const { items, ...rest } = await listed(
          ctx,
          { ...query, page, size: 13 },
          3,
        )
        found.push(...items.map(({ id }) => id))
        expect(rest, name).toMatchObject({ total: 3, isTotalCut: true })
      }
      expect(found, name).toEqual(expected)
    }
}, 60_000)
