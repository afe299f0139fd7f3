import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { approval, level, scoreMiss } from '../../test/approvals.ts'
import { actorOf, factsFor, personas } from '../../test/personas.ts'
import { decisions } from '../slv/status.ts'
import { verdict } from '../slv/transitions.ts'
import { type Approval, authorityRefusal, findExcesses } from './check.ts'
import { type AuthorityLevel, describeGap } from './model.ts'

describe('what exceeds a level', () => {
  const limited = level({
    maxVariances: 1,
    maxPriceConcession: 12.5,
    maxLoanAmount: 1_500_000,
    maxDistance: { CREDIT_SCORE: 10 },
  })

  test.each<[string, Approval, string[]]>([
    ['nothing, at every limit', approvalAt(10, 12.5, 1_500_000), []],
    [
      'a distance',
      approvalAt(20, 0, 480_000),
      ['FICO 20 points short; your level allows 10 points'],
    ],
    [
      'the number of variances',
      approval({ variances: 2 }),
      ['2 variances; your level allows 1'],
    ],
    [
      'a price in the seller’s favor',
      approvalAt(5, 25, 480_000),
      ['Price concession of 25 bps; your level allows 12.5 bps'],
    ],
    [
      'nothing, with a price that is against the seller',
      approvalAt(5, -100, 1),
      [],
    ],
    [
      'a price above the suggested one',
      { ...approvalAt(5, -12.5, 1), suggestedPrice: -37.5 },
      ['Price concession of 25 bps; your level allows 12.5 bps'],
    ],
    [
      'nothing, a little above the suggested price',
      { ...approvalAt(5, -25, 1), suggestedPrice: -37.5 },
      [],
    ],
    [
      'the loan amount',
      approvalAt(5, 0, 2_100_000),
      ['Loan amount $2,100,000; your level allows $1,500,000'],
    ],
    ['nothing, without a variance', approval({ variances: 0 }), []],
  ])('%s', (_what, granted, excesses) => {
    expect(findExcesses(limited, granted)).toEqual(excesses)
    expect(findExcesses(null, granted)).toEqual([])
  })

  test('the figures count where the variance says less than the form', () => {
    const finding = { parameter: 'CREDIT_SCORE', state: 'MISSES' } as const
    const excesses = findExcesses(limited, {
      ...approvalAt(5, 0, 480_000),
      findings: [{ ...finding, distance: -30 }],
    })
    expect(excesses).toEqual([
      'FICO 30 points short; your level allows 10 points',
    ])
  })

  test('the people whose level covers it are named, at most three', () => {
    const granted = approvalAt(20, 0, 480_000)
    const named = (...names: string[]) =>
      authorityRefusal(
        {
          level: limited,
          deciders: [
            { name: 'Ira Low', level: limited },
            ...names.map((name) => ({ name, level: null })),
          ],
        },
        granted,
      )
    expect(named()).toBe(
      'FICO 20 points short; your level allows 10 points. No one’s level covers it; an SLR or trade desk recommendation to approve allows it.',
    )
    expect(named('Ana Ortiz', 'Lee Park')).toContain(
      'Ana Ortiz or Lee Park may decide it, or an SLR or trade desk recommendation',
    )
    expect(named('A', 'B', 'C', 'D', 'E')).toContain('A, B, C, or 2 others may')
  })
})

function approvalAt(
  points: number,
  priceAdjustment: number,
  loanAmount: number,
): Approval {
  return {
    ...approval({ priceAdjustment, loanAmount }),
    variances: [scoreMiss(points)],
  }
}

test('it is a gap when everyone who decides has a limit', () => {
  const deciders = (...levels: (AuthorityLevel | null)[]) =>
    levels.map((one) => ({ level: one }))
  const limited = level({ maxVariances: 2 })
  expect(describeGap(deciders(limited, null))).toBeNull()
  expect(describeGap(deciders(limited, level()))).toBeNull()
  for (const limits of [
    { maxLoanAmount: 1 },
    { maxPriceConcession: 0 },
    { maxDistance: { LTV: 1 } },
  ])
    expect(describeGap(deciders(limited, level(limits)))).toContain(
      'No one decides without limits',
    )
})

const whole = (max: number) => fc.integer({ min: 0, max })
const orNone = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const levels: fc.Arbitrary<Omit<AuthorityLevel, 'id' | 'name'>> = fc.record({
  maxVariances: orNone(whole(3)),
  maxPriceConcession: orNone(whole(60)),
  maxLoanAmount: orNone(whole(1_000_000)),
  maxDistance: fc.oneof(
    fc.constant({}),
    whole(40).map((points) => ({ CREDIT_SCORE: points })),
  ),
})
const recommended = orNone(fc.constantFrom(...decisions))

const underwriters = personas.filter(({ name }) =>
  name.startsWith('underwriter, assigned'),
)
const statuses = [
  'REVIEW',
  'SLR_COMPLETED',
  'TD_COMPLETED',
  'APPROVED',
] as const

const cases = fc.record({
  persona: fc.constantFrom(...underwriters),
  status: fc.constantFrom(...statuses),
  decision: fc.constantFrom(...decisions),
  limits: levels,
  misses: fc.array(whole(40), { maxLength: 4 }),
  price: fc.integer({ min: -60, max: 60 }),
  amount: whole(1_000_000),
  slr: recommended,
  td: recommended,
})
type Case = typeof cases extends fc.Arbitrary<infer Value> ? Value : never

/** The limits again, without the code that is tested. */
const isWithinLimits = ({ limits, misses, price, amount }: Case): boolean =>
  misses.length <= (limits.maxVariances ?? 4) &&
  price <= (limits.maxPriceConcession ?? 60) &&
  amount <= (limits.maxLoanAmount ?? 1_000_000) &&
  misses.every((miss) => miss <= (limits.maxDistance.CREDIT_SCORE ?? 40))

const isRecommended = ({ slr, td }: Case): boolean =>
  slr === 'APPROVED' || td === 'APPROVED'

test('no one approves more than their level allows without a recommendation to approve', () => {
  let refused = 0
  fc.assert(
    fc.property(cases, (one) => {
      const { persona, status, decision, misses } = one
      const facts = {
        ...factsFor(persona, status),
        slrRecommendedDecision: one.slr,
        tdRecommendedDecision: one.td,
      }
      const refusal = authorityRefusal(
        { level: level(one.limits), deciders: [] },
        {
          ...approval({ priceAdjustment: one.price, loanAmount: one.amount }),
          variances: misses.map(scoreMiss),
        },
      )
      const actor = actorOf(persona)
      const { kind } = verdict(actor, facts, 'make-final-decision')
      const answer = verdict(actor, facts, 'make-final-decision', {
        decision,
        refusal,
      })

      const exceeds =
        decision === 'APPROVED' && !isRecommended(one) && !isWithinLimits(one)
      const isRefused = kind === 'ALLOWED' && exceeds
      if (isRefused) refused += 1
      expect(answer.kind).toBe(isRefused ? 'REFUSED' : kind)
    }),
    { numRuns: 5_000, seed: 20_261_129 },
  )
  expect(refused).toBeGreaterThan(20)
})
