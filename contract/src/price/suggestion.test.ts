import { describe, expect, test } from 'vitest'
import { scoreMiss } from '../../test/approvals.ts'
import { type Band, findOverlaps, NewPriceBand } from './model.ts'
import {
  changedSuggestionText,
  differsFromSuggestion,
  suggestPrice,
} from './suggestion.ts'

const band = (change: Partial<Band> = {}): Band => ({
  parameter: 'CREDIT_SCORE',
  program: null,
  from: 0,
  to: 10,
  bps: -12.5,
  ...change,
})
const grid = {
  addOn: -12.5,
  rows: [
    band(),
    band({ from: 10, to: 20, bps: -25 }),
    band({ parameter: 'LTV', to: 5, bps: -37.5 }),
  ],
}
const score = (id: string, points: number) => ({ ...scoreMiss(points), id })
const ltv = (id: string, actualValue: number) => ({
  id,
  reason: 'LTV / CLTV',
  parameter: 'LTV' as const,
  operator: '<=' as const,
  guidelineValue: 75,
  actualValue,
  unit: '%',
})
const other = { ...scoreMiss(5), id: 'other', parameter: null }

type Requests = Parameters<typeof suggestPrice>[0]['slvRequests']
const totalOf = (
  slvRequests: Requests,
  slvDecisionRequests: Parameters<
    typeof suggestPrice
  >[0]['slvDecisionRequests'] = [],
) => suggestPrice({ slvRequests, slvDecisionRequests }, grid)?.total

describe('the suggested price', () => {
  test.each([
    ['in the first band', 5, -12.5],
    ['at the end of a band', 10, -12.5],
    ['above it', 11, -25],
    ['in no band', 21, undefined],
  ])('of a variance %s', (_where, points, total) => {
    expect(totalOf([score('a', points)])).toBe(total)
  })

  test('of several variances has an add-on for each after the first', () => {
    expect(totalOf([score('a', 5), ltv('b', 77)])).toBe(-62.5)
    expect(totalOf([score('a', 5), score('b', 15), ltv('c', 80)])).toBe(-100)
  })

  test('counts neither denied variances nor those that aren’t needed', () => {
    const both = [score('a', 5), ltv('b', 77)]
    for (const decision of ['DECLINED', 'NOT_NEEDED'] as const)
      expect(totalOf(both, [{ slvRequestId: 'b', decision }])).toBe(-12.5)
    const approved = { slvRequestId: 'b', decision: 'APPROVED' as const }
    expect(totalOf(both, [approved])).toBe(-62.5)
  })

  test('has no total if a variance has no price, but the price of the others', () => {
    const suggestion = suggestPrice(
      { slvRequests: [score('a', 5), other] },
      grid,
    )
    expect(suggestion).toEqual({
      total: null,
      addOn: -12.5,
      items: [{ slvRequestId: 'a', bps: -12.5 }],
    })
    const denied = { slvRequestId: 'other', decision: 'DECLINED' as const }
    expect(totalOf([score('a', 5), other], [denied])).toBe(-12.5)
    expect(suggestPrice({ slvRequests: [other] }, grid)).toBeNull()
  })

  test('is of the program’s own band before that of every program', () => {
    const own = band({ program: 'DP', bps: -50 })
    const suggestion = suggestPrice(
      { slvRequests: [score('a', 5)] },
      { addOn: 0, rows: [band(), own] },
    )
    expect(suggestion?.total).toBe(-50)
  })

  test('is none for a loan that meets the guideline', () => {
    expect(suggestPrice({ slvRequests: [ltv('a', 75)] }, grid)).toBeNull()
  })
})

test('only another price than the suggested one needs a reason', () => {
  expect(differsFromSuggestion(-12.5, -12.5)).toBe(false)
  expect(differsFromSuggestion(0, -12.5)).toBe(true)
  expect(differsFromSuggestion(null, -12.5)).toBe(true)
  expect(differsFromSuggestion(-25, null)).toBe(false)
})

test('a changed suggestion says what it is now, and that nothing is lost', () => {
  expect(changedSuggestionText(-12.5, -25)).toBe(
    'The price grid changed: the suggested price is now −25 bps, no longer −12.5 bps. Nothing is lost. Check the price, then decide again.',
  )
  expect(changedSuggestionText(null, -25)).toContain('is now −25 bps. Nothing')
})

describe('bands of one parameter and program', () => {
  test('may touch, and not overlap', () => {
    const next = band({ from: 10, to: 20 })
    expect(findOverlaps([band(), next, band({ program: 'DP' })])).toEqual([])
    expect(findOverlaps([next, band({ from: 5, to: 15 })])).toEqual([
      {
        field: 'rows.1.from',
        error: 'Row 2 overlaps row 1: FICO over 10 up to 20',
      },
    ])
    expect(findOverlaps([band({ from: 2, to: 4 }), band()])).toHaveLength(1)
  })

  test('end above where they begin, and have a distance', () => {
    const errorsOf = (change: Partial<Band>) =>
      NewPriceBand.safeParse(band(change)).error?.issues.map(
        ({ path }) => path[0],
      )
    expect(errorsOf({})).toBeUndefined()
    expect(errorsOf({ from: 10 })).toEqual(['to'])
    expect(errorsOf({ parameter: 'STATE' })).toEqual(['parameter'])
  })
})
