import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { aCoverage, asOf, loan, rule } from '../../test/example-loan.ts'
import { findOverlaps } from './check-rules.ts'
import { type Coverage, evaluate } from './evaluate.ts'
import { type FactorDocument, measureFactors } from './factors.ts'
import type { Figures } from './figures.ts'
import { type Factor, type Parameter, parameters, type Rule } from './model.ts'

const evaluateLoan = (
  rules: Rule[],
  figures: Figures = loan,
  coverages: Coverage[] = [],
) => evaluate(figures, 'DP', rules, { asOf, coverages })

describe('evaluate', () => {
  test('lists misses first, each with its distance, and then what is met', () => {
    const { verdict, findings } = evaluateLoan([
      rule('LTV', 80),
      rule('CREDIT_SCORE', 660),
      rule('RESERVES_MONTHS', 9),
    ])
    expect(verdict).toBe('NEEDS_VARIANCE')
    expect(
      findings.map(({ parameter, state, actual, distance }) => [
        parameter,
        state,
        actual,
        distance,
      ]),
    ).toEqual([
      ['CREDIT_SCORE', 'MISSES', 655, -5],
      ['RESERVES_MONTHS', 'MISSES', 7.6, -1.4],
      ['LTV', 'MEETS', 75, -5],
    ])
  })

  test('never counts a missing figure as met, and names the field', () => {
    const { verdict, findings } = evaluateLoan([
      rule('LTV', 80),
      rule('TRADELINES', 3),
    ])
    expect(verdict).toBe('INCOMPLETE')
    expect(findings[0]).toMatchObject({
      state: 'NOT_EVALUATED',
      missing: ['tradelines'],
      distance: null,
    })
  })

  test('needs the field that decides between two scopes', () => {
    const rules = [
      rule('LTV', 80, { states: ['FL'] }),
      rule('LTV', 70, { states: ['NY'] }),
    ]
    expect(
      evaluateLoan(rules, { ...loan, state: null }).findings[0],
    ).toMatchObject({
      state: 'NOT_EVALUATED',
      missing: ['state'],
    })
    expect(evaluateLoan(rules).findings[0]).toMatchObject({
      state: 'MEETS',
      limit: 80,
    })
    expect(
      evaluateLoan(rules, { ...loan, state: 'NY' }).findings[0],
    ).toMatchObject({
      state: 'MISSES',
      limit: 70,
    })
    expect(evaluateLoan(rules, { ...loan, state: 'CA' })).toEqual({
      verdict: 'INCOMPLETE',
      findings: [],
    })
  })

  test('applies the most specific rule', () => {
    const rules = [
      rule('LTV', 80),
      rule('LTV', 70, {
        occupancies: ['I'],
        creditScore: { min: null, max: 659 },
      }),
    ]
    expect(evaluateLoan(rules).findings[0]).toMatchObject({
      limit: 70,
      state: 'MISSES',
      distance: 5,
    })
    expect(
      evaluateLoan(rules, { ...loan, creditScore: 660 }).findings[0],
    ).toMatchObject({ limit: 80, state: 'MEETS' })
  })

  test.for([
    [75, 'MEETS'],
    [75.01, 'MISSES'],
  ] as const)('an LTV of %s in a band that ends at 75 %s', ([ltv, state]) => {
    const rules = [
      rule('DSCR', 1, { ltv: { min: null, max: 75 } }),
      rule('DSCR', 1.5, { ltv: { min: 75, max: 80 } }),
    ]
    expect(evaluateLoan(rules, { ...loan, ltv }).findings[0]?.state).toBe(state)
  })

  test('a knockout outranks misses, which are still listed', () => {
    const { verdict, findings } = evaluateLoan([
      rule('CREDIT_SCORE', 660),
      rule('CREDIT_SCORE', 656, {}, 'KNOCKOUT'),
    ])
    expect(verdict).toBe('NOT_ELIGIBLE')
    expect(findings.map(({ state, limit }) => [state, limit])).toEqual([
      ['KNOCKED_OUT', 656],
      ['MISSES', 660],
    ])
  })

  test('a knockout with conditions needs all of them', () => {
    const shock = rule(
      'PAYMENT_SHOCK',
      40,
      { misses: [{ parameter: 'CREDIT_SCORE', by: 5 }] },
      'KNOCKOUT',
    )
    const rules = [shock, rule('CREDIT_SCORE', 660)]
    expect(evaluateLoan(rules).verdict).toBe('NEEDS_VARIANCE')
    expect(evaluateLoan(rules, { ...loan, creditScore: 654 }).verdict).toBe(
      'NOT_ELIGIBLE',
    )
    expect(
      evaluateLoan(rules, {
        ...loan,
        creditScore: 654,
        currentHousingPaymentAmount: 7_000,
      }).verdict,
    ).toBe('NEEDS_VARIANCE')
  })

  test('a knockout whose scope is unknown is not evaluated, and needs its fields to be sent', () => {
    const rules = [
      rule('CREDIT_SCORE', 660),
      rule(
        'CREDIT_SCORE',
        700,
        { states: ['NY'], isExperiencedInvestor: true },
        'KNOCKOUT',
      ),
    ]
    const unknown = {
      ...loan,
      creditScore: 690,
      state: null,
      isExperiencedInvestor: null,
    }
    const { verdict, findings } = evaluateLoan(rules, unknown)
    expect(verdict).toBe('INCOMPLETE')
    expect(
      findings.map(({ state, requiredFields }) => [state, requiredFields]),
    ).toEqual([
      ['NOT_EVALUATED', ['state', 'isExperiencedInvestor']],
      ['MEETS', []],
    ])
    expect(
      evaluateLoan(rules, {
        ...unknown,
        state: 'NY',
        isExperiencedInvestor: true,
      }).verdict,
    ).toBe('NOT_ELIGIBLE')
    expect(evaluateLoan(rules, { ...unknown, state: 'CA' }).verdict).toBe(
      'ELIGIBLE',
    )
  })

  test('a knockout over its limit whose condition is unknown is not evaluated', () => {
    const shock = rule(
      'PAYMENT_SHOCK',
      150,
      { misses: [{ parameter: 'CREDIT_SCORE', by: 5 }] },
      'KNOCKOUT',
    )
    const tripled = {
      ...loan,
      currentHousingPaymentAmount: 2_000,
      proposedHousingPaymentAmount: 6_000,
    }
    const about = (figures: Figures) => {
      const { verdict, findings } = evaluateLoan(
        [shock, rule('CREDIT_SCORE', 660)],
        figures,
      )
      const finding = findings.find(
        ({ parameter }) => parameter === 'PAYMENT_SHOCK',
      )
      return [verdict, finding?.state, finding?.requiredFields]
    }
    expect(about({ ...tripled, creditScore: null })).toEqual([
      'INCOMPLETE',
      'NOT_EVALUATED',
      ['creditScore'],
    ])
    expect(about({ ...tripled, creditScore: 640 })).toEqual([
      'NOT_ELIGIBLE',
      'KNOCKED_OUT',
      [],
    ])
    expect(
      about({ ...tripled, creditScore: 655 }),
      'not for this loan',
    ).toEqual(['NEEDS_VARIANCE', undefined, undefined])
    const unknown = { ...tripled, currentHousingPaymentAmount: null }
    expect(about({ ...unknown, creditScore: 655 })).toEqual([
      'NEEDS_VARIANCE',
      undefined,
      undefined,
    ])
    expect(about({ ...unknown, creditScore: 640 })).toEqual([
      'INCOMPLETE',
      'NOT_EVALUATED',
      ['currentHousingPaymentAmount'],
    ])
    const rentFree = {
      ...tripled,
      currentHousingPaymentAmount: 0,
      creditScore: 640,
    }
    expect(
      about(rentFree),
      'an answer, although it gives no payment shock',
    ).toEqual(['INCOMPLETE', 'NOT_EVALUATED', []])
  })

  test('a loan that misses a limit and lacks a figure has no final verdict', () => {
    expect(
      evaluateLoan([rule('CREDIT_SCORE', 660), rule('TRADELINES', 3)]).verdict,
    ).toBe('INCOMPLETE')
  })

  test.for([
    [
      'RESERVES_MONTHS',
      6,
      {
        totalPostCloseReservesAmount: 59_500,
        proposedHousingPaymentAmount: 10_000,
      },
      5.95,
    ],
    [
      'RESERVES_MONTHS',
      6,
      {
        totalPostCloseReservesAmount: 59_999.99,
        proposedHousingPaymentAmount: 10_000,
      },
      5.999,
    ],
    [
      'LTV',
      75,
      { loanAmount: 750_000.01, appraisedValueAmount: 1_000_000 },
      75.001,
    ],
    [
      'DTI',
      45,
      { dti: 45, incomeUsedAmount: 10_000, residualMoIncomeAmount: 5_499.6 },
      45.004,
    ],
    [
      'PAYMENT_SHOCK',
      50,
      {
        currentHousingPaymentAmount: 3_000,
        proposedHousingPaymentAmount: 4_500.1,
      },
      50.003,
    ],
  ] as const)(
    '%s of nearly %s misses it, also as it is shown',
    ([parameter, limit, figures, actual]) => {
      expect(
        evaluateLoan([rule(parameter, limit)], { ...loan, ...figures })
          .findings[0],
      ).toMatchObject({
        state: 'MISSES',
        actual,
      })
    },
  )

  test('the ratio that the amounts give is evaluated, unless an override has a reason', () => {
    const figures = {
      ...loan,
      loanAmount: 800_000,
      appraisedValueAmount: 1_000_000,
      ltv: 0.8,
    }
    const rules = [rule('LTV', 75)]
    const evaluatedLtv = (change: Partial<Figures>) =>
      evaluateLoan(rules, { ...figures, ...change }).findings[0]?.actual
    expect(evaluatedLtv({})).toBe(80)
    expect(evaluatedLtv({ ltvOverrideReason: ' ' })).toBe(80)
    expect(
      evaluatedLtv({
        ltv: 74,
        ltvOverrideReason: 'The appraisal is being corrected',
      }),
    ).toBe(74)
    expect(evaluatedLtv({ ltv: null })).toBe(80)
    expect(
      evaluatedLtv({ appraisedValueAmount: null, ltv: 76 }),
      'nothing to calculate it from',
    ).toBe(76)
  })

  test('yes-or-no parameters miss without a distance', () => {
    const rules = [
      rule('FIRST_TIME_INVESTOR', 0),
      rule('STATE', 0, { states: ['NY'] }),
      rule('NON_WARRANTABLE', 0),
    ]
    expect(evaluateLoan(rules).verdict).toBe('ELIGIBLE')
    const { findings } = evaluateLoan(rules, {
      ...loan,
      isExperiencedInvestor: false,
      state: 'NY',
      propertyType: 'CN',
    })
    expect(
      findings.map(({ parameter, state, distance }) => [
        parameter,
        state,
        distance,
      ]),
    ).toEqual([
      ['FIRST_TIME_INVESTOR', 'MISSES', null],
      ['STATE', 'MISSES', null],
      ['NON_WARRANTABLE', 'MISSES', null],
    ])
  })

  describe('a contract variance', () => {
    const coverage = aCoverage
    const rules = [rule('CREDIT_SCORE', 660)]
    test('covers a miss up to its limit', () => {
      expect(evaluateLoan(rules, loan, [coverage])).toMatchObject({
        verdict: 'ELIGIBLE',
        findings: [{ state: 'COVERED', coveredBy: 'V-12', distance: -5 }],
      })
    })
    test.for<[string, Partial<Coverage>]>([
      ['below its limit', { value: 656 }],
      ['of another parameter', { parameter: 'LTV' }],
      ['of another program', { programs: ['DM'] }],
      ['before it begins', { from: '2026-11-25' }],
      ['after it ends', { to: '2026-11-23' }],
      ['when its loans are used up', { usedLoans: 10 }],
      [
        'when its dollars are used up',
        { capAmount: 1_000_000, usedAmount: 250_000.01 },
      ],
      ['outside its scope', { scope: { states: ['CA'] } }],
    ])('does not cover a loan %s', ([, change]) => {
      expect(
        evaluateLoan(rules, loan, [{ ...coverage, ...change }]).verdict,
      ).toBe('NEEDS_VARIANCE')
    })
  })

  const numeric: Parameter[] = [
    'CREDIT_SCORE',
    'DSCR',
    'DTI',
    'TRADELINES',
    'SEASONING_MONTHS',
    'FINANCED_PROPERTIES',
  ]
  const fields = {
    CREDIT_SCORE: 'creditScore',
    DSCR: 'dscr',
    DTI: 'dti',
    TRADELINES: 'tradelines',
    SEASONING_MONTHS: 'seasoningMonths',
    FINANCED_PROPERTIES: 'financedProperties',
  } as Record<Parameter, keyof Figures>
  const aScope = fc.record(
    {
      occupancies: fc.subarray(['P', 'S', 'I'] as const, { minLength: 1 }),
      states: fc.subarray(['CA', 'FL', 'NY'], { minLength: 1 }),
      ltv: fc
        .tuple(fc.integer({ min: 0, max: 80 }), fc.integer({ min: 1, max: 20 }))
        .map(([min, size]) => ({ min, max: min + size })),
    },
    { requiredKeys: [] },
  )
  const someRules = fc
    .array(
      fc.tuple(
        fc.constantFrom(...numeric),
        fc.integer({ min: 0, max: 900 }),
        aScope,
        fc.boolean(),
      ),
      {
        maxLength: 20,
      },
    )
    .map((drawn) =>
      drawn.map(([parameter, value, scope, isKnockout]) =>
        rule(parameter, value, scope, isKnockout ? 'KNOCKOUT' : 'REVIEW'),
      ),
    )
  const maybe = (most: number) =>
    fc.option(fc.integer({ min: 0, max: most }), { nil: null })
  const aLoan: fc.Arbitrary<Figures> = fc.record({
    occupancy: fc.constantFrom('P', 'S', 'I', null),
    state: fc.constantFrom('CA', 'FL', 'NY', 'TX', null),
    ltv: maybe(100),
    creditScore: maybe(850),
    dscr: maybe(3),
    dti: maybe(60),
    tradelines: maybe(9),
    seasoningMonths: maybe(60),
    financedProperties: maybe(20),
  })

  test('a better figure never adds a miss', () => {
    fc.assert(
      fc.property(
        someRules,
        aLoan,
        fc.constantFrom(...numeric),
        fc.integer({ min: 1, max: 50 }),
        (rules, figures, parameter, by) => {
          const field = fields[parameter]
          const value = figures[field]
          if (typeof value !== 'number') return
          const isHigherBetter = parameters[parameter].better === 'HIGHER'
          const better = isHigherBetter ? value + by : value - by
          const findMissed = (each: Figures) =>
            evaluateLoan(rules, each)
              .findings.filter(
                ({ state }) => state === 'MISSES' || state === 'KNOCKED_OUT',
              )
              .map(({ ruleId }) => ruleId)
          const before = findMissed(figures)
          const after = findMissed({ ...figures, [field]: better })
          expect(after.filter((id) => !before.includes(id))).toEqual([])
        },
      ),
    )
  })

  test('a loan with a missing figure is never eligible', () => {
    fc.assert(
      fc.property(someRules, aLoan, (rules, figures) => {
        const { verdict, findings } = evaluateLoan(rules, figures)
        if (findings.some(({ state }) => state === 'NOT_EVALUATED'))
          expect(verdict).not.toBe('ELIGIBLE')
        expect(
          findings.every(
            ({ state, missing }) =>
              (state === 'NOT_EVALUATED') === missing.length > 0,
          ),
        ).toBe(true)
      }),
    )
  })

  test('without overlaps at most one rule of a parameter and severity applies', () => {
    fc.assert(
      fc.property(someRules, aLoan, (rules, figures) => {
        const later = findOverlaps(rules).map(([, index]) => index)
        const clean = rules.filter((_, index) => !later.includes(index))
        expect(findOverlaps(clean)).toEqual([])
        const findRuleIds = (each: Rule[]) => {
          const { findings } = evaluateLoan(each, figures)
          return new Set(findings.map(({ ruleId }) => ruleId))
        }
        expect(findRuleIds(clean)).toEqual(findRuleIds(clean.toReversed()))
      }),
    )
  })
})

