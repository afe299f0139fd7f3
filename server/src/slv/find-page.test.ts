import { SlvListQuery, sortKeysFor } from '@portal/contract/slv/list-query'
import { slvStatuses } from '@portal/contract/slv/status'
import { expect } from 'vitest'
import type { z } from 'zod'
import { type Makers, test } from '../../test/house.ts'
import type { Ctx } from '../lib/ctx.ts'
import { countList } from './find-ids.ts'
import { listSlvs } from './list.ts'

const some = <T>(from: readonly T[], n: number): T => from[n % from.length] as T

/** Forty SLVs, in every status, on clocks of every kind, with many values in common and many empty. */
async function forty(a: Makers, { db, now, sla }: Ctx) {
  const today = sla.days.ordinalAt(now)
  const people = [await a.underwriter(), await a.underwriter(), null]
  const sellers = [await a.seller(), await a.seller(), await a.seller()]
  for (let n = 0; n < 40; n++) {
    const status = some(slvStatuses, n)
    const hour = new Date(now.getTime() - (n % 7) * 3_600_000)
    const { id, clockParty } = await a.slv({
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
      buyerDays: n % 5,
      roundDays: n % 4,
      resubmitCount: n % 2,
    })
    // What was received after hours counts from the next day on.
    if (clockParty)
      await db
        .updateTable('slv')
        .set({ clockSince: today + 1 - (n % 6) })
        .where('id', '=', id)
        .execute()
  }
}

const filters: Partial<z.input<typeof SlvListQuery>>[] = [
  {},
  { status: 'APPROVED,PENDING,DECLINED' },
  { overdue: 'true' },
  { overdue: 'true', status: 'REVIEW,PENDING,SLR_REVIEW,RESUBMITTED,TD_PENDING' },
  { overdue: 'false', type: 'PRE' },
  { productCodes: 'WVOE,1099' },
  { search: 'ma' },
]

test.for(sortKeysFor('UNDERWRITER'))(
  'by %s, what is walked along is what is sorted, on every page, both ways, narrowed or not',
  async (sortBy, { a, as }) => {
    const ctx = await as(await a.underwriter('viewSlvDepartment'))
    await forty(a, ctx)
    for (const filter of filters)
      for (const sortType of ['asc', 'desc'] as const) {
        const read = (page: number, size: number) =>
          SlvListQuery.parse({ tableMode: 'ALL', sortBy, sortType, page, size, ...filter })
        const sorted = await listSlvs(ctx, read(1, 100))
        expect(sorted).toMatchObject({ total: sorted.items.length, isTotalCut: false })
        expect(sorted.total).toBe(await countList(ctx, read(1, 1)))
        expect(sorted.total, JSON.stringify(filter)).toBeGreaterThan(3)
        const pages = []
        for (let page = 1; page <= Math.ceil(sorted.total / 13) + 1; page++)
          pages.push(await listSlvs(ctx, read(page, 13), 3))
        const walked = pages.flatMap(({ items }) => items.map(({ id }) => id))
        expect(walked, `${JSON.stringify(filter)} ${sortType}`).toEqual(sorted.items.map(({ id }) => id))
        // What the tally knows is told whole.
        const told = ['{}', JSON.stringify(filters[1])].includes(JSON.stringify(filter))
          ? { total: sorted.total, isTotalCut: false }
          : { total: 3, isTotalCut: true }
        for (const page of pages) expect(page).toMatchObject(told)
      }
  },
)

test('a company’s list by date is in the order of its dates, on every page, both ways', async ({ a, as, db }) => {
  const department = await as(await a.underwriter('viewSlvDepartment'))
  await forty(a, department)
  const { companyId } = await db.selectFrom('slv').select('companyId').limit(1).executeTakeFirstOrThrow()
  const ctx = await as(await a.seller(companyId, 'myCompanyView'))
  for (const sortType of ['asc', 'desc'] as const) {
    const wanted = await db
      .selectFrom('slv')
      .select('id')
      .where('companyId', '=', companyId)
      .orderBy('date', (order) => (sortType === 'asc' ? order.asc() : order.desc()).nullsLast())
      .orderBy('id', sortType)
      .execute()
    expect(wanted.length).toBeGreaterThan(10)
    const found: string[] = []
    for (let page = 1; page <= Math.ceil(wanted.length / 5) + 1; page++) {
      const query = { tableMode: 'MY_COMPANY', sortBy: 'date', sortType, page, size: 5 } as const
      const { items, total } = await listSlvs(ctx, SlvListQuery.parse(query))
      expect(total).toBe(wanted.length)
      found.push(...items.map(({ id }) => id))
    }
    expect(found).toEqual(wanted.map(({ id }) => id))
  }
})
