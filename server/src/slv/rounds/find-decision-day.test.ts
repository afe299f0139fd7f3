import { BusinessDays } from '@portal/contract/sla/calendar'
import { findDecisionDayIfSent, slvTarget } from '@portal/contract/slv/clocks'
import { expect } from 'vitest'
import { test } from '../../../test/makers.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { findWorkCalendar } from '../../sla/update-calendar.ts'
import { setDraftResubmitted, setResubmitted } from './resubmit.ts'
import { sendRequest } from './send-request.ts'

/** The day that a seller reads before they send a round. */
async function findDayBefore(ctx: Ctx, resubmitCount: number) {
  const { targets, ...calendar } = await findWorkCalendar(ctx)
  if (!targets) throw new Error('A seller must be given the targets')
  const { targetDays } = slvTarget(targets, resubmitCount)
  return findDecisionDayIfSent(targetDays, ctx.now, new BusinessDays(calendar))
}

/** A Friday before a weekend, and the day before Thanksgiving. */
const instants = [
  '2026-11-20T14:59:00-05:00',
  '2026-11-20T15:00:00-05:00',
  '2026-11-25T14:59:00-05:00',
  '2026-11-25T15:00:00-05:00',
  '2026-11-26T10:00:00-05:00',
]

test('the day that a seller reads before sending is the day of the sent request, in each round and across the cutoff', async ({
  a,
  as,
}) => {
  for (const instant of instants) {
    const slv = await a.slv({ status: 'DRAFT' })
    const owner = {
      ...(await as(await a.ownerOf(slv))),
      now: new Date(instant),
    }
    const before = await findDayBefore(owner, 0)
    const sent = await sendRequest(owner, slv.id, 'manual')
    expect(sent.expectedBy, instant).toBe(before)

    const decided = await a.slv({ status: 'DECLINED' })
    const resubmitter = {
      ...(await as(await a.ownerOf(decided))),
      now: new Date(instant),
    }
    const draft = await setDraftResubmitted(resubmitter, decided.id)
    const next = await findDayBefore(resubmitter, draft.resubmitCount)
    const again = await setResubmitted(resubmitter, decided.id, 'manual')
    expect(again.expectedBy, `resubmitted ${instant}`).toBe(next)
  }
})

test('people who see no SLVs are not given the targets of their decisions', async ({
  a,
  as,
}) => {
  const reviewer = await as(await a.user({ role: 'TPR' }))
  expect((await findWorkCalendar(reviewer)).targets).toBeNull()
})