describe('a compensating factor', () => {
  const factor = {
    id: '00000000-0000-4000-8000-0000000000f1',
    label: 'x',
    document: null,
    qualifiesBy: null,
  }
  const { findings } = evaluateLoan([
    rule('RESERVES_MONTHS', 3),
    rule('LTV', 80),
    rule('CREDIT_SCORE', 660),
  ])
  test.for([
    [
      'MARGIN',
      'RESERVES_MONTHS',
      4,
      'COUNTS',
      '4.6 months above the limit; needs 4 months',
    ],
    [
      'MARGIN',
      'LTV',
      10,
      'DOES_NOT_COUNT',
      '5 points below the limit; needs 10 points',
    ],
    [
      'MARGIN',
      'CREDIT_SCORE',
      40,
      'DOES_NOT_COUNT',
      '5 points short of the limit; needs 40 points',
    ],
    [
      'MARGIN',
      'DSCR',
      0.5,
      'NOT_EVALUATED',
      'No guideline limit to compare with',
    ],
    ['MARGIN', 'DTI', 10, 'NOT_EVALUATED', 'A figure is missing'],
    ['FIGURE', 'DSCR', 1.3, 'COUNTS', '1.349; needs 1.3'],
    ['FLAG', null, null, 'COUNTS', 'The borrower is an experienced investor'],
    [
      'DOCUMENT',
      null,
      null,
      'NEEDS_DOCUMENT',
      'Attach supporting documentation',
    ],
  ] as const)(
    '%s of %s with %s: %s',
    ([kind, parameter, threshold, state, reason]) => {
      const [measured] = measureFactors(
        [{ ...factor, kind, parameter, threshold }],
        {
          figures: loan,
          findings,
          asOf,
          documents: [],
          qualifiesBy: 'DSCR',
        },
      )
      expect(measured).toMatchObject({ state, reason })
    },
  )

  const employment: z.infer<typeof Factor> = {
    id: '00000000-0000-4000-8000-0000000000f2',
    label: 'Years in current job',
    kind: 'DOCUMENT',
    parameter: null,
    threshold: null,
    document: 'a verification of employment',
    qualifiesBy: 'DTI',
  }
  const shown = {
    figures: loan,
    findings,
    asOf,
    qualifiesBy: 'DTI',
    documents: [],
  } as const

  test('that a document shows counts once the document attached to it is verified', () => {
    const measureWith = (documents: FactorDocument[]) =>
      measureFactors([employment], { ...shown, documents })[0]
    const verifiedAt = '2026-03-04T15:00:00.000Z'
    expect(
      measureWith([{ factor: '0x30 housing history', verifiedAt }])?.state,
    ).toBe('NEEDS_DOCUMENT')
    expect(
      measureWith([{ factor: 'years in current job', verifiedAt: null }]),
    ).toMatchObject({
      state: 'AWAITING_VERIFICATION',
      reason: 'Awaiting verification of a verification of employment',
    })
    expect(
      measureWith([{ factor: 'years in current job', verifiedAt }]),
    ).toMatchObject({
      state: 'COUNTS',
      reason: 'Verified: a verification of employment',
    })
  })

  test('is only for loans of its kind', () => {
    const verified = [
      { factor: employment.label, verifiedAt: '2026-03-04T15:00:00.000Z' },
    ]
    expect(
      measureFactors([employment], {
        ...shown,
        qualifiesBy: 'DSCR',
        documents: verified,
      }),
    ).toMatchObject([
      { state: 'NOT_APPLICABLE', reason: 'Only for loans that qualify by DTI' },
    ])
    const experience: z.infer<typeof Factor> = {
      ...employment,
      kind: 'FLAG',
      document: null,
      qualifiesBy: null,
    }
    expect(
      measureFactors([experience], {
        ...shown,
        figures: { ...loan, occupancy: 'P' },
      }),
    ).toMatchObject([
      { state: 'NOT_APPLICABLE', reason: 'Only for investment properties' },
    ])
  })
})
