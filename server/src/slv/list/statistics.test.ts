import { slaOn } from '@portal/contract/slv/clocks'
import {
  filterOfCount,
  getCounts,
  valueOfCount,
} from '@portal/contract/slv/counts'
import { SlvListQuery } from '@portal/contract/slv/list-query'
import {
  isSellerDraft,
  type SlvStatus,
  slrStage,
  slrStatuses,
  slvGroupStatuses,
  slvStatuses,
  tdStatuses,
  workParts,
} from '@portal/contract/slv/status'
import { type TableMode, tableModesFor } from '@portal/contract/slv/table-mode'
import type { Actor } from '@portal/contract/user/model'
import { expect } from 'vitest'
import type { z } from 'zod'
import { type Makers, test } from '../../../test/makers.ts'
import { setRows } from '../../../test/rows.ts'
import { getWorkload } from '../../assignment/workload.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { listSlvs } from './list.ts'
import { getStatistics } from './statistics.ts'

type Query = z.input<typeof SlvListQuery>
const list = (ctx: Ctx, query: Query) =>
  listSlvs(ctx, SlvListQuery.parse({ size: 100, ...query }))

/** An underwriter's list of a desk, with the clock of its review. */
const desks = [
  { tableMode: 'SLR', clock: 'SLR', people: 'slrReviewerIds' },
  { tableMode: 'TRADE_DESK', clock: 'TD', people: 'tradeDeskIds' },
] as const

/** Makes SLVs in review whose review started so many business days ago. */
async function makeReviews(
  { db, now, sla }: Ctx,
  a: Makers,
  reviewer: Actor,
  statuses: readonly SlvStatus[],
) {
  const today = sla.days.ordinalAt(now)
  for (const status of statuses)
    for (const daysAgo of [0, 1, 3]) {
      const slv = await a.slv({
        status,
        roundDays: 9,
        underwriterManagerId: reviewer.id,
        tradeDeskId: reviewer.id,
      })
      const since = today - daysAgo
      if (slv.slrSince !== null)
        await setRows(db, 'slv', { id: slv.id }, { slrSince: since })
      if (slv.tdSince !== null)
        await setRows(db, 'slv', { id: slv.id }, { tdSince: since })
    }
}

const findIds = async (ctx: Ctx, query: Query): Promise<string[]> => {
  const { items } = await list(ctx, query)
  return items.map(({ id }) => id).toSorted()
}

for (const { tableMode, clock, people } of desks)
  test(`the list ${tableMode} goes by the clock of that review`, async ({
    a,
    as,
  }) => {
    const reviewer = await a.underwriter(
      'manageSlr',
      'manageTradeDesk',
      'viewSlvDepartment',
    )
    const ctx = await as(reviewer)
    await makeReviews(ctx, a, reviewer, [...slrStatuses, ...tdStatuses])

    const { items } = await list(ctx, { tableMode })
    const late = items
      .filter((slv) => slaOn(clock, slv)?.overdue)
      .map(({ id }) => id)
      .toSorted()
    const dueToday = items
      .filter((slv) => slaOn(clock, slv)?.days === 0)
      .map(({ id }) => id)
      .toSorted()
    for (const { length } of [late, dueToday]) {
      expect(length).toBeGreaterThan(0)
      expect(length).toBeLessThan(items.length / 2)
    }

    const statistics = await getStatistics(ctx, {
      tableMode,
      departmentTableMode: 'ALL',
    })
    expect(statistics).toMatchObject({
      overdue: late.length,
      dueToday: dueToday.length,
    })
    // The second is the list behind the figures of the team page.
    const lists = [{ tableMode }, { tableMode: 'ALL', [people]: reviewer.id }]
    for (const query of lists as Query[]) {
      expect(await findIds(ctx, { ...query, overdue: 'true' })).toEqual(late)
      expect(await findIds(ctx, { ...query, due: 'OVERDUE' })).toEqual(late)
      expect(await findIds(ctx, { ...query, due: 'TODAY' })).toEqual(dueToday)
    }
    const firstDue = await findIds(ctx, {
      tableMode,
      sortBy: 'dueAt',
      size: late.length,
    })
    expect(firstDue).toEqual(late)
  })

