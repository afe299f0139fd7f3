import type { SlaPlan } from '@portal/contract/sla/manage-api'
import { slaItemNames } from '@portal/contract/sla/model'
import { describe, expect } from 'vitest'
import { hour } from '../../test/clock-walk.ts'
import { makers } from '../../test/makers.ts'
import { addRow } from '../../test/rows.ts'
import { test as base } from '../../test/tdoc-makers.ts'
import type { Ctx } from '../lib/ctx.ts'
import { loadCalendar } from '../lib/sla.ts'
import { viewSlv } from '../slv/detail.ts'
import { countEffect } from './count-effect.ts'
import { updateCalendar, updateItem } from './update-calendar.ts'

/**
 * Open work of several ages and kinds, and SLVs without open work: status, age
 * in days, round.
 */
const slvs = [
  ['REVIEW', 0, 0],
  ['REVIEW', 5, 0],
  ['PENDING', 6, 0],
  ['RESUBMITTED', 6, 1],
  ['SLR_REVIEW', 2, 0],
  ['TD_PENDING', 1, 0],
  ['PENDING_DOCUMENTS', 9, 0],
  ['DRAFT_RESUBMITTED', 9, 1],
  ['DRAFT', 9, 0],
  ['APPROVED', 9, 0],
] as const

const test = base
  .extend('ids', async ({ db, now }) => {
    const ids: string[] = []
    for (const [status, ago, resubmitCount] of slvs) {
      const askedAt = new Date(now.getTime() - ago * 24 * hour)
      const { id } = await makers(db, askedAt).slv({ status, resubmitCount })
      if (status === 'PENDING_DOCUMENTS')
        await addRow(db, 'slvPendingDocument', {
          slvId: id,
          resubmitCount,
          name: 'W-2',
          note: '',
          askedAt,
        })
      ids.push(id)
    }
    return ids
  })
  .extend('boss', ({ a }) => a.underwriter('manageSla', 'viewSlvDepartment'))

/** How many SLVs show each clock as overdue. */
const countOverdue = async (ctx: Ctx, ids: string[]) => {
  const views = await Promise.all(ids.map((id) => viewSlv(ctx, id)))
  const count = (test: (slv: (typeof views)[number]) => boolean | undefined) =>
    views.filter(test).length
  return {
    slvReview: count(
      ({ groupSlaStatus, resubmitCount }) =>
        groupSlaStatus?.overdue && resubmitCount === 0,
    ),
    slvResubmission: count(
      ({ groupSlaStatus, resubmitCount }) =>
        groupSlaStatus?.overdue && resubmitCount > 0,
    ),
    slrReview: count(({ slrSlaStatus }) => slrSlaStatus?.overdue),
    tdReview: count(({ tdSlaStatus }) => tdSlaStatus?.overdue),
  }
}

/** The counts of each target before or after the plan. */
const readCounts = async (
  ctx: Ctx,
  plan: SlaPlan,
  column: 'overdueBefore' | 'overdueAfter',
) => {
  const { items } = await countEffect(ctx, plan)
  return Object.fromEntries(items.map((item) => [item.name, item[column]]))
}

describe('the effect', () => {
  test('of a target is what happens when it is changed; a preview changes nothing', async ({
    ids,
    boss,
    as,
  }) => {
    const ctx = await as(boss)
    const item = { name: 'slvReview', targetDays: 0, warnDays: 0 } as const
    const effect = await countEffect(ctx, { item })
    const overdueCounts = {
      overdueBefore: 2,
      overdueAfter: 4,
      becomeOverdue: 2,
      noLongerOverdue: 0,
    }
    expect(effect.items).toEqual([
      { name: 'slvReview', open: 6, ...overdueCounts, changed: 6 },
    ])
    expect(effect.examples).toHaveLength(6)
    for (const { name, before, after } of effect.examples.slice(0, 2))
      expect([name, before <= 0, after > 0]).toEqual(['slvReview', true, true])
    expect(await countOverdue(await as(boss), ids)).toMatchObject({
      slvReview: 2,
    })
    await updateItem(ctx, item)
    expect(await countOverdue(await as(boss), ids)).toMatchObject({
      slvReview: 4,
    })
  })

  test('of a calendar is what happens when it is changed', async ({
    ids,
    boss,
    as,
  }) => {
    const ctx = await as(boss)
    const { cutOff, frames, holidays } = await loadCalendar(ctx.db)
    const calendar = { cutOff, frames, holidays: [...holidays, ...daysOff] }
    const { slvReview, slvResubmission, slrReview, tdReview } =
      await readCounts(ctx, { calendar }, 'overdueAfter')
    const before = await countOverdue(ctx, ids)
    expect(await readCounts(ctx, { calendar }, 'overdueBefore')).toMatchObject(
      before,
    )
    await updateCalendar(ctx, calendar)
    const after = await countOverdue(await as(boss), ids)
    expect(after).toEqual({ slvReview, slvResubmission, slrReview, tdReview })
    expect(after).not.toEqual(before)
  })

  test('counts requested documents, and names only SLVs that the caller may open', async ({
    ids,
    boss,
    as,
    a,
  }) => {
    expect(ids).toHaveLength(slvs.length)
    const item = {
      name: 'sellerDocuments',
      targetDays: 7,
      warnDays: 1,
    } as const
    const { items, examples } = await countEffect(await as(boss), { item })
    expect(items).toMatchObject([
      { open: 1, overdueBefore: 1, overdueAfter: 0, noLongerOverdue: 1 },
    ])
    expect(examples).toMatchObject([
      { name: 'sellerDocuments', before: 2, after: 0 },
    ])
    const review = { name: 'slvReview', targetDays: 0, warnDays: 0 } as const
    const others = await countEffect(
      await as(await a.underwriter('manageSla')),
      { item: review },
    )
    expect(others).toMatchObject({
      items: [{ becomeOverdue: 2 }],
      examples: [],
    })
  })

  test('of a Tdoc target lists no SLV, that of a calendar lists every target', async ({
    boss,
    as,
  }) => {
    const ctx = await as(boss)
    const item = { name: 'tdocManual', targetDays: 1, warnDays: 0 } as const
    expect(await countEffect(ctx, { item })).toMatchObject({
      items: [{ name: 'tdocManual', open: 0 }],
      examples: [],
    })
    const calendar = await loadCalendar(ctx.db)
    const { items } = await countEffect(ctx, { calendar })
    expect(items.map(({ name }) => name)).toEqual(slaItemNames)
  })
})

const daysOff = ['2026-02-26', '2026-02-27', '2026-03-02', '2026-03-03'].map(
  (day) => ({ day, name: 'Day off' }),
)
