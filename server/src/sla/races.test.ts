import { expect } from 'vitest'
import { actions } from '../../test/actions.ts'
import { castOf, columnsAndLedgers, hour } from '../../test/clock-walk.ts'
import { test } from '../../test/makers.ts'
import { loadCalendar, loadSla } from '../lib/sla.ts'
import { updateCalendar } from './update-calendar.ts'

/** Actions that start, stop and switch clocks, also of decided SLVs. */
const lives = [
  ['DRAFT', 'send-request'],
  ['REVIEW', 'set-pending-documents'],
  ['REVIEW', 'set-slr-pending'],
  ['SLR_COMPLETED', 'make-final-decision'],
  ['APPROVED', 'reopen'],
] as const

test('50 transitions while the calendar changes: each figure matches its intervals', async ({
  committed,
  made,
  ctxOf,
  now,
}) => {
  const { seller, underwriter, ids } = await castOf(made)
  const boss = await made.underwriter('manageSla')
  const slvs = []
  for (let n = 0; n < 50; n++) {
    const [status, action] = lives[n % lives.length] ?? lives[0]
    const { id } = await made.slv({ status, sellerId: seller.id, underwriterId: underwriter.id })
    slvs.push({ id, action, by: action === 'send-request' ? seller : underwriter })
  }
  const at = new Date(now.getTime() + 9 * 24 * hour)
  // As on a node that has not heard of any change, each request has the earlier calendar.
  const sla = await loadSla(committed)
  const { frames, holidays } = await loadCalendar(committed)
  const change = async (cutOff: string, days: string[]) => {
    const ctx = await ctxOf(boss, at)
    const more = days.map((day) => ({ day, name: 'Day off' }))
    await updateCalendar(ctx, { cutOff, frames: frames.slice(days.length), holidays: [...holidays, ...more] })
  }
  const moves = slvs.map(async ({ id, action, by }, index) => {
    // Some run before the change, some during it, some after it.
    for (let turn = 0; turn < index % 10; turn++) await loadSla(committed)
    await actions[action]({ ...(await ctxOf(by, at)), sla }, id, ids)
  })
  const changes = (async () => {
    await change('09:00', ['2026-03-05'])
    await change('20:00', ['2026-03-05', '2026-03-09'])
    await change('10:30', [])
  })()
  await Promise.all([...moves, changes])

  const pairs = await columnsAndLedgers(committed)
  expect(pairs).toHaveLength(50)
  for (const { id, columns, replay } of pairs) expect(columns, id).toEqual(replay)
})
