import { expect } from 'vitest'
import { hour } from '../../test/clock-walk.ts'
import { tdocMaker, test } from '../../test/tdoc-makers.ts'
import { getTdoc } from '../tdoc/detail.ts'
import { setResponse } from '../tdoc/set-response.ts'
import { setStatus } from '../tdoc/set-status.ts'
import { explainTdocClock } from './explain.ts'

test("intervals add up to the figure shown, and the reviewer's time does not count", async ({ a, as, db }) => {
  const underwriter = await a.underwriter()
  const reviewer = await a.user({ role: 'TPR' })
  // Friday before Memorial Day.
  const createdAt = new Date('2026-05-22T10:00-04:00')
  const at = (actor: typeof underwriter, days: number) => as(actor, new Date(createdAt.getTime() + days * 24 * hour))
  const { id } = await tdocMaker(db, createdAt)({ vendorId: reviewer.companyId })
  await setResponse(await at(reviewer, 4), id, { tprResponse: 'NOT_REVIEWED' })
  const ctx = await at(underwriter, 6)
  const explanation = await explainTdocClock(ctx, id)
  expect(explanation.intervals).toMatchObject([
    { party: 'BUYER', counts: true, days: 1, holidays: [{ day: '2026-05-25', name: 'Memorial Day' }] },
    { party: 'TPR', counts: false, to: null },
  ])
  const shown = await getTdoc(ctx, id)
  expect(explanation.clock).toMatchObject({ sla: shown.sla, countedDays: shown.turnTime, targetDays: 3, dueDay: null })
  expect(await explainTdocClock(await at(reviewer, 6), id)).toEqual(explanation)

  await setStatus(ctx, [id], 'COMPLETE')
  expect(await explainTdocClock(ctx, id)).toMatchObject({ clock: null, intervals: [{ days: 1 }, { party: 'TPR' }] })
})

test('a Tdoc that the caller may not see is not found', async ({ a, as, aTdoc }) => {
  const { id } = await aTdoc({ vendorId: (await a.user({ role: 'TPR' })).companyId })
  const stranger = await a.user({ role: 'TPR' })
  await expect(explainTdocClock(await as(stranger), id)).rejects.toMatchObject({ statusCode: 404 })
})
