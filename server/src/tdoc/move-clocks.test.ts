import { tprResponses } from '@portal/contract/tdoc/model'
import { tdocVerdict } from '@portal/contract/tdoc/transitions'
import type { Actor } from '@portal/contract/user/model'
import { expect } from 'vitest'
import { hour, random, tdocColumnsAndLedgers } from '../../test/clock-walk.ts'
import { rowOf, rowsOf } from '../../test/rows.ts'
import { test } from '../../test/tdoc-makers.ts'
import { getTdoc } from './detail.ts'
import { lockTdoc } from './lock.ts'
import { setResponse } from './set-response.ts'
import { setStatus } from './set-status.ts'

const statuses = { 'ask-review': 'REVIEW_PENDING', return: 'NEW', complete: 'COMPLETE' } as const

test.for([
  ['after every step of random walks', (draw: number) => Math.ceil(draw * 60) * hour],
  // Nodes whose clocks are up to 5 s off take turns.
  ['although the clock steps back', (draw: number) => Math.round((draw - 0.45) * 10_000)],
] as const)('the ledger, replayed, is what the columns say, %s', async ([, stepOf], { a, as, aTdoc, db, now }) => {
  const underwriter = await a.underwriter()
  const reviewer = await a.user({ role: 'TPR' })
  const met = new Set<string>()
  for (let walk = 0; walk < 6; walk++) {
    const draw = random(20_261_121 + walk)
    const { id } = await aTdoc({ vendorId: walk % 4 === 3 ? null : reviewer.companyId })
    let at = now.getTime()
    for (let step = 0; step < 12; step++) {
      at += stepOf(draw())
      const ctxOf = (actor: Actor, wait = 0) => as(actor, new Date(at + wait * hour))
      const tdoc = await lockTdoc(await ctxOf(underwriter), id)
      const moves = [
        ...(['ask-review', 'return', 'complete'] as const).map((action) => [underwriter, action] as const),
        [reviewer, 'set-response'] as const,
      ].filter(([actor, action]) => tdocVerdict(actor, tdoc, action).kind === 'ALLOWED')
      const chosen = moves[Math.floor(draw() * moves.length)]
      if (!chosen) break
      const [actor, action] = chosen
      const ctx = await ctxOf(actor)
      if (action === 'set-response')
        await setResponse(ctx, id, { tprResponse: tprResponses[Math.floor(draw() * 4)] ?? 'RECEIVED' })
      else await setStatus(ctx, [id], statuses[action])
      met.add(action)
      for (const wait of [0, 200]) {
        const { turnTime, sla, slaDays, dueOutOfReview } = await getTdoc(await ctxOf(underwriter, wait), id)
        if (action === 'complete') expect([sla, slaDays, dueOutOfReview]).toEqual([null, null, null])
        else expect(slaDays).toBe(turnTime - 3)
      }
      for (const { columns, replay } of await tdocColumnsAndLedgers(db)) expect(columns).toEqual(replay)
      const ledger = await rowsOf(db, 'tdocInterval', { tdocId: id })
      for (const [index, { openedAt }] of ledger.slice(1).entries())
        expect(openedAt >= (ledger[index]?.closedAt ?? openedAt)).toBe(true)
    }
  }
  expect([...met].sort()).toEqual(['ask-review', 'complete', 'return', 'set-response'])
})

test('a Tdoc without a vendor stays on the buyer’s clock when it is returned', async ({ a, as, aTdoc, db }) => {
  const { id } = await aTdoc({ status: 'COMPLETE', vendorId: null })
  await setStatus(await as(await a.underwriter()), [id], 'NEW')
  expect(await rowOf(db, 'tdoc', { id })).toMatchObject({ clockParty: 'BUYER', completedDate: null })
})
