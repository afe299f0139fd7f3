import type { SlvAction } from '@portal/contract/slv/transitions'
import type { Actor } from '@portal/contract/user/model'
import { expect } from 'vitest'
import { actions } from '../../test/actions.ts'
import { hour } from '../../test/clock-walk.ts'
import { test } from '../../test/makers.ts'
import { viewSlv } from './detail.ts'

test('waitingSince is by desk for staff, and by side for sellers', async ({ a, as, now }) => {
  const seller = await a.seller()
  const underwriter = await a.underwriter('myOwn', 'viewSlvDepartment')
  const manager = await a.underwriter('manageSlr')
  const trader = await a.underwriter('manageTradeDesk')
  const { id } = await a.slv({ status: 'DRAFT', sellerId: seller.id, underwriterId: underwriter.id })
  const cast = { underwriterId: underwriter.id, managerId: manager.id, traderId: trader.id, sellerId: seller.id }
  const at = (hours: number) => new Date(now.getTime() + hours * hour)
  const hoursWaiting = async (actor: Actor, hours: number) => {
    const { waitingSince } = await viewSlv(await as(actor, at(hours)), id)
    return waitingSince === null ? null : (Date.parse(waitingSince) - now.getTime()) / hour
  }

  // One move an hour, with the hours that staff see after it, and that the seller sees.
  const walk: [Actor, SlvAction, number | null, number | null][] = [
    [seller, 'send-request', 1, 1],
    [underwriter, 'start-review-process', 1, 1],
    [underwriter, 'set-slr-pending', 3, 1],
    [manager, 'set-slr-review', 3, 1],
    [manager, 'set-slr-pending-info', 5, 1],
    [underwriter, 'set-slr-info-received', 6, 1],
    [manager, 'set-slr-review', 6, 1],
    [manager, 'set-slr-completed', 8, 1],
    [underwriter, 'set-td-pending', 9, 1],
    [trader, 'set-td-review', 9, 1],
    [trader, 'set-td-completed', 11, 1],
    [underwriter, 'start-review-process', 11, 1],
    [underwriter, 'set-pending-documents', 13, 13],
    [seller, 'upload-pending-documents', 14, 14],
    [underwriter, 'start-review-process', 14, 14],
    [seller, 'set-withdraw-pending', 14, 14],
    [underwriter, 'set-withdraw-declined', 14, 14],
    [underwriter, 'make-final-decision', null, null],
    [seller, 'set-draft-resubmitted', 19, 19],
    [seller, 'set-resubmitted', 20, 20],
  ]
  expect(await hoursWaiting(seller, 0)).toBe(0)
  for (const [index, [actor, action, forStaff, forSeller]] of walk.entries()) {
    const hours = index + 1
    await actions[action](await as(actor, at(hours)), id, cast)
    expect([action, await hoursWaiting(underwriter, hours), await hoursWaiting(seller, hours)]).toEqual([
      action,
      forStaff,
      forSeller,
    ])
  }
})
