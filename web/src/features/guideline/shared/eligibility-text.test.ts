import type { GuideAnswer } from '@portal/contract/guideline/api'
import type { Rule } from '@portal/contract/guideline/model'
import { expect, test } from 'vitest'
import {
  type DraftVariance,
  describeBlocker,
  describeEligibility,
  describeSending,
} from './eligibility-text.ts'

const rule = (
  over: Pick<Rule, 'id' | 'parameter' | 'value'> & Partial<Rule>,
): Rule => ({
  program: 'PRIME',
  operator: '>=',
  unit: null,
  scope: {},
  severity: 'REVIEW',
  citation: '§1',
  text: 'Text.',
  ...over,
})
const guide: GuideAnswer = {
  asOf: '2026-11-24',
  programs: [
    {
      code: 'PRIME',
      name: 'DSCR Prime',
      family: 'DSCR',
      qualifiesBy: 'DSCR',
      activeFrom: '2025-01-01',
      activeTo: null,
      approvalDays: 60,
      products: [{ code: 'P30', name: 'P30' }],
    },
  ],
  rules: [
    rule({ id: 'score', parameter: 'CREDIT_SCORE', value: 660 }),
    rule({ id: 'reserves', parameter: 'RESERVES_MONTHS', value: 9 }),
    rule({ id: 'ltv', parameter: 'LTV', value: 75, operator: '<=' }),
    rule({
      id: 'floor',
      parameter: 'CREDIT_SCORE',
      value: 600,
      severity: 'KNOCKOUT',
    }),
  ],
  coverages: [],
  factors: [
    {
      id: 'low-ltv',
      label: 'LTV below maximum',
      kind: 'MARGIN',
      parameter: 'LTV',
      threshold: 10,
      document: null,
      qualifiesBy: null,
    },
    {
      id: 'housing',
      label: '0x30 housing history',
      kind: 'DOCUMENT',
      parameter: null,
      threshold: null,
      document: 'the housing history',
      qualifiesBy: null,
    },
  ],
}
const figures = {
  buyerNonAgencyProgram: 'DSCR Prime',
  creditScore: 655,
  ltv: 60,
  loanAmount: 600_000,
  totalPostCloseReservesAmount: 38_000,
  proposedHousingPaymentAmount: 5_000,
}
const options = { variances: [], missing: 0, invalid: 0, documents: [] }
const row = (over: object): DraftVariance => ({
  key: 'v1',
  summary: 'FICO',
  parameter: 'CREDIT_SCORE' as const,
  meetsGuideline: false,
  isFilled: false,
  compensatingFactors: [],
  ...over,
})
const ready = (over: object) =>
  describeEligibility(figures, guide, {
    ...options,
    variances: [row(over)],
  }).ready.find(({ key }) => key === 'v1')

test('misses are named with their distances', () => {
  const view = describeEligibility(figures, guide, options)
  expect([view.heading, view.summary]).toEqual([
    'Needs 2 variances',
    'Misses 2 of 3: FICO 5 points short, Reserves 1.4 months short',
  ])
  expect(view.ready.map(({ text }) => text)).toEqual([
    'All required fields are filled in',
    'Request a variance for FICO',
    'Request a variance for Reserves',
  ])
})

test.each([
  { missing: 0, invalid: 0, lines: ['All required fields are filled in'] },
  { missing: 1, invalid: 0, lines: ['1 required field is missing'] },
  { missing: 0, invalid: 2, lines: ['2 fields have invalid values'] },
  {
    missing: 3,
    invalid: 1,
    lines: ['3 required fields are missing', '1 field has an invalid value'],
  },
])(
  'with $missing missing and $invalid invalid fields, the list says $lines',
  ({ missing, invalid, lines }) => {
    const view = describeEligibility(figures, guide, {
      ...options,
      missing,
      invalid,
    })
    expect(
      view.ready
        .filter(({ key }) => key === 'required' || key === 'invalid')
        .map(({ text }) => text),
    ).toEqual(lines)
  },
)

