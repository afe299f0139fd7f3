import { expect } from 'vitest'
import { test } from '../../../test/makers.ts'
import { findRows, setRows } from '../../../test/rows.ts'
import { notifyExpiringApprovals } from './notify-expiring-approvals.ts'

/** Noon in New York on a day of December 2026. */
const on = (day: number) =>
  new Date(`2026-12-${String(day).padStart(2, '0')}T17:00:00Z`)

test('owner and underwriter are notified once, five days before an approval expires', async ({
  a,
  db,
}) => {
  const underwriter = await a.underwriter('myOwn')
  const slv = await a.slv({
    status: 'APPROVED',
    underwriterId: underwriter.id,
    goodUntil: '2026-12-10',
  })
  const countNotified = async () => (await findRows(db, 'notification')).length

  await notifyExpiringApprovals({ db, now: on(4) })
  expect(await countNotified()).toBe(0)
  await notifyExpiringApprovals({ db, now: on(5) })
  await notifyExpiringApprovals({ db, now: on(5) })
  await notifyExpiringApprovals({ db, now: on(6) })
  const notifications = await findRows(db, 'notification')
  expect(notifications.map(({ userId }) => userId).toSorted()).toEqual(
    [slv.sellerId, underwriter.id].toSorted(),
  )
  expect(notifications).toMatchObject([
    {
      action: 'APPROVAL_EXPIRES',
      actorId: null,
      entityId: slv.id,
      description: `${slv.buyerLoan} · Marlow`,
    },
    { action: 'APPROVAL_EXPIRES' },
  ])

  // Decided again until another day, they are notified of that day.
  await setRows(db, 'slv', { id: slv.id }, { goodUntil: '2026-12-20' })
  await notifyExpiringApprovals({ db, now: on(14) })
  expect(await countNotified()).toBe(2)
  await notifyExpiringApprovals({ db, now: on(15) })
  expect(await countNotified()).toBe(4)
})

test('no one is notified of expired approvals, other statuses, or approvals without a day', async ({
  a,
  db,
}) => {
  await a.slv({ status: 'APPROVED', goodUntil: '2026-12-10' })
  await a.slv({ status: 'REVIEW', goodUntil: '2026-12-12' })
  await a.slv({ status: 'APPROVED' })
  await notifyExpiringApprovals({ db, now: on(11) })
  expect(await findRows(db, 'notification')).toEqual([])
})

test('a portal that was down on the fifth day notifies later, until the last day', async ({
  a,
  db,
}) => {
  await a.slv({ status: 'APPROVED', goodUntil: '2026-12-10' })
  // 11:30 PM on the last day in New York; in UTC it is the next day.
  const late = new Date('2026-12-11T04:30:00Z')
  await notifyExpiringApprovals({ db, now: late })
  expect(await findRows(db, 'notification')).not.toEqual([])
})
