import { getKeys } from '@portal/contract/lib/typed'
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
import { findRows } from './rows.ts'

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
  const isStep = (action: keyof typeof actions) => {
    // A deleted draft walks no further.
    const isDeletion = action === 'discard-draft' && before.status === 'DRAFT'
    const isAssignment = action.startsWith('assign')
    return action !== 'save' && !isAssignment && !isDeletion
  }
  const possible = people.flatMap((person) =>
    getKeys(actions)
      .filter(isStep)
      .filter((action) => verdict(person, before, action).kind === 'ALLOWED')
      .map((action) => ({ person, action })),
  )
  const drawn = Math.floor(draw() * possible.length)
  const { person, action } = possible[drawn] ?? {}
  if (person && action) await actions[action](await as(person, at), id, ids)
  return action
}

/** The clocks and turn times that an SLV shows. */
export const readShownClocks = async (ctx: Ctx, id: string) => {
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

const countDays = (intervals: { days: number; counts: boolean }[]) =>
  intervals
    .filter(({ counts }) => counts)
    .reduce((total, { days }) => total + days, 0)

/**
 * The clocks and turn times of the explanation, which are checked to be the sums
 * of its intervals.
 */
export const readExplainedClocks = async (ctx: Ctx, id: string) => {
  const { clocks, turnTimes } = SlaExplanation.parse(
    await explainSlvClocks(ctx, id),
  )
  const { intervals, ...figures } = turnTimes
  const daysOf = (wanted: 'BUYER' | 'SELLER') =>
    countDays(intervals.filter(({ party }) => party === wanted))
  expect(figures.turnTime).toBe(daysOf('BUYER'))
  expect(figures.sellerTurnTime).toBe(daysOf('SELLER'))
  for (const { countedDays, targetDays, sla, intervals } of clocks) {
    expect(countedDays).toBe(countDays(intervals))
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
  const daysFor = await loadCalendars(db)
  const intervals = await findRows(db, 'slvInterval')
  const intervalsBySlv = Map.groupBy(intervals, ({ slvId }) => slvId)
  const pairs = []
  for (const slv of await findRows(db, 'slv')) {
    const ledger = intervalsBySlv.get(slv.id) ?? []
    const days = await daysFor(slv)
    pairs.push({
      id: slv.id,
      columns: {
        buyerDays: slv.buyerDays,
        sellerDays: slv.sellerDays,
        roundDays: slv.roundDays,
        clockParty: slv.clockParty,
        clockSince: slv.clockSince,
        slrDays: slv.slrDays,
        slrSince: slv.slrSince,
        tdDays: slv.tdDays,
        tdSince: slv.tdSince,
      },
      replay: computeClockColumns(ledger, slv.resubmitCount, days),
    })
  }
  return pairs
}

/** The same of every Tdoc. */
export async function tdocColumnsAndLedgers(db: Db) {
  const daysFor = await loadCalendars(db)
  const intervals = await findRows(db, 'tdocInterval')
  const intervalsByTdoc = Map.groupBy(intervals, ({ tdocId }) => tdocId)
  const pairs = []
  for (const tdoc of await findRows(db, 'tdoc')) {
    const { id, buyerDays, clockParty, clockSince } = tdoc
    const ledger = intervalsByTdoc.get(id) ?? []
    pairs.push({
      id,
      columns: { buyerDays, clockParty, clockSince },
      replay: computeTdocClock(ledger, await daysFor(tdoc)),
    })
  }
  return pairs
}

/**
 * Returns a function that gives the business days of an SLV or Tdoc: a clock
 * that has ended keeps the calendar that it was counted by.
 */
async function loadCalendars(db: Db) {
  const { version, days } = await loadSla(db)
  return async (item: { clockParty: string | null; countedBy: number }) => {
    const isEarlier = item.clockParty === null && item.countedBy !== version
    return isEarlier ? loadDays(db, item.countedBy) : days
  }
}