test.for([
  [{ buyerNonAgencyProgram: null }, 'Choose a program'],
  [{ creditScore: 700 }, 'Needs 1 variance'],
  [{ creditScore: 700, totalPostCloseReservesAmount: 60_000 }, 'Eligible'],
  [{ creditScore: null, totalPostCloseReservesAmount: 60_000 }, 'Incomplete'],
  [{ creditScore: 590 }, 'Not eligible'],
] as const)('figures with %o: %s', ([over, heading]) => {
  expect(
    describeEligibility({ ...figures, ...over }, guide, options).heading,
  ).toBe(heading)
})

test('a missing field is not checked yet', () => {
  const view = describeEligibility(
    { ...figures, creditScore: null },
    guide,
    options,
  )
  expect(view.missingFields).toEqual(['creditScore'])
})

test('a loan that meets its limits isn’t called eligible while it needs another variance', () => {
  const met = {
    ...figures,
    creditScore: 700,
    totalPostCloseReservesAmount: 900_000,
  }
  const housing = row({
    parameter: null,
    summary: 'Housing History',
    meetsGuideline: false,
  })
  expect(describeEligibility(met, guide, options).heading).toBe('Eligible')
  expect(
    describeEligibility(met, guide, { ...options, variances: [housing] })
      .heading,
  ).toBe('All limits met')
})

test('the nearest fit is a sentence', () => {
  const view = describeEligibility(
    { ...figures, creditScore: 700 },
    guide,
    options,
  )
  expect(view.nearest).toBe(
    'With post-close reserves of $45,000, no variance is needed.',
  )
})

test('a requested miss and its factor', () => {
  const view = describeEligibility(figures, guide, {
    ...options,
    variances: [row({})],
  })
  expect(view.misses.map(({ isRequested }) => isRequested)).toEqual([
    true,
    false,
  ])
  expect(ready({})).toMatchObject({
    isDone: false,
    text: 'FICO. Add a compensating factor that counts: LTV below maximum',
  })
  const factor = (name: string) => ({
    compensatingFactors: [{ factor: name, value: '' }],
  })
  expect(ready(factor('ltv below maximum'))).toMatchObject({ isDone: true })
  expect(ready(factor('0x30 housing history'))?.text).toBe(
    'FICO. 0x30 housing history: Attach the housing history. Without it, the variance can’t be approved',
  )
  expect(ready(factor('Good luck'))).toMatchObject({
    isDone: false,
    text: 'FICO. Good luck isn’t in the factor catalog. As is, the variance can’t be approved',
  })
})

test('variances that can’t be approved are named, or counted where the list would cover the form', () => {
  const blocker = (variances: DraftVariance[]) =>
    describeBlocker(figures, guide, { variances, documents: [] })
  const counting = row({
    compensatingFactors: [{ factor: 'LTV below maximum', value: '' }],
  })
  expect(blocker([counting])).toBeNull()
  expect(blocker([counting, row({})])).toBe(
    'One thing will keep this from being approved: FICO has no compensating factor that counts. Fix it, or send anyway.',
  )
  for (const count of [2, 3])
    expect(blocker(Array.from({ length: count }, () => row({})))).toBe(
      `${count} things will keep this from being approved: ${count} variances have no compensating factor that counts. Fix them, or send anyway.`,
    )
})

test('what is sent names each variance with its factor, or what is missing', () => {
  const documented = row({
    compensatingFactors: [{ factor: 'LTV below maximum', value: '' }],
  })
  const lines = describeSending(figures, guide, {
    variances: [documented, row({})],
    documents: [],
  })
  expect(lines.map(({ isDone }) => isDone)).toEqual([true, false])
  expect(lines[0]?.text).toMatch(/^FICO\. LTV below maximum counts: /)
  expect(lines[1]?.text).toMatch(
    /^FICO\. Add a compensating factor that counts/,
  )
})

test('a factor with its document is ready before the document is verified', () => {
  const variances = [
    row({
      compensatingFactors: [{ factor: '0x30 housing history', value: '' }],
    }),
  ]
  const documents = [{ factor: '0x30 housing history', verifiedAt: null }]
  const view = describeEligibility(figures, guide, {
    ...options,
    variances,
    documents,
  })
  expect(view.ready.find(({ key }) => key === 'v1')).toMatchObject({
    isDone: true,
    text: 'FICO. 0x30 housing history counts once the underwriter verifies its document',
  })
})

