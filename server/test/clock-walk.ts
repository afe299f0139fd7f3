import { keysOf } from '@portal/contract/lib/typed'
import { SlaExplanation } from '@portal/contract/sla/api'
import { computeClockColumns } from '@portal/contract/slv/clocks'
import { verdict } from '@portal/contract/slv/transitions'
import { computeTdocClock } from '@portal/contract/tdoc/clocks'
import { expect } from 'vitest'
import type { Ctx } from '../src/lib/ctx.ts'
import type { Db } from '../src/lib/database/db.ts'
import { loadDays, loadSla } from '../src/lib/sla.ts'
import { explainSlvClocks } from '../src/sla/explain.ts'
import { readSlv, viewSlv } from '../src/slv/detail.ts'
import { actions } from './actions.ts'
import type { Makers } from './makers.ts'
import { rowsOf } from './rows.ts'

export const hour = 3_600_000

/** A small random generator with the same results everywhere (mulberry32). */
export const random = (state: number) => () => {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

/** One person for each part in an SLV's life. */
export async function createPeople(a: Makers) {
  const seller = await a.seller()
  const underwriter = await a.underwriter(
    'myOwn',
    'viewSlvDepartment',
    'assignLoans',
  )
  const manager = await a.underwriter('manageSlr')
  const trader = await a.underwriter('manageTradeDesk')
  const ids = {
    underwriterId: underwriter.id,
    managerId: manager.id,
    traderId: trader.id,
    sellerId: seller.id,
  }
  return {
    seller,
    underwriter,
    manager,
    trader,
    ids,
    people: [seller, underwriter, manager, trader],
  }
}
type WalkPeople = Awaited<ReturnType<typeof createPeople>>
type As = (actor: WalkPeople['seller'], at: Date) => Promise<Ctx>

/**
 * Takes one step of a walk through the transition table and returns its action;
 * undefined if no one can take one.
 */
export async function step(
  as: As,
  { people, ids, underwriter }: WalkPeople,
  id: string,
  at: Date,
  draw: () => number,
) {
  const before = await readSlv(await as(underwriter, at), id)
  if (!before) throw new Error('The SLV is gone')
  const open = people.flatMap((person) =>
    keysOf(actions)
      .filter((action) => action !== 'save' && !action.startsWith('assign'))
      // A deleted draft walks no further.
      .filter(
        (action) => action !== 'discard-draft' || before.status !== 'DRAFT',
      )
      .filter((action) => verdict(person, before, action).kind === 'ALLOWED')
      .map((action) => [person, action] as const),
  )
  const [person, action] = open[Math.floor(draw() * open.length)] ?? []
  if (person && action) await actions[action](await as(person, at), id, ids)
  return action
}

/** The clocks and turn times that an SLV shows. */
export const shown = async (ctx: Ctx, id: string) => {
  const slv = await viewSlv(ctx, id)
  const {
    groupSlaStatus,
    slrSlaStatus,
    tdSlaStatus,
    turnTime,
    sellerTurnTime,
    finalProcessingTime,
  } = slv
  return {
    clocks: Object.entries({
      SLV: groupSlaStatus,
      SLR: slrSlaStatus,
      TD: tdSlaStatus,
    }).filter(([, sla]) => sla),
    turnTimes: { turnTime, sellerTurnTime, finalProcessingTime },
  }
}

/** The same, added up from the intervals of the explanation. */
export const added = async (ctx: Ctx, id: string) => {
  const { clocks, turnTimes } = SlaExplanation.parse(
    await explainSlvClocks(ctx, id),
  )
  const sum = (intervals: { days: number; counts: boolean }[]) =>
    intervals.reduce(
      (total, { days, counts }) => total + (counts ? days : 0),
      0,
    )
  const { intervals, ...figures } = turnTimes
  expect(figures.turnTime).toBe(
    sum(intervals.filter(({ party }) => party === 'BUYER')),
  )
  expect(figures.sellerTurnTime).toBe(
    sum(intervals.filter(({ party }) => party === 'SELLER')),
  )
  for (const { countedDays, targetDays, sla, intervals } of clocks) {
    expect(countedDays).toBe(sum(intervals))
    expect(countedDays - targetDays).toBe(sla.days)
  }
  return {
    clocks: clocks.map(({ clock, sla }) => [clock, sla]),
    turnTimes: figures,
  }
}

/**
 * The clock columns of every SLV, and the same counted from its intervals by
 * the calendar that applies to it.
 */
export async function columnsAndLedgers(db: Db) {
  const { version, days } = await loadSla(db)
  const ledger = Map.groupBy(
    await rowsOf(db, 'slvInterval'),
    ({ slvId }) => slvId,
  )
  const pairs = []
  for (const { id, resubmitCount, countedBy, ...slv } of await rowsOf(
    db,
    'slv',
  )) {
    const {
      buyerDays,
      sellerDays,
      roundDays,
      clockParty,
      clockSince,
      slrDays,
      slrSince,
      tdDays,
      tdSince,
    } = slv
    const columns = {
      buyerDays,
      sellerDays,
      roundDays,
      clockParty,
      clockSince,
      slrDays,
      slrSince,
      tdDays,
      tdSince,
    }
    const isEarlier = clockParty === null && countedBy !== version
    const counted = isEarlier ? await loadDays(db, countedBy) : days
    pairs.push({
      id,
      columns,
      replay: computeClockColumns(ledger.get(id) ?? [], resubmitCount, counted),
    })
  }
  return pairs
}

/** The same of every Tdoc. */
export async function tdocColumnsAndLedgers(db: Db) {
  const { version, days } = await loadSla(db)
  const ledger = Map.groupBy(
    await rowsOf(db, 'tdocInterval'),
    ({ tdocId }) => tdocId,
  )
  const pairs = []
  for (const {
    id,
    countedBy,
    buyerDays,
    clockParty,
    clockSince,
  } of await rowsOf(db, 'tdoc')) {
    const counted =
      clockParty === null && countedBy !== version
        ? await loadDays(db, countedBy)
        : days
    const columns = { buyerDays, clockParty, clockSince }
    pairs.push({
      id,
      columns,
      replay: computeTdocClock(ledger.get(id) ?? [], counted),
    })
  }
  return pairs
}
