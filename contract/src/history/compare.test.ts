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
  const oldFile = file(5, 'Appraisal.pdf')
  const newFile = file(6, 'Reserves.pdf')
  const before = round({ documents: [oldFile] })
  const withFilesOfOneRound = round({ documents: [newFile] })
  const withAllFiles = round({ documents: [oldFile, newFile] })
  for (const after of [withFilesOfOneRound, withAllFiles])
    expect(compareRounds(before, after).documents).toEqual([
      { id: newFile.id, name: 'Reserves.pdf', type: 'PDF' },
    ])
})

test('variances are new, removed, or changed with the distance before and after', () => {
  const changedVariance = variance(1, { actualValue: 658 })
  const { variances } = compareRounds(
    round({ slvRequests: [variance(1), variance(2)] }),
    round({ slvRequests: [changedVariance, variance(3)] }),
  )
  expect(variances.added.map((item) => item.id)).toEqual([id(3)])
  expect(variances.removed.map((item) => item.id)).toEqual([id(2)])
  expect(variances.changed).toEqual([
    { before: variance(1), after: changedVariance, fields: ['actualValue'] },
  ])
  expect(variances.changed[0]?.before.distance).toBe(-5)
  expect(variances.changed[0]?.after.distance).toBe(-2)
})

test('a factor with another key order is unchanged, another factor is a change', () => {
  const withOtherKeyOrder = variance(1, {
    compensatingFactors: [
      { value: '18 months', factor: 'Reserves above requirement' },
    ],
  })
  const sameFactor = round({ slvRequests: [withOtherKeyOrder] })
  expect(countChanges(compareRounds(round(), sameFactor))).toBe(0)

  const withoutFactors = variance(1, { compensatingFactors: [] })
  const noFactor = round({ slvRequests: [withoutFactors] })
  const { variances } = compareRounds(round(), noFactor)
  expect(variances.changed[0]?.fields).toEqual(['compensatingFactors'])
})

test('fields that a role doesn’t get aren’t compared', () => {
  const { city: _, ...otherFields } = round()
  const withoutCity = otherFields as Round
  expect(compareRounds(withoutCity, withoutCity).figures).toEqual([])

  const withInternalComments = {
    ...round(),
    decisionComment: 'Internal comment',
    statusComment: 'Internal comment',
  }
  const changes = compareRounds(round(), withInternalComments)
  expect(JSON.stringify(changes)).not.toContain('Internal comment')
})
