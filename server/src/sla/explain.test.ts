import { expect } from 'vitest'
import { actions } from '../../test/actions.ts'
import { castOf, hour } from '../../test/clock-walk.ts'
import { test } from '../../test/makers.ts'
import { explainSlvClocks } from './explain.ts'
import { listSlaItems } from './list.ts'

test('the explanation lists each interval, what was held over, and each skipped holiday', async ({ a, as }) => {
  const { seller, underwriter, ids } = await castOf(a)
  const { id } = await a.slv({ status: 'DRAFT', sellerId: seller.id, underwriterId: underwriter.id })
  const at = async (actor: typeof seller, time: string) => as(actor, new Date(`${time}-04:00`))
  // Thursday afternoon past the cut-off, before Memorial Day.
  await actions['send-request'](await at(seller, '2026-05-21T15:30'), id, ids)
  await actions['start-review-process'](await at(underwriter, '2026-05-22T10:00'), id, ids)
  await actions['set-pending-documents'](await at(underwriter, '2026-05-26T11:00'), id, ids)
  await actions['upload-pending-documents'](await at(seller, '2026-05-28T09:00'), id, ids)
  const { cutOff, clocks, turnTimes } = await explainSlvClocks(await at(underwriter, '2026-05-29T12:00'), id)
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
  expect(sellers).toMatchObject({ party: 'SELLER', isHeldOver: false, days: 2, counts: true, holidays: [] })
  expect(again).toMatchObject({ party: 'BUYER', to: null, receivedDay: '2026-05-28', days: 1, counts: true })
  expect(clocks).toMatchObject([
    {
      clock: 'SLV',
      countedDays: 2,
      targetDays: 2,
      sla: { days: 0, overdue: false, running: true },
      dueDay: '2026-05-29',
      intervals: [{ counts: true }, { party: 'SELLER', counts: false }, { counts: true }],
    },
  ])
})

test('the explanation has turn times but no clock once it is decided', async ({ a, as, now }) => {
  const { underwriter, ids } = await castOf(a)
  const { id } = await a.slv({ sellerId: ids.sellerId, underwriterId: underwriter.id })
  const later = await as(underwriter, new Date(now.getTime() + 72 * hour))
  await actions['make-final-decision'](later, id, ids)
  expect(await explainSlvClocks(later, id)).toMatchObject({
    clocks: [],
    turnTimes: { turnTime: 2, finalProcessingTime: 2, intervals: [{ days: 2 }] },
  })
})

test('the targets are listed with their labels', async ({ a, as }) => {
  const items = await listSlaItems(await as(await a.user({ role: 'BDD' })))
  const first = { name: 'slvReview', label: 'SLV review', area: 'SLV', targetDays: 2, warnDays: 0, version: 1 }
  expect([items[0], items.length]).toEqual([first, 9])
})
