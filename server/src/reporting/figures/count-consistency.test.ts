import {
  ConsistencyQuery,
  listWhyNormal,
  maxOpposites,
} from '@portal/contract/reporting/consistency'
import { linkToSlvs } from '@portal/contract/reporting/target'
import { civil } from '@portal/contract/sla/calendar'
import { slvStatuses } from '@portal/contract/slv/status'
import {
  listBands,
  writeLikeness,
} from '@portal/contract/slv-request/like-cases'
import { expect } from 'vitest'
import { createDice } from '../../../test/dice.ts'
import { test as base } from '../../../test/makers.ts'
import { countConsistencyPlainly } from '../../../test/plain-consistency.ts'
import { setGrid, usualEnds } from '../../../test/plain-like-cases.ts'
import { addRow, findRow, setRows } from '../../../test/rows.ts'
import { department, idsIn, type SlvQuery } from '../../../test/slv-lists.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { countConsistency } from './count-consistency.ts'

const measures = [
  { parameter: 'CREDIT_SCORE', guidelineValue: 660, step: 5 },
  { parameter: 'LTV', guidelineValue: 75, step: -1 },
  { parameter: 'DSCR', guidelineValue: 1, step: 0.025 },
] as const

/** Days at the edges of quarters and of the period; today is 2026-03-04. */
const dates = [
  '2026-03-04T14:00:00Z',
  '2026-01-01T04:59:59Z',
  '2026-01-01T05:00:00Z',
  '2025-11-02T14:00:00Z',
  '2025-09-30T14:00:00Z',
]

/** 150 SLVs with random variances, some with two, and someone who sees all. */
const test = base.extend('ctx', async ({ a, as, db }) => {
  const { roll, pick } = createDice(7)
  const rollVariance = () => {
    const { step, parameter, guidelineValue } = pick(measures)
    const actualValue = guidelineValue - step * (roll(12) - 1)
    return {
      parameter,
      guidelineValue,
      operator: parameter === 'LTV' ? '<=' : '>=',
      actualValue,
    } as const
  }
  for (let n = 0; n < 150; n++) {
    const status = pick([
      ...slvStatuses,
      'APPROVED',
      'APPROVED',
      'DECLINED',
    ] as const)
    const slv = await a.slv({
      status,
      ...(status !== 'DRAFT' && { date: new Date(pick(dates)) }),
      buyerNonAgencyProgram: pick(['DSCR Prime', 'DSCR Prime', 'WVOE', null]),
      priceAdjustment: pick([null, 0, -12.5, -25, -50]),
    })
    const where = { id: slv.requestId }
    await setRows(db, 'slvRequest', where, rollVariance())
    if (n % 5 !== 0) continue
    const { reason } = await findRow(db, 'slvRequest', where)
    const second = { slvId: slv.id, reason, position: 2, ...rollVariance() }
    await addRow(db, 'slvRequest', second)
  }
  return as(await department(a))
})

/** The period that is counted. */
type Filter = { from?: string }

const count = (ctx: Ctx, filter: Filter = {}) =>
  countConsistency(ctx, ConsistencyQuery.parse(filter))

type Figures = Awaited<ReturnType<typeof count>>
type PlainFigures = Awaited<ReturnType<typeof countConsistencyPlainly>>

function expectEqualFigures(figures: Figures, plain: PlainFigures) {
  const plainOpposites = plain.rules.map(({ opposites }) => opposites)
  expect(figures.loans).toBe(plain.loans)
  expect(figures.rules.length).toBe(plain.rules.length)
  expect(figures.oppositeCount).toBe(
    plainOpposites.reduce((sum, opposites) => sum + opposites, 0),
  )
  for (const rule of figures.rules) {
    const plainRule = plain.rules.find(
      ({ parameter, program }) =>
        parameter === rule.parameter && program === rule.program,
    )
    const { alike, opposites: _, ...plainCounts } = plainRule ?? {}
    expect(rule).toMatchObject(plainCounts)
    expect(rule.alike?.approved ?? 0).toBe(alike)
  }
}

type Link = Parameters<typeof linkToSlvs>[2]

