import { expect, test } from 'vitest'
import { formFieldNames } from '../slv/form.ts'
import { measured } from '../slv-request/distance.ts'
import { compareRounds, countChanges } from './compare.ts'

type Round = Parameters<typeof compareRounds>[0]

const id = (n: number) => `0191d2a0-0000-7000-8000-00000000000${n}`
const blank = Object.fromEntries(
  formFieldNames.map((name) => [name, null]),
) as unknown as Round

const variance = (
  n: number,
  change: Partial<Round['slvRequests'][number]> = {},
): Round['slvRequests'][number] =>
  measured({
    id: id(n),
    reason: 'Credit Score',
    parameter: 'CREDIT_SCORE',
    operator: '>=',
    guidelineValue: 660,
    actualValue: 655,
    unit: 'points',
    currentGuideline: 'Minimum FICO 660',
    justification: 'Reserves',
    compensatingFactors: [
      { factor: 'Reserves above requirement', value: '18 months' },
    ],
    ruleId: null,
    citation: null,
    versionNumber: null,
    ...change,
  })

/** The facts of a file that a comparison reads. */
const file = (n: number, name: string) =>
  ({ id: id(n), name, type: 'PDF' }) as Round['documents'][number]

const round = (change: Partial<Round> = {}): Round => ({
  ...blank,
  city: 'Fresno',
  loanAmount: 480_000,
  isLoanClosed: false,
  slvRequests: [variance(1)],
  documents: [file(5, 'Appraisal.pdf')],
  ...change,
})

test('an unchanged round has no differences', () => {
  const changes = compareRounds(round(), round())
  expect(changes).toEqual({
    figures: [],
    documents: [],
    variances: { added: [], removed: [], changed: [] },
  })
  expect(countChanges(changes)).toBe(0)
})

test('changed fields are listed in the order of the form; empty equals unanswered', () => {
  const { figures } = compareRounds(
    round({ zip: '', creditScore: 655 }),
    round({
      zip: null,
      creditScore: null,
      loanAmount: 470_000.5,
      city: 'Fresno',
      isLoanClosed: true,
    }),
  )
  expect(figures).toEqual([
    { field: 'isLoanClosed', before: false, after: true },
    { field: 'loanAmount', before: 480_000, after: 470_000.5 },
    { field: 'creditScore', before: 655, after: null },
  ])
})

test('new files are listed by name, for responses with one round’s files or all', () => {
  const came = file(6, 'Reserves.pdf')
  for (const documents of [[came], [file(5, 'Appraisal.pdf'), came]])
    expect(compareRounds(round(), round({ documents })).documents).toEqual([
      { id: came.id, name: 'Reserves.pdf', type: 'PDF' },
    ])
})

test('variances are new, removed, or changed with the distance before and after', () => {
  const nearer = variance(1, { actualValue: 658 })
  const { variances } = compareRounds(
    round({ slvRequests: [variance(1), variance(2)] }),
    round({ slvRequests: [nearer, variance(3)] }),
  )
  expect(variances.added.map((item) => item.id)).toEqual([id(3)])
  expect(variances.removed.map((item) => item.id)).toEqual([id(2)])
  expect(variances.changed).toEqual([
    { before: variance(1), after: nearer, fields: ['actualValue'] },
  ])
  expect(
    variances.changed.map(({ before, after }) => [
      before.distance,
      after.distance,
    ]),
  ).toEqual([[-5, -2]])
})

test('a factor with another key order is unchanged, another factor is a change', () => {
  const turned = variance(1, {
    compensatingFactors: [
      { value: '18 months', factor: 'Reserves above requirement' },
    ],
  })
  expect(
    countChanges(compareRounds(round(), round({ slvRequests: [turned] }))),
  ).toBe(0)
  const other = variance(1, { compensatingFactors: [] })
  expect(
    compareRounds(round(), round({ slvRequests: [other] })).variances.changed[0]
      ?.fields,
  ).toEqual(['compensatingFactors'])
})

test('fields that a role doesn’t get aren’t compared', () => {
  const { city: _, ...without } = round()
  const shown = without as Round
  expect(compareRounds(shown, shown).figures).toEqual([])
  const inner = { decisionComment: 'Kept inside', statusComment: 'Kept inside' }
  expect(
    JSON.stringify(compareRounds(round(), { ...round(), ...inner })),
  ).not.toContain('Kept inside')
})
