import type { SlaPlan } from '@portal/contract/sla/manage-api'
import { slaItemNames } from '@portal/contract/sla/model'
import { describe, expect } from 'vitest'
import { actions } from '../../test/actions.ts'
import { createPeople, hour } from '../../test/clock-walk.ts'
import { makers } from '../../test/makers.ts'
import { addRow } from '../../test/rows.ts'
import { test as base, tdocMaker } from '../../test/tdoc-makers.ts'
import type { Ctx } from '../lib/ctx.ts'
import { loadCalendar } from '../lib/sla.ts'
import { viewSlv } from '../slv/detail.ts'
import { getTdoc } from '../tdoc/detail.ts'
import { setResponse } from '../tdoc/set-response.ts'
import { setStatus } from '../tdoc/set-status.ts'
import { countEffect } from './count-effect.ts'
import { explainSlvClocks, explainTdocClock } from './explain.ts'
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
const overdue = async (ctx: Ctx, ids: string[]) => {
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

const figures = async (
  ctx: Ctx,
  plan: SlaPlan,
  which: 'overdueBefore' | 'overdueAfter',
) =>
  Object.fromEntries(
    (await countEffect(ctx, plan)).items.map((item) => [
      item.name,
      item[which],
    ]),
  )

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
    expect(await overdue(await as(boss), ids)).toMatchObject({ slvReview: 2 })
    await updateItem(ctx, item)
    expect(await overdue(await as(boss), ids)).toMatchObject({ slvReview: 4 })
  })

  test('of a calendar is what happens when it is changed', async ({
    ids,
    boss,
    as,
  }) => {
    const ctx = await as(boss)
    const { cutOff, frames, holidays } = await loadCalendar(ctx.db)
    const calendar = { cutOff, frames, holidays: [...holidays, ...daysOff] }
    const { slvReview, slvResubmission, slrReview, tdReview } = await figures(
      ctx,
      { calendar },
      'overdueAfter',
    )
    const before = await overdue(ctx, ids)
    expect(await figures(ctx, { calendar }, 'overdueBefore')).toMatchObject(
      before,
    )
    await updateCalendar(ctx, calendar)
    const after = await overdue(await as(boss), ids)
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

test('the explanation lists each interval, what was held over, and each skipped holiday', async ({
  a,
  as,
}) => {
  const { seller, underwriter, ids } = await createPeople(a)
  const { id } = await a.slv({
    status: 'DRAFT',
    sellerId: seller.id,
    underwriterId: underwriter.id,
  })
  const at = async (actor: typeof seller, time: string) =>
    as(actor, new Date(`${time}-04:00`))
  // Thursday afternoon past the cut-off, before Memorial Day.
  await actions['send-request'](await at(seller, '2026-05-21T15:30'), id, ids)
  await actions['start-review-process'](
    await at(underwriter, '2026-05-22T10:00'),
    id,
    ids,
  )
  await actions['set-pending-documents'](
    await at(underwriter, '2026-05-26T11:00'),
    id,
    ids,
  )
  await actions['upload-pending-documents'](
    await at(seller, '2026-05-28T09:00'),
    id,
    ids,
  )
  const { cutOff, clocks, turnTimes } = await explainSlvClocks(
    await at(underwriter, '2026-05-29T12:00'),
    id,
  )
  expect(cutOff).toBe('15:00')
  const [buyer, sellers, again] = turnTimes.intervals
  expect(buyer).toMatchObject({
    party: 'BUYER',
    from: '2026-05-21T19:30:00.000Z',
    to: '2026-05-26T15:00:00.000Z',
    receivedDay: '2026-05-22',
    isHeldOver: true,
    days: 1,
    holidays: [{ day: '2026-05-25', name: 'Memorial Day' }],
  })
  expect(sellers).toMatchObject({
    party: 'SELLER',
    isHeldOver: false,
    days: 2,
    counts: true,
    holidays: [],
  })
  expect(again).toMatchObject({
    party: 'BUYER',
    to: null,
    receivedDay: '2026-05-28',
    days: 1,
    counts: true,
  })
  expect(clocks).toMatchObject([
    {
      clock: 'SLV',
      countedDays: 2,
      targetDays: 2,
      sla: { days: 0, overdue: false, running: true },
      dueDay: '2026-05-29',
      intervals: [
        { counts: true },
        { party: 'SELLER', counts: false },
        { counts: true },
      ],
    },
  ])
})

test('the explanation has turn times but no clock once it is decided', async ({
  a,
  as,
  now,
}) => {
  const { underwriter, ids } = await createPeople(a)
  const { id } = await a.slv({
    sellerId: ids.sellerId,
    underwriterId: underwriter.id,
  })
  const later = await as(underwriter, new Date(now.getTime() + 72 * hour))
  await actions['make-final-decision'](later, id, ids)
  expect(await explainSlvClocks(later, id)).toMatchObject({
    clocks: [],
    turnTimes: {
      turnTime: 2,
      finalProcessingTime: 2,
      intervals: [{ days: 2 }],
    },
  })
})

test("intervals add up to the figure shown, and the reviewer's time does not count", async ({
  a,
  as,
  db,
}) => {
  const underwriter = await a.underwriter()
  const reviewer = await a.user({ role: 'TPR' })
  // Friday before Memorial Day.
  const createdAt = new Date('2026-05-22T10:00-04:00')
  const at = (actor: typeof underwriter, days: number) =>
    as(actor, new Date(createdAt.getTime() + days * 24 * hour))
  const { id } = await tdocMaker(
    db,
    createdAt,
  )({ vendorId: reviewer.companyId })
  await setResponse(await at(reviewer, 4), id, { tprResponse: 'NOT_REVIEWED' })
  const ctx = await at(underwriter, 6)
  const explanation = await explainTdocClock(ctx, id)
  expect(explanation.intervals).toMatchObject([
    {
      party: 'BUYER',
      counts: true,
      days: 1,
      holidays: [{ day: '2026-05-25', name: 'Memorial Day' }],
    },
    { party: 'TPR', counts: false, to: null },
  ])
  const shown = await getTdoc(ctx, id)
  expect(explanation.clock).toMatchObject({
    sla: shown.sla,
    countedDays: shown.turnTime,
    targetDays: 3,
    dueDay: null,
  })
  expect(await explainTdocClock(await at(reviewer, 6), id)).toEqual(explanation)

  await setStatus(ctx, [id], 'COMPLETE')
  expect(await explainTdocClock(ctx, id)).toMatchObject({
    clock: null,
    intervals: [{ days: 1 }, { party: 'TPR' }],
  })
})
