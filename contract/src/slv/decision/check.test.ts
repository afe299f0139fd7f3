import { expect, test } from 'vitest'
import type { Finding } from '../../guideline/evaluate.ts'
import type { Decision } from '../status.ts'
import {
  decisionProblems,
  decisionWarnings,
  deniedVariances,
  impliedDecision,
} from './check.ts'

const variance = {
  id: '1',
  reason: 'DTI' as const,
  summary: 'DTI 52% against ≤ 50%: 2 over',
  compensatingFactors: [{ factor: 'Reserves', value: '12 months' }],
}
const round = { type: 'PRE' as const, slvRequests: [variance] }
const answered = { ...round, slvDecisionRequests: [{ slvRequestId: '1' }] }

test('a decision needs an answer to each variance, and names the missing ones', () => {
  for (const decision of ['APPROVED', 'DECLINED', 'NOT_NEEDED'] as const) {
    expect(
      decisionProblems(decision, {
        ...round,
        decisionComment: 'Guideline applies',
      }),
    ).toEqual([
      {
        field: 'slvRequests.0',
        error: 'Answer this variance first: DTI 52% against ≤ 50%: 2 over',
      },
    ])
    expect(
      decisionProblems(decision, {
        ...answered,
        decisionComment: 'Guideline applies',
      }),
    ).toEqual([])
  }
})

test('an approval counts only factors that count on the loan, and says why others don’t', () => {
  const factors = [
    {
      id: '1',
      label: 'Reserves',
      state: 'DOES_NOT_COUNT',
      reason: '1 month above the limit; needs 4 months',
    },
    {
      id: '2',
      label: 'LTV below maximum',
      state: 'COUNTS',
      reason: '12 points below the limit; needs 10 points',
    },
  ] as const
  const problems = (...labels: string[]) => {
    const compensatingFactors = labels.map((factor) => ({ factor, value: '' }))
    const slvRequests = [{ ...variance, compensatingFactors }]
    return decisionProblems('APPROVED', {
      ...answered,
      slvRequests,
      factors,
      decisionComment: null,
    })
  }
  expect(problems('LTV below maximum')).toEqual([])
  expect(problems('Reserves', 'LTV below maximum')).toEqual([])
  expect(problems('Reserves', 'Good luck').map(({ error }) => error)).toEqual([
    'An approval needs a compensating factor for DTI. Reserves doesn’t count: 1 month above the limit; needs 4 months. Good luck doesn’t count: it isn’t in the factor catalog',
  ])
  expect(problems()).toMatchObject([
    { error: 'An approval needs a compensating factor for DTI' },
  ])
})

test('an approval is refused while the loan is not eligible, and says what would have to change', () => {
  const condo: Finding = {
    parameter: 'NON_WARRANTABLE',
    state: 'KNOCKED_OUT',
    ruleId: 'r1',
    operator: '=',
    limit: 0,
    actual: 1,
    distance: null,
    share: null,
    unit: null,
    citation: '§7',
    text: '',
    missing: [],
    coveredBy: null,
  }
  const decided = {
    ...answered,
    findings: [condo],
    decisionComment: 'The guideline applies',
  }
  expect(decisionProblems('APPROVED', decided)).toEqual([
    {
      field: 'decision',
      error:
        'Non-warrantable condo: not allowed is a knockout (§7): no variance can be granted. Change Property Type, or use a different program.',
    },
  ])
  expect(decisionProblems('DECLINED', decided)).toEqual([])
})

test('Denied and Not Needed need a reason, Approved does not', () => {
  const fields = (
    decision: 'APPROVED' | 'DECLINED' | 'NOT_NEEDED',
    decisionComment: string | null,
  ) =>
    decisionProblems(decision, { ...answered, decisionComment }).map(
      ({ field }) => field,
    )
  expect(fields('DECLINED', null)).toEqual(['decisionComment'])
  expect(fields('NOT_NEEDED', '  ')).toEqual(['decisionComment'])
  expect(fields('APPROVED', null)).toEqual([])
})

test('an approval needs a variance to approve, except post-close', () => {
  const none = { slvRequests: [], decisionComment: null }
  expect(decisionProblems('APPROVED', { ...none, type: 'PRE' })).toMatchObject([
    { field: 'slvRequests' },
  ])
  expect(decisionProblems('APPROVED', { ...none, type: 'POST' })).toEqual([])
})

test('an approval without a price or figures warns, by the ratio of its program', () => {
  const empty = { qualifiesBy: null }
  expect(decisionWarnings('APPROVED', empty)).toEqual([
    'The decision is missing: price adjustment',
    'The decision is missing: LTV',
    'The decision is missing: CLTV',
    'The decision is missing: DTI',
    'The decision is missing: reserves',
  ])
  expect(decisionWarnings('DECLINED', empty)).toEqual([])
  const full = {
    priceAdjustment: 0,
    decisionLtv: 75,
    decisionCltv: 75,
    decisionDscr: 1.1,
    reserves: 0,
  }
  expect(
    decisionWarnings('APPROVED', { ...full, qualifiesBy: 'DSCR' }),
  ).toEqual([])
})

test('answers that agree imply the decision, and one denial among others implies none', () => {
  const implied = (...answers: (Decision | null)[]) =>
    impliedDecision({
      slvRequests: answers.map((_, index) => ({ id: String(index) })),
      slvDecisionRequests: answers.flatMap((decision, index) =>
        decision ? [{ slvRequestId: String(index), decision }] : [],
      ),
    })
  expect(implied('APPROVED', 'APPROVED')).toBe('APPROVED')
  expect(implied('APPROVED', 'NOT_NEEDED')).toBe('APPROVED')
  expect(implied('NOT_NEEDED', 'NOT_NEEDED')).toBe('NOT_NEEDED')
  expect(implied('DECLINED', 'DECLINED')).toBe('DECLINED')
  expect(implied('APPROVED', 'DECLINED')).toBeNull()
  expect(implied('DECLINED', 'NOT_NEEDED')).toBeNull()
  expect(implied('APPROVED', null)).toBeNull()
  expect(implied()).toBeNull()
})

test('an approval names the variances that were denied', () => {
  const slv = {
    ...round,
    slvDecisionRequests: [{ slvRequestId: '1', decision: 'DECLINED' as const }],
  }
  expect(deniedVariances('APPROVED', slv)).toEqual([variance.summary])
  expect(deniedVariances('DECLINED', slv)).toEqual([])
  expect(deniedVariances('APPROVED', round)).toEqual([])
})
