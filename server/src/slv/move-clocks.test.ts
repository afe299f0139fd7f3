import { expect } from 'vitest'
import { castOf, columnsAndLedgers, random, step } from '../../test/clock-walk.ts'
import { test } from '../../test/makers.ts'

test('intervals never overlap and columns match them, even if clocks differ', async ({ a, as, db, now }) => {
  const cast = await castOf(a)
  const met = new Set<string>()
  for (let walk = 0; walk < 6; walk++) {
    const draw = random(20_261_122 + walk)
    const { id } = await a.slv({ status: 'DRAFT', sellerId: cast.seller.id, underwriterId: cast.underwriter.id })
    // Around midnight in New York, where a second decides on which day a clock counts.
    let at = now.getTime() + 14 * 3_600_000 - 10_000
    for (let taken = 0; taken < 20; taken++) {
      at += draw() * 2000
      const jitter = (draw() - 0.5) * 10_000
      const action = await step(as, cast, id, new Date(Math.round(at + jitter)), draw)
      if (!action) break
      met.add(action)
    }
    const ledger = await db.selectFrom('slvInterval').selectAll().where('slvId', '=', id).orderBy('id').execute()
    for (const intervals of Map.groupBy(ledger, ({ clock }) => clock).values())
      for (const [index, { openedAt, closedAt }] of intervals.entries()) {
        const before = intervals[index - 1]
        if (before) expect(before.closedAt?.getTime()).toBeLessThanOrEqual(openedAt.getTime())
        if (closedAt) expect(openedAt.getTime()).toBeLessThanOrEqual(closedAt.getTime())
      }
  }
  for (const { id, columns, replay } of await columnsAndLedgers(db)) expect(columns, id).toEqual(replay)
  expect(met.size).toBeGreaterThan(14)
})