test('a variance that a rule fills follows the figures', () => {
  expect(ready({ isFilled: true })?.text).toMatch(
    /^FICO 655 against ≥ 660: 5 points short\. /,
  )
})

test('without a factor that counts on the loan, a miss asks for one from the catalog', () => {
  const view = describeEligibility({ ...figures, ltv: 70 }, guide, {
    ...options,
    variances: [row({})],
  })
  expect(view.ready.find(({ key }) => key === 'v1')?.text).toBe(
    'FICO. Add a compensating factor from the catalog',
  )
})

test('a knock-out is named once, and its variance is to be deleted', () => {
  const view = describeEligibility({ ...figures, creditScore: 590 }, guide, {
    ...options,
    variances: [row({})],
  })
  expect(view.summary).toBe(
    'Misses 2 of 4: FICO 10 points short, Reserves 1.4 months short',
  )
  expect(view.ready.find(({ key }) => key === 'v1')?.text).toBe(
    'FICO. This is never granted. Delete the variance.',
  )
  expect(view.ready.find(({ key }) => key === 'floor')).toMatchObject({
    isDone: false,
    text: 'FICO 590, at least 600 is a knockout (§1): no variance can be granted. FICO must be at least 600, or the loan needs a different program.',
  })
})

test('a variance for something that is met is not needed', () => {
  const text =
    'LTV. The loan meets the guideline in effect, so no variance is needed. Delete it.'
  expect(ready({ parameter: 'LTV', summary: 'LTV' })?.text).toBe(text)
})

test('a miss within a contract variance is covered, and the request unnecessary', () => {
  const coverage = {
    id: 'c',
    code: 'V-12',
    sellerId: 's',
    sellerName: 'ACME',
    programs: [],
    parameter: 'CREDIT_SCORE' as const,
    scope: {},
    value: 650,
    from: '2026-01-01',
    to: null,
    capLoans: 25,
    capAmount: null,
    usedLoans: 24,
    usedAmount: 0,
  }
  const describe = (variances: ReturnType<typeof row>[], usedLoans = 24) =>
    describeEligibility(
      { ...figures, totalPostCloseReservesAmount: 60_000 },
      { ...guide, coverages: [{ ...coverage, usedLoans }] },
      { ...options, variances },
    )
  const view = describe([row({})])
  expect([view.heading, view.summary]).toEqual(['Eligible', 'Meets 3 of 3'])
  expect(view.covered.map(({ coveredBy }) => coveredBy)).toEqual(['V-12'])
  expect(view.ready.map(({ text }) => text)).toEqual([
    'All required fields are filled in',
    'FICO. Covered by V-12, so no variance is needed. Delete it.',
    'The loan is eligible as is. No request is needed.',
  ])
  expect(
    describe([{ ...row({}), parameter: null }]).ready.map(({ key }) => key),
  ).toEqual(['required', 'v1'])
  expect(describe([], 25).heading).toBe('Needs 1 variance')
})

test('a total of reserves that is not the sum of its parts is named before a request is sent', () => {
  const reservesLine = (liquidReservesAmount: number) =>
    describeEligibility(
      { ...figures, liquidReservesAmount },
      guide,
      options,
    ).ready.find(({ key }) => key === 'sum-of-reserves')
  expect(reservesLine(250_000)).toMatchObject({
    isDone: false,
    text: 'Total Post-Close Reserves is $38,000, but its parts add up to $250,000. The total is used.',
  })
  expect(reservesLine(38_000)).toBeUndefined()
})

test('says on which day a program has no guidelines', () => {
  const programOn = (originalLockDate: string | null) =>
    describeEligibility(
      { buyerNonAgencyProgram: 'DSCR Prime', originalLockDate },
      { ...guide, rules: [] },
      { variances: [], missing: 0, invalid: 0, documents: [] },
    ).program
  expect(programOn('2026-11-11')).toBe(
    'DSCR Prime has no guidelines in effect on 11/11/2026, the lock date, so its limits aren’t checked',
  )
  expect(programOn(null)).toBe(
    'DSCR Prime has no guidelines in effect today, so its limits aren’t checked',
  )
})
