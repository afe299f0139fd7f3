import { SummaryQuery } from '@portal/contract/reporting/summary'
import { downloadReporting } from '@portal/contract/reporting/summary-api'
import type { Actor } from '@portal/contract/user/model'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { castOf, hour, random, step } from '../../test/clock-walk.ts'
import { test as base, ctxFor, makers } from '../../test/house.ts'
import { plainSummary } from '../../test/plain-figures.ts'
import { readPlain } from '../../test/plain-rows.ts'
import { openDb } from '../lib/db.ts'
import { type FigureKeeper, keepFigures } from './keep-figures.ts'
import { readBoth } from './read-both.ts'
import { summariseSlvs } from './summarise-slvs.ts'
import { sweepChanges } from './sweep-changes.ts'

/** Two nodes of one database, and what plain loops count in it. */
const test = base.extend('nodes', async ({ committed, now }) => {
  const a = makers(committed, now)
  const as = (actor: Actor, at = now) => ctxFor(committed, actor, at)
  const asker = await a.user({ role: 'UNDERWRITER' })
  const keepers = [keepFigures(committed), keepFigures(committed)] as const
  const summaries = keepers.map((keeper) => summariseSlvs(keeper))
  const query = SummaryQuery.parse({ topLimit: '10' })
  /** Every node tells the truth. */
  const agree = async (at = now) => {
    const ctx = await as(asker, at)
    const truth = plainSummary(await readPlain(committed), query, ctx)
    for (const summary of summaries) expect(await summary(ctx, query)).toMatchObject(truth)
    return truth
  }
  return { a, as, keepers, agree }
})