/** An SLV in each status with the reviewer, and one without a reviewer. */
async function makeWork({ db, now, sla }: Ctx, a: Makers, reviewer: Actor) {
  const clockSince = sla.days.ordinalAt(now) - 2
  for (const status of slvStatuses)
    for (const reviewerId of [reviewer.id, null]) {
      const { id, clockParty } = await a.slv({
        status,
        underwriterId: reviewer.id,
        buyerNonAgencyProgram: reviewerId && 'DSCR Prime',
        underwriterManagerId: reviewerId,
        tradeDeskId: reviewerId,
      })
      if (clockParty) await setRows(db, 'slv', { id }, { clockSince })
    }
}

/** How many rows a list has with these filters. */
async function countRows(
  ctx: Ctx,
  tableMode: TableMode,
  filters: Readonly<Record<string, readonly string[] | undefined>>,
): Promise<number> {
  const params = Object.entries(filters).map(([name, values]) => [
    name,
    values?.join(),
  ])
  const query = { tableMode, size: 1, ...Object.fromEntries(params) }
  const { total } = await list(ctx, query)
  return total
}

test('each figure counts exactly the rows that its filter finds, within the other filters', async ({
  a,
  as,
}) => {
  const reviewer = await a.underwriter(
    'manageSlr',
    'manageTradeDesk',
    'viewSlvDepartment',
    'assignLoansSlr',
  )
  const ctx = await as(reviewer)
  await makeWork(ctx, a, reviewer)

  for (const tableMode of ['MY_OWN', 'SLR', 'TRADE_DESK', 'ALL'] as const)
    for (const otherFilters of [{}, { productCodes: ['DSCR Prime'] }]) {
      const statistics = await getStatistics(ctx, {
        tableMode,
        departmentTableMode: 'ALL',
        ...otherFilters,
      })
      for (const figure of getCounts(tableMode, 'UNDERWRITER')) {
        const rows = await countRows(ctx, tableMode, {
          ...otherFilters,
          ...filterOfCount(figure, tableMode, reviewer.id),
        })
        expect(
          valueOfCount(figure, statistics),
          `${tableMode} ${figure.label}`,
        ).toBe(rows)
      }
    }

  const { mine } = await getStatistics(ctx, {
    tableMode: 'SLR',
    departmentTableMode: 'ALL',
  })
  const { items: people } = await getWorkload(ctx, 'slr')
  const workload = people.find(({ id }) => id === reviewer.id)
  expect(mine).toBe(slrStage.length)
  expect(workload?.open).toBe(mine)
})

test('the parts of one’s own work are its whole, and count what is due', async ({
  a,
  as,
  db,
}) => {
  const underwriter = await a.underwriter()
  const ctx = await as(underwriter)
  const today = ctx.sla.days.ordinalAt(ctx.now)
  for (const status of slvStatuses)
    for (const since of [0, 2, 5]) {
      const { id, clockParty } = await a.slv({
        status,
        underwriterId: underwriter.id,
      })
      if (clockParty)
        await setRows(db, 'slv', { id }, { clockSince: today - since })
    }
  const own = { tableMode: 'MY_OWN' } as const
  const ids: string[] = []
  for (const part of workParts) {
    const found = await list(ctx, { ...own, part })
    ids.push(...found.items.map(({ id }) => id))
    const figures = await getStatistics(ctx, {
      ...own,
      departmentTableMode: 'ALL',
      part,
    })
    expect(figures.total).toBe(found.total)
    const slas = found.items.flatMap(
      ({ groupSlaStatus }) => groupSlaStatus ?? [],
    )
    const running = slas.filter(
      ({ dueAt, overdue }) => dueAt !== null && !overdue,
    )
    expect(figures).toMatchObject({
      overdue: slas.filter(({ overdue }) => overdue).length,
      dueToday: running.filter(({ days }) => days === 0).length,
      dueLater: running.filter(({ days }) => days < 0).length,
    })
  }
  expect(ids.sort()).toEqual(
    (await list(ctx, own)).items.map(({ id }) => id).sort(),
  )
  const waiting = await list(ctx, { ...own, part: 'WAITING' })
  expect(new Set(waiting.items.map(({ status }) => status))).toEqual(
    new Set([
      'PENDING_DOCUMENTS',
      'SLR_PENDING',
      'SLR_INFO_RECEIVED',
      'SLR_REVIEW',
      'TD_PENDING',
      'TD_REVIEW',
    ]),
  )
})

