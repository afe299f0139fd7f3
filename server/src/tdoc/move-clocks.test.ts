import { isOneOf } from '@portal/contract/lib/typed'
import { tprResponses } from '@portal/contract/tdoc/model'
import { tdocVerdict } from '@portal/contract/tdoc/transitions'
import type { Actor } from '@portal/contract/user/model'
import { expect } from 'vitest'
import { test } from '../../test/tdoc-makers.ts'
import type { Ctx } from '../lib/ctx.ts'
import { getTdoc } from './detail.ts'
import { lockTdoc } from './lock.ts'
import { setResponse } from './set-response.ts'
import { setStatus } from './set-status.ts'

const hour = 3_600_000

/** A small generator that is the same everywhere (mulberry32). */
const random = (state: number) => () => {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

/** What the ledger says by itself, counted again. */
const replay = async ({ db, sla: { days }, now }: Ctx, tdocId: string) => {
  const ledger = await db.selectFrom('tdocInterval').selectAll().where('tdocId', '=', tdocId).orderBy('id').execute()
  const buyer = ledger.filter(({ party }) => party === 'BUYER')
  const open = ledger.filter(({ closedAt }) => closedAt === null)
  expect(open.length).toBeLessThanOrEqual(1)
  for (const [index, one] of ledger.slice(1).entries())
    expect(one.openedAt >= (ledger[index]?.closedAt ?? one.openedAt)).toBe(true)
  return {
    turnTime: buyer.reduce((sum, { openedAt, closedAt }) => sum + days.between(openedAt, closedAt ?? now), 0),
    party: open[0]?.party ?? null,
  }
}

test.for([
  ['wherever a walk stands', (draw: number) => Math.ceil(draw * 60) * hour],
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
      else
        await setStatus(
          ctx,
          [id],
          ({ 'ask-review': 'REVIEW_PENDING', return: 'NEW', complete: 'COMPLETE' } as const)[action],
        )
      met.add(action)
      for (const wait of [0, 200]) {
        const later = await ctxOf(underwriter, wait)
        const shown = await getTdoc(later, id)
        const { party, turnTime } = await replay(later, id)
        expect({ turnTime: shown.turnTime, running: shown.sla?.running ?? false }).toEqual({
          turnTime,
          running: party === 'BUYER',
        })
        if (shown.status === 'COMPLETE')
          expect([shown.sla, shown.slaDays, shown.dueOutOfReview, party]).toEqual([null, null, null, null])
        else expect(shown.slaDays).toBe(turnTime - 3)
        if (shown.dueOutOfReview !== null)
          expect(later.sla.days.ordinal(shown.dueOutOfReview) - later.sla.days.ordinalAt(later.now) < 0).toBe(
            (shown.slaDays ?? 0) > 0,
          )
      }
      const stored = await db
        .selectFrom('tdoc')
        .select(['clockParty', 'isReturned'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(stored.clockParty).toBe((await replay(await ctxOf(underwriter), id)).party)
      expect(isOneOf(['BUYER', 'TPR'], stored.clockParty ?? 'BUYER')).toBe(true)
    }
  }
  expect([...met].sort()).toEqual(['ask-review', 'complete', 'return', 'set-response'])
})

test('a Tdoc without a vendor stays on the buyer’s clock when it is returned', async ({ a, as, aTdoc, db }) => {
  const { id } = await aTdoc({ status: 'COMPLETE', vendorId: null })
  await setStatus(await as(await a.underwriter()), [id], 'NEW')
  const row = await db
    .selectFrom('tdoc')
    .select(['clockParty', 'completedDate'])
    .where('id', '=', id)
    .executeTakeFirst()
  expect(row).toEqual({ clockParty: 'BUYER', completedDate: null })
})