describe('the figures of each node', () => {
  test('are the truth after every step of random walks, a resubmission and a withdrawal among them', async ({
    nodes: { a, as, agree },
    now,
  }) => {
    const cast = await castOf(a)
    const draw = random(17)
    const ids: string[] = []
    for (let n = 0; n < 6; n++)
      ids.push((await a.slv({ status: 'DRAFT', sellerId: cast.seller.id, underwriterId: cast.underwriter.id })).id)
    const done = new Set<string>()
    for (let at = 1; at <= 90; at++) {
      const later = new Date(now.getTime() + at * 7 * hour)
      const action = await step(as, cast, ids[Math.floor(draw() * ids.length)] ?? '', later, draw)
      if (action) done.add(action)
      await agree(later)
    }
    for (const action of ['set-resubmitted', 'set-withdraw-approved', 'make-final-decision'])
      expect([...done]).toContain(action)
  })

  test('follow every change of what they count, names and variances too', async ({
    nodes: { a, agree },
    committed,
  }) => {
    const company = await a.company()
    const owner = await a.seller(company.id)
    const { id, requestId } = await a.slv({ status: 'APPROVED', sellerId: owner.id })
    expect((await agree()).topSellers).toMatchObject([{ label: company.name }])
    await committed.updateTable('company').set({ name: 'Renamed, Inc.' }).where('id', '=', company.id).execute()
    expect((await agree()).topSellers).toMatchObject([{ label: 'Renamed, Inc.' }])
    await committed.updateTable('slvRequest').set({ reason: 'Other' }).where('id', '=', requestId).execute()
    expect((await agree()).topReasons).toMatchObject([{ label: 'Other' }])
    await committed.insertInto('slvRequest').values({ slvId: id, position: 2, reason: 'DTI' }).execute()
    expect((await agree()).totalSlvs).toBe(2)
    for (const change of [
      { loanAmount: 1.01 },
      { state: null },
      { type: 'POST', postCloseReason: 'Seller Error' },
    ] as const) {
      await committed.updateTable('slv').set(change).where('id', '=', id).execute()
      await agree()
    }
    await committed.deleteFrom('slvRequest').where('slvId', '=', id).execute()
    expect((await agree()).totalSlvs).toBe(0)
    await committed.deleteFrom('slv').where('id', '=', id).execute()
    expect((await agree()).totalRequests).toBe(0)
  })

  test('miss nothing of a transaction that began early and was committed late, and count none that was undone', async ({
    nodes: { a, agree },
    committed,
    url,
  }) => {
    const [slow, quick] = [await a.slv({ status: 'REVIEW' }), await a.slv({ status: 'REVIEW' })]
    await agree()
    const other = openDb({ url, size: 2 })
    try {
      const late = await other.startTransaction().execute()
      await late.updateTable('slv').set({ loanAmount: 7 }).where('id', '=', slow.id).execute()
      const undone = await other.startTransaction().execute()
      await undone.updateTable('slv').set({ loanAmount: 9 }).where('id', '=', quick.id).execute()
      await a.slv({ status: 'REVIEW' })
      await agree()
      await undone.rollback().execute()
      await committed.updateTable('slv').set({ loanAmount: 11 }).where('id', '=', quick.id).execute()
      await agree()
      await late.commit().execute()
      expect((await agree()).totalVolume).toBe(480_018)
    } finally {
      await other.destroy()
    }
  })

  test('are of one moment in both halves of a page that is printed, whatever is sent meanwhile', async ({
    nodes: {
      a,
      as,
      keepers: [keeper],
    },
  }) => {
    const underwriter = await a.underwriter()
    const busy: FigureKeeper = {
      fresh: async () => {
        await a.slv({ status: 'REVIEW', underwriterId: underwriter.id })
        return keeper.fresh()
      },
    }
    const query = downloadReporting.query.parse({})
    const { summary, capacity } = await readBoth(busy)(await as(underwriter), query)
    expect([summary.totalRequests, capacity.totals.totalUnits]).toEqual([1, 1])
    expect(capacity.asOf).toBe(summary.asOf)
  })

  test('know a change until it was dropped, and read everything anew after that', async ({
    nodes: { a, keepers },
    committed,
  }) => {
    const [asleep, awake] = keepers
    const { id } = await a.slv({ status: 'REVIEW', loanAmount: 1 })
    const amountOf = async (keeper: FigureKeeper) => [...(await keeper.fresh()).columns.arrays().amount].slice(0, 1)
    await asleep.fresh()
    await committed.updateTable('slv').set({ loanAmount: 2 }).where('id', '=', id).execute()
    expect(await amountOf(awake)).toEqual([200])
    await sweepChanges(committed)
    const isNoted = () => committed.selectFrom('reportingChange').select('slvId').where('slvId', '=', id).execute()
    expect((await isNoted()).length).toBeGreaterThan(0)
    await sql`update reporting_change set at = at - interval '25 hours'`.execute(committed)
    await sweepChanges(committed)
    expect(await isNoted()).toEqual([])
    expect(await amountOf(asleep)).toEqual([200])
    // Once read, it is not read again and again for what was dropped long ago.
    await a.slv({ status: 'REVIEW' })
    const { columns } = await asleep.fresh()
    await committed.updateTable('slv').set({ loanAmount: 3 }).where('id', '=', id).execute()
    expect((await asleep.fresh()).columns).toBe(columns)
  })

  test('are the same ones until something changes, and drafts change nothing', async ({
    nodes: { a, keepers },
    committed,
  }) => {
    const [keeper] = keepers
    const { id } = await a.slv({ status: 'APPROVED' })
    const { version } = await keeper.fresh()
    const draft = await a.slv({ status: 'DRAFT' })
    await committed.updateTable('slv').set({ loanAmount: 5 }).where('id', '=', draft.id).execute()
    await committed.updateTable('slv').set({ statusComment: 'Not counted' }).where('id', '=', id).execute()
    expect(
      await committed.selectFrom('reportingChange').select('slvId').where('slvId', '=', draft.id).execute(),
    ).toHaveLength(0)
    const names = (await keeper.fresh()).version // the draft brought a company and its seller
    expect(names).toBe(version + 1)
    expect((await keeper.fresh()).version).toBe(names)
    await Promise.all([
      keeper.fresh(),
      committed.updateTable('slv').set({ loanAmount: 6 }).where('id', '=', id).execute(),
      keeper.fresh(),
    ])
    expect((await keeper.fresh()).version).toBe(names + 1)
  })
})