test('each SLV of a seller is in one figure: a draft resubmission counts with its decision', async ({
  a,
  as,
}) => {
  const seller = await a.seller()
  for (const status of slvStatuses) await a.slv({ status, sellerId: seller.id })
  const ctx = await as(seller)
  const statistics = await getStatistics(ctx, { departmentTableMode: 'ALL' })
  // "Needs you" counts SLVs of the other figures.
  const figures = getCounts('MY_OWN', 'SELLER').filter(
    (figure) => !figure.needsYou,
  )
  const values = figures.map((figure) => valueOfCount(figure, statistics) ?? 0)

  expect(statistics.total).toBe(slvStatuses.length)
  expect(values.reduce((sum, value) => sum + value, 0)).toBe(statistics.total)
  for (const [index, { label, statuses }] of figures.entries()) {
    const { total } = await list(ctx, { status: statuses.join() })
    expect(total, label).toBe(values[index])
  }
})

test('statistics count a tab by status and group, and what is overdue', async ({
  a,
  as,
}) => {
  const ctx = await as(await a.underwriter('viewSlvDepartment'))
  for (const status of slvStatuses) await a.slv({ status, roundDays: 9 })
  const statistics = await getStatistics(ctx, {
    departmentTableMode: 'ALL',
    tableMode: 'ALL',
  })

  expect(statistics.total).toBe(20)
  // A draft resubmission counts as what is in effect: an approval.
  const { DRAFT_RESUBMITTED: _, ...byStatus } = Object.fromEntries(
    slvStatuses.map((status) => [status, 1]),
  )
  expect(statistics.byStatus).toEqual({ ...byStatus, APPROVED: 2 })
  const byGroup = Object.entries(slvGroupStatuses).map(
    ([group, statuses]) => [group, statuses.length] as const,
  )
  expect(statistics.byGroup).toEqual({
    ...Object.fromEntries(byGroup),
    COMPLETED: 4,
  })
  const overdue = await listSlvs(
    ctx,
    SlvListQuery.parse({ tableMode: 'ALL', overdue: 'true' }),
  )
  expect(statistics.overdue).toBe(overdue.total)
  expect(statistics.overdue).toBe(14)
})

test('statistics show sellers no internal stage', async ({ a, as }) => {
  const seller = await a.seller(undefined, 'myCompanyView')
  for (const status of slvStatuses)
    await a.slv({ status, sellerId: seller.id, roundDays: 9 })
  for (const tableMode of ['MY_OWN', 'MY_COMPANY'] as const) {
    const statistics = await getStatistics(await as(seller), {
      departmentTableMode: 'ALL',
      tableMode,
    })
    expect(statistics.total).toBe(20)
    expect(statistics.byStatus.REVIEW).toBe(9)
    expect(statistics.byGroup).toMatchObject({ IN_REVIEW: 9, TRANSFERRED: 0 })
    expect('overdue' in statistics).toBe(false)
    expect(JSON.stringify(statistics)).not.toMatch(/SLR_|TD_/)
  }
})

test('statistics match the list, for each list of each person', async ({
  a,
  as,
}) => {
  const bdd = await a.user({ role: 'BDD' })
  const company = await a.company('SELLER', bdd.id)
  const seller = await a.seller(company.id, 'myCompanyView')
  const underwriter = await a.underwriter(
    'manageSlr',
    'manageTradeDesk',
    'viewSlvDepartment',
  )
  for (const status of slvStatuses) {
    await a.slv({ status, sellerId: seller.id, underwriterId: underwriter.id })
    await a.slv({ status, sellerId: (await a.seller(company.id)).id })
  }
  for (const actor of [bdd, seller, underwriter])
    for (const tableMode of tableModesFor(actor))
      for (const departmentTableMode of ['ALL', 'TRANSFERRED'] as const) {
        const ctx = await as(actor)
        const lists = async (status = '') => {
          const query = SlvListQuery.parse({
            tableMode,
            departmentTableMode,
            status,
          })
          return (await listSlvs(ctx, query)).total
        }
        const { total, byStatus, byGroup } = await getStatistics(ctx, {
          departmentTableMode,
          tableMode,
        })
        expect(total).toBe(await lists())
        const drafts = slvStatuses
          .filter(isSellerDraft)
          .reduce((sum, status) => sum + (byStatus[status] ?? 0), 0)
        expect(Object.values(byGroup).reduce((sum, count) => sum + count)).toBe(
          total - drafts,
        )
        for (const [status, count] of Object.entries(byStatus).filter(
          ([key]) => !key.startsWith('DRAFT'),
        ))
          expect(
            await lists(status),
            `${tableMode} ${departmentTableMode} ${status}`,
          ).toBe(count)
      }
})
