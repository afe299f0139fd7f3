import type { Actor } from '@portal/contract/user/model'
import { expect } from 'vitest'
import { actions } from '../../test/actions.ts'
import { createPeople, hour } from '../../test/clock-walk.ts'
import { tdocMaker, test } from '../../test/tdoc-makers.ts'
import { getTdoc } from '../tdoc/detail.ts'
import { setResponse } from '../tdoc/set-response.ts'
import { setStatus } from '../tdoc/set-status.ts'
import { explainSlvClocks, explainTdocClock } from './explain.ts'

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
  const at = (actor: Actor, time: string) =>
    as(actor, new Date(`${time}-04:00`))
  const steps = [
    // Thursday afternoon past the cutoff, before Memorial Day.
    [seller, '2026-05-21T15:30', 'send-request'],
    [underwriter, '2026-05-22T10:00', 'start-review-process'],
    [underwriter, '2026-05-26T11:00', 'set-pending-documents'],
    [seller, '2026-05-28T09:00', 'upload-pending-documents'],
  ] as const
  for (const [actor, time, action] of steps)
    await actions[action](await at(actor, time), id, ids)

  const { cutOff, clocks, turnTimes } = await explainSlvClocks(
    await at(underwriter, '2026-05-29T12:00'),
    id,
  )
  expect(cutOff).toBe('15:00')
  const [beforeRequest, whileRequested, afterUpload] = turnTimes.intervals
  expect(beforeRequest).toMatchObject({
    party: 'BUYER',
    from: '2026-05-21T19:30:00.000Z',
    to: '2026-05-26T15:00:00.000Z',
    receivedDay: '2026-05-22',
    isHeldOver: true,
    days: 1,
    holidays: [{ day: '2026-05-25', name: 'Memorial Day' }],
  })
  expect(whileRequested).toMatchObject({
    party: 'SELLER',
    isHeldOver: false,
    days: 2,
    counts: true,
    holidays: [],
  })
  expect(afterUpload).toMatchObject({
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
  const at = (actor: Actor, days: number) =>
    as(actor, new Date(createdAt.getTime() + days * 24 * hour))
  const makeTdoc = tdocMaker(db, createdAt)
  const { id } = await makeTdoc({ vendorId: reviewer.companyId })
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
  const tdoc = await getTdoc(ctx, id)
  expect(explanation.clock).toMatchObject({
    sla: tdoc.sla,
    countedDays: tdoc.turnTime,
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