/** The figures of a rule link to lists of as many SLVs. */
async function expectLinksToListThem(
  ctx: Ctx,
  filter: Filter,
  { parameter, program, alike, asked, approved }: Figures['rules'][number],
) {
  const countListed = async (part: Link) => {
    const today = civil(ctx.now).day
    const link = linkToSlvs(ctx.actor, filter, { program, ...part }, today)
    const query = { tableMode: 'ALL', ...link?.search } as SlvQuery
    return (await idsIn(ctx, query)).length
  }
  const allBands = { parameter, from: null, to: null, exceptSlvId: null }
  const like = writeLikeness(allBands)
  expect(await countListed({ like })).toBe(asked)
  expect(await countListed({ like, status: 'APPROVED' })).toBe(approved)
  if (!alike) return

  const { from, to, quarter } = alike
  const inBand = writeLikeness({ ...allBands, from, to })
  expect(await countListed({ like: inBand, quarter, status: 'APPROVED' })).toBe(
    alike.approved,
  )
}

test.for(['without a price grid', 'with the bands of the price grid'] as const)(
  'figures equal those of plain loops %s, and link to lists of exactly these SLVs',
  async (grid, { a, as, ctx, db }) => {
    const isPriced = grid === 'with the bands of the price grid'
    const admin = await as(await a.underwriter('manageGuidelines'))
    const ends = isPriced ? await setGrid(admin) : usualEnds
    for (const filter of [{}, { from: '2026-01-01' }] as Filter[]) {
      const { from = '' } = filter
      const figures = await count(ctx, filter)
      const plain = await countConsistencyPlainly(
        db,
        (day) => day >= from,
        ends,
      )
      expectEqualFigures(figures, plain)
      for (const rule of figures.rules)
        await expectLinksToListThem(ctx, filter, rule)
    }
  },
)

test('like requests with opposite outcomes are side by side, without people', async ({
  a,
  as,
  db,
}) => {
  const ctx = await as(await department(a))
  const ask = async (
    status: 'APPROVED' | 'DECLINED' | 'NOT_NEEDED',
    actualValue: number,
    decisionDate = new Date('2026-03-03T15:00:00Z'),
  ) => {
    const slv = await a.slv({
      status,
      decisionDate,
      buyerNonAgencyProgram: 'DSCR Prime',
      priceAdjustment: status === 'APPROVED' ? -25 : null,
    })
    const where = { id: slv.requestId }
    await setRows(db, 'slvRequest', where, { actualValue })
    return slv
  }
  await ask('APPROVED', 655, new Date('2026-03-01T15:00:00Z'))
  const approved = await ask('APPROVED', 653)
  // Not alike: another band, and another outcome.
  await ask('DECLINED', 649)
  await ask('NOT_NEEDED', 655)
  expect((await count(ctx)).opposites).toEqual([])

  const declined = await ask('DECLINED', 650)
  const figures = await count(ctx)
  expect(figures.oppositeCount).toBe(1)
  expect(figures.opposites).toMatchObject([
    {
      parameter: 'CREDIT_SCORE',
      program: 'DSCR Prime',
      from: 0,
      to: 10,
      approved: 2,
      declined: 1,
      approvedCase: {
        id: approved.id,
        decidedOn: '2026-03-03',
        summary: 'FICO 653 against ≥ 660: 7 points short',
        priceAdjustment: -25,
      },
      declinedCase: { id: declined.id },
    },
  ])
  expect(figures.rules).toMatchObject([{ missMedian: 5 }])
  expect(JSON.stringify(figures)).not.toContain(ctx.actor.name)
  expect(figures.opposites.length).toBeLessThanOrEqual(maxOpposites)
})

const band = listBands('CREDIT_SCORE', [])[1] ?? { from: null, to: null }
const alike = (approved: number) => ({ ...band, quarter: '2026-Q1', approved })

test.each([
  ['a fifth of the loans', { approved: 2, loans: 10, alike: null }, []],
  ['more than a fifth', { approved: 3, loans: 10, alike: null }, ['SHARE']],
  ['too few loans to tell', { approved: 4, loans: 4, alike: null }, []],
  ['the fewest loans', { approved: 2, loans: 5, alike: null }, ['SHARE']],
  ['two alike', { approved: 2, loans: 90, alike: alike(2) }, []],
  ['three alike', { approved: 3, loans: 90, alike: alike(3) }, ['ALIKE']],
  ['both', { approved: 9, loans: 9, alike: alike(9) }, ['SHARE', 'ALIKE']],
] as const)('exceptions become normal: %s', (_, rule, why) => {
  expect(listWhyNormal(rule)).toEqual(why)
})
