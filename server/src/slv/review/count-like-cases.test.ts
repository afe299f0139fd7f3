import { slvStatuses } from '@portal/contract/slv/status'
import { expect } from 'vitest'
import { createDice } from '../../../test/dice.ts'
import { test as base } from '../../../test/makers.ts'
import {
  countPlainly,
  setGrid,
  usualEnds,
} from '../../../test/plain-like-cases.ts'
import { addRow, findRows, setRows } from '../../../test/rows.ts'
import { department, idsIn, type SlvQuery } from '../../../test/slv-lists.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { getLikeCases } from './count-like-cases.ts'

const prime = ['DSCR Prime', 'DSCR Prime', 'DSCR Prime'] as const
const measures = [
  { parameter: 'CREDIT_SCORE', guidelineValue: 660, step: 5 },
  { parameter: 'LTV', guidelineValue: 75, step: -1 },
  { parameter: 'DSCR', guidelineValue: 1, step: 0.025 },
] as const

/** Days at the edges of the periods; today is 2026-03-04 in New York. */
const dates = [
  '2026-03-04T14:00:00Z',
  '2026-01-15T14:00:00Z',
  '2025-09-30T14:00:00Z',
  '2025-12-24T14:00:00Z',
  '2026-02-01T14:00:00Z',
  '2025-03-04T05:00:00Z',
  '2025-03-04T04:59:59Z',
  '2024-03-04T05:00:00Z',
  '2024-03-04T04:59:59Z',
  '2023-01-01T12:00:00Z',
]

const conditionTexts = [
  'Condition A',
  'Condition A',
  'Condition B',
  'Condition C',
  'Condition D',
] as const

/**
 * 120 SLVs with random variances, prices, days and conditions, and someone who
 * sees all.
 */
const test = base.extend('crowd', async ({ a, as, db }) => {
  const { roll, pick } = createDice(11)
  const addCondition = (slvId: string) =>
    addRow(db, 'slvCondition', {
      slvId,
      // Those of another round don't count.
      resubmitCount: pick([0, 0, 0, 1]),
      position: 0,
      text: pick(conditionTexts),
      timing: 'PRIOR_TO_DOCS',
    })
  for (let n = 0; n < 120; n++) {
    const status = roll(2) === 0 ? 'APPROVED' : pick(slvStatuses)
    const slv = await a.slv({
      status,
      ...(status !== 'DRAFT' && { date: new Date(pick(dates)) }),
      buyerNonAgencyProgram: pick([...prime, 'WVOE', null]),
      priceAdjustment: pick([null, 0, -12.5, -25, -50, -62.5]),
      buyerDays: roll(9),
    })
    for (let more = roll(4); more > 0; more--) await addCondition(slv.id)
    const { step, parameter, guidelineValue } = pick(measures)
    await setRows(
      db,
      'slvRequest',
      { id: slv.requestId },
      {
        parameter,
        guidelineValue,
        operator: parameter === 'LTV' ? '<=' : '>=',
        actualValue: guidelineValue - step * (roll(12) - 1),
      },
    )
  }
  const slvs = await findRows(db, 'slv')
  return { slvs, ctx: await as(await department(a)) }
})

const listed = (ctx: Ctx, listQuery: string | null) =>
  idsIn(
    ctx,
    Object.fromEntries(new URLSearchParams(listQuery ?? '')) as SlvQuery,
  )

test.for(['without a price grid', 'with the bands of the price grid'] as const)(
  'like cases are counted as a plain loop counts them %s, and their list has exactly these',
  async (grid, { a, as, crowd: { slvs, ctx }, db }) => {
    const isPriced = grid === 'with the bands of the price grid'
    const admin = await as(await a.underwriter('manageGuidelines'))
    const ends = isPriced ? await setGrid(admin) : usualEnds
    const months = new Set<number | null>()
    const conditions = new Set<number>()
    for (const { id } of slvs.filter((_, index) => index % 3 === 0)) {
      const { items } = await getLikeCases(ctx, id)
      const plain = await countPlainly(db, id, { now: ctx.now, ends })
      expect(items.length).toBe(plain.length)
      for (const [index, item] of items.entries()) {
        const { ids, ...figures } = plain[index] ?? { ids: [] }
        expect(item).toMatchObject(figures)
        expect((await listed(ctx, item.listQuery)).sort()).toEqual(ids)
        months.add(item.months)
        conditions.add(item.conditions.length)
      }
    }
    expect([...months].sort(), 'Every period was counted').toEqual([
      12,
      24,
      null,
    ])
    expect([...conditions].sort(), 'Up to three conditions').toEqual([
      0, 1, 2, 3,
    ])
  },
)

test('an underwriter without the department reads the figures, and has no list of them', async ({
  a,
  as,
}) => {
  const underwriter = await a.underwriter('myOwn')
  const slv = await a.slv({ underwriterId: underwriter.id })
  await a.slv({ status: 'APPROVED', priceAdjustment: -25 })
  const { items } = await getLikeCases(await as(underwriter), slv.id)
  expect(items).toMatchObject([
    {
      asked: 1,
      approved: 1,
      priceMedian: -25,
      conditions: [],
      listQuery: null,
    },
  ])
  const other = await a.underwriter('myOwn')
  await expect(getLikeCases(await as(other), slv.id)).rejects.toThrow(
    /not found/i,
  )
})
