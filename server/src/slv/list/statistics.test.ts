import { slaOn } from '@portal/contract/slv/clocks'
import {
  filterOfCount,
  getCounts,
  valueOfCount,
} from '@portal/contract/slv/counts'
import { SlvListQuery } from '@portal/contract/slv/list-query'
import {
  slrStage,
  slrStatuses,
  slvStatuses,
  tdStatuses,
  workParts,
} from '@portal/contract/slv/status'
import { expect } from 'vitest'
import type { z } from 'zod'
import { test } from '../../../test/makers.ts'
import { setRows } from '../../../test/rows.ts'
import { getWorkload } from '../../assignment/workload.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { listSlvs } from './list.ts'
import { getStatistics } from './statistics.ts'

type Query = z.input<typeof SlvListQuery>
const list = (ctx: Ctx, query: Query) =>
  listSlvs(ctx, SlvListQuery.parse({ size: 100, ...query }))

test('lists of SLR and the trade desk go by the clock of that review', async ({
  a,
  as,
  db,
}) => {
  const reviewer = await a.underwriter(
    'manageSlr',
    'manageTradeDesk',
    'viewSlvDepartment',
  )
  const ctx = await as(reviewer)
  const today = ctx.sla.days.ordinalAt(ctx.now)
  for (const status of [...slrStatuses, ...tdStatuses])
    for (const since of [0, 1, 3]) {
      const slv = await a.slv({
        status,
        roundDays: 9,
        underwriterManagerId: reviewer.id,
        tradeDeskId: reviewer.id,
      })
      if (slv.slrSince !== null)
        await setRows(db, 'slv', { id: slv.id }, { slrSince: today - since })
      if (slv.tdSince !== null)
        await setRows(db, 'slv', { id: slv.id }, { tdSince: today - since })
    }
  for (const [tableMode, clock, people] of [
    ['SLR', 'SLR', 'slrReviewerIds'],
    ['TRADE_DESK', 'TD', 'tradeDeskIds'],
  ] as const) {
    const { items } = await list(ctx, { tableMode })
    const late = items
      .filter((slv) => slaOn(clock, slv)?.overdue)
      .map(({ id }) => id)
    const dueToday = items
      .filter((slv) => slaOn(clock, slv)?.days === 0)
      .map(({ id }) => id)
    expect(
      [late.length, dueToday.length].every(
        (found) => found > 0 && found < items.length / 2,
      ),
    ).toBe(true)
    const figures = await getStatistics(ctx, {
      tableMode,
      departmentTableMode: 'ALL',
    })
    expect(figures).toMatchObject({
      overdue: late.length,
      dueToday: dueToday.length,
    })
    // The list behind the figures of the team page.
    const ofReviewer = { tableMode: 'ALL', [people]: reviewer.id } as const
    for (const query of [{ tableMode }, ofReviewer]) {
      const found = async (part: Query) =>
        (await list(ctx, { ...query, ...part })).items
          .map(({ id }) => id)
          .sort()
      expect(await found({ overdue: 'true' })).toEqual(late.toSorted())
      expect(await found({ due: 'OVERDUE' })).toEqual(late.toSorted())
      expect(await found({ due: 'TODAY' })).toEqual(dueToday.toSorted())
    }
    const first = await list(ctx, {
      tableMode,
      sortBy: 'dueAt',
      size: late.length,
    })
    expect(first.items.map(({ id }) => id).sort()).toEqual(late.toSorted())
  }
})

test('each figure counts exactly the rows that its filter finds, within the other filters', async ({
  a,
  as,
  db,
}) => {
  const reviewer = await a.underwriter(
    'manageSlr',
    'manageTradeDesk',
    'viewSlvDepartment',
    'assignLoansSlr',
  )
  const ctx = await as(reviewer)
  const today = ctx.sla.days.ordinalAt(ctx.now)
  for (const status of slvStatuses)
    for (const reviewerId of [reviewer.id, null]) {
      const { id, clockParty } = await a.slv({
        status,
        underwriterId: reviewer.id,
        buyerNonAgencyProgram: reviewerId && 'DSCR Prime',
        underwriterManagerId: reviewerId,
        tradeDeskId: reviewerId,
      })
      if (clockParty)
        await setRows(db, 'slv', { id }, { clockSince: today - 2 })
    }
  for (const tableMode of ['MY_OWN', 'SLR', 'TRADE_DESK', 'ALL'] as const)
    for (const others of [{}, { productCodes: ['DSCR Prime'] }]) {
      const statistics = await getStatistics(ctx, {
        tableMode,
        departmentTableMode: 'ALL',
        ...others,
      })
      for (const figure of getCounts(tableMode, 'UNDERWRITER')) {
        const filter = {
          ...others,
          ...filterOfCount(figure, tableMode, reviewer.id),
        }
        const query = SlvListQuery.parse({
          tableMode,
          size: 1,
          ...Object.fromEntries(
            Object.entries(filter).map(([key, values]) => [key, values.join()]),
          ),
        })
        const { total } = await listSlvs(ctx, query)
        expect([
          tableMode,
          figure.label,
          valueOfCount(figure, statistics),
        ]).toEqual([tableMode, figure.label, total])
      }
    }
  const mine = await getStatistics(ctx, {
    tableMode: 'SLR',
    departmentTableMode: 'ALL',
  })
  const { items: people } = await getWorkload(ctx, 'slr')
  expect(mine.mine).toBe(slrStage.length)
  expect(people.find(({ id }) => id === reviewer.id)?.open).toBe(mine.mine)
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
