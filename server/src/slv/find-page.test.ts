import { SlvListQuery, type SortKey, sortKeysFor } from '@portal/contract/slv/list-query'
import { openStatuses, slvStatuses } from '@portal/contract/slv/status'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { z } from 'zod'
import { type Makers, test, wholeRequest } from '../../test/house.ts'
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
    // One reason more, or the same twice.
    const places = n % 3 ? [] : n % 2 ? [2, 3] : [2]
    const more = places.map((position) => ({ ...wholeRequest, slvId: id, reason: 'Reserves' as const, position }))
    if (more.length > 0) await db.insertInto('slvRequest').values(more).execute()
    // What was received after hours counts from the next day on.
    if (clockParty)
      await db
        .updateTable('slv')
        .set({ clockSince: today + 1 - (n % 6) })
        .where('id', '=', id)
        .execute()
  }
}

type Filter = Partial<z.input<typeof SlvListQuery>>
const filters: Filter[] = [
  {},
  { status: 'APPROVED,PENDING,DECLINED' },
  { overdue: 'true' },
  { overdue: 'true', status: 'REVIEW,PENDING,SLR_REVIEW,RESUBMITTED,TD_PENDING' },
  { overdue: 'true', type: 'PRE,POST' },
  { overdue: 'true', type: 'PRE,POST', search: 'a' },
  { overdue: 'false', type: 'PRE' },
  { productCodes: 'WVOE,1099' },
  { search: 'ma' },
  { reasons: 'Reserves' },
  { reasons: 'Reserves,LTV / CLTV', status: 'PENDING,PENDING_DOCUMENTS,DOCUMENTS_RECEIVED,TD_PENDING,RESUBMITTED' },
]
/** What the tally knows is told whole. */
const isTallied = ({ status, ...others }: Filter) => Object.keys(others).length === 0

/** Holds each page that is walked along to what is sorted. */
async function expectWalked(ctx: Ctx, sortBy: SortKey, filter: Filter) {
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
    const told = isTallied(filter) ? { total: sorted.total, isTotalCut: false } : { total: 3, isTotalCut: true }
    for (const page of pages) expect(page).toMatchObject(told)
  }
}

test.for(sortKeysFor('UNDERWRITER'))(
  'by %s, what is walked along is what is sorted, on every page, both ways, narrowed or not',
  async (sortBy, { a, as }) => {
    const ctx = await as(await a.underwriter('viewSlvDepartment'))
    await forty(a, ctx)
    for (const filter of filters) await expectWalked(ctx, sortBy, filter)
  },
)

test('so it is for a BDD, within the sellers that are theirs', async ({ a, as, db }) => {
  const ctx = await as(await a.user({ role: 'BDD' }))
  await forty(a, ctx)
  const [first, second] = await db.selectFrom('slv').select('companyId').distinct().orderBy('companyId').execute()
  for (const company of [first, second])
    await db
      .updateTable('company')
      .set({ bddId: ctx.actor.id })
      .where('id', '=', company?.companyId ?? '')
      .execute()
  for (const sortBy of ['date', 'sellerName', 'turnTime', 'groupSlaStatus'] as const)
    for (const filter of [{}, { status: 'APPROVED,PENDING,DECLINED' }, { type: 'PRE' }, { search: 'ma' }])
      await expectWalked(ctx, sortBy, filter)
})

test.for(sortKeysFor('SELLER'))('a company’s list by %s is the same by either way', async (sortBy, { a, as, db }) => {
  await forty(a, await as(await a.underwriter('viewSlvDepartment')))
  const { companyId } = await db.selectFrom('slv').select('companyId').limit(1).executeTakeFirstOrThrow()
  const ctx = await as(await a.seller(companyId, 'myCompanyView'))
  for (const sortType of ['asc', 'desc'] as const) {
    const read = (page: number, size: number, filter: Filter) =>
      SlvListQuery.parse({ tableMode: 'MY_COMPANY', sortBy, sortType, page, size, ...filter })
    // A filter that all pass has it counted and sorted.
    const counted = await listSlvs(ctx, read(1, 100, { type: 'PRE,POST' }))
    expect(counted.items.length).toBeGreaterThan(10)
    const found: string[] = []
    for (let page = 1; page <= Math.ceil(counted.total / 5) + 1; page++) {
      const { items, total } = await listSlvs(ctx, read(page, 5, {}))
      expect(total).toBe(counted.total)
      found.push(...items.map(({ id }) => id))
    }
    expect(found).toEqual(counted.items.map(({ id }) => id))
  }
})

test('each index of what is open holds all open statuses', async ({ db }) => {
  const { rows } = await sql<{ name: string; where: string }>`
    select indexname as name, split_part(indexdef, ' WHERE ', 2) as where from pg_indexes
    where indexname = 'slv_open' or indexname like 'slv_sla_%' order by 1`.execute(db)
  expect(rows.map(({ name }) => name)).toEqual(['slv_open', 'slv_sla_ahead', 'slv_sla_rests', 'slv_sla_runs'])
  for (const { where } of rows)
    expect(slvStatuses.filter((status) => where.includes(`'${status}'`)).sort()).toEqual([...openStatuses].sort())
})
