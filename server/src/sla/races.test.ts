import { expect } from 'vitest'
import { actions } from '../../test/actions.ts'
import { castOf, columnsAndLedgers, hour } from '../../test/clock-walk.ts'
import { test } from '../../test/fixture.ts'
import { ctxFor, makers } from '../../test/makers.ts'
import { loadCalendar, loadSla } from '../lib/sla.ts'
import { updateCalendar } from './update-calendar.ts'

/** Moves that begin, end and hand over clocks, also of what was at rest. */
const lives = [
  ['DRAFT', 'send-request'],
  ['REVIEW', 'set-pending-documents'],
  ['REVIEW', 'set-slr-pending'],
  ['SLR_COMPLETED', 'make-final-decision'],
  ['APPROVED', 'reopen'],
] as const

test('50 transitions while the calendar changes: each figure matches its intervals', async ({ committed, now }) => {
  const a = makers(committed, now)
  const { seller, underwriter, ids } = await castOf(a)
  const boss = await a.underwriter('manageSla')
  const slvs = []
  for (let n = 0; n < 50; n++) {
    const [status, action] = lives[n % lives.length] ?? lives[0]
    const { id } = await a.slv({ status, sellerId: seller.id, underwriterId: underwriter.id })
    slvs.push({ id, action, by: action === 'send-request' ? seller : underwriter })
  }
  const at = new Date(now.getTime() + 9 * 24 * hour)
  // As a node that has not heard of any change: each request came with the calendar of before.
  const sla = await loadSla(committed)
  const { frames, holidays } = await loadCalendar(committed)
  const change = async (cutOff: string, days: string[]) => {
    const ctx = await ctxFor(committed, boss, at)
    const more = days.map((day) => ({ day, name: 'Day off' }))
    await updateCalendar(ctx, { cutOff, frames: frames.slice(days.length), holidays: [...holidays, ...more] })
  }
  const moves = slvs.map(async ({ id, action, by }, index) => {
    // Some come before the change, some with it, some after it.
    for (let turn = 0; turn < index % 10; turn++) await loadSla(committed)
    await actions[action]({ ...(await ctxFor(committed, by, at)), sla }, id, ids)
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
