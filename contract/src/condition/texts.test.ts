import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ConditionTiming, type NewCondition } from './model.ts'
import {
  clearedText,
  composeDecisionComment,
  conditionLine,
  conditionStateText,
  conditionWithStatus,
  dueText,
  listOpen,
} from './texts.ts'

const statements = {
  text: 'Two months of statements',
  timing: 'PRIOR_TO_FUNDING',
  dueOn: '2026-12-04',
} as const
const title = {
  text: 'Final title policy',
  timing: 'PRIOR_TO_PURCHASE',
  dueOn: null,
} as const

test('a condition’s line says what it has to be met before, and by which day', () => {
  expect(conditionLine(statements)).toBe(
    'Two months of statements (prior to funding, by 12/04/2026)',
  )
  expect(conditionLine(title)).toBe('Final title policy (prior to purchase)')
  expect(conditionWithStatus({ ...title, status: 'MET' })).toBe(
    'Final title policy (prior to purchase): Met',
  )
})

describe('the comment of a decision', () => {
  test('has a line for each condition, then what was written', () => {
    expect(
      composeDecisionComment([statements, title], 'Call before funding'),
    ).toBe(
      [
        'Two months of statements (prior to funding, by 12/04/2026)',
        'Final title policy (prior to purchase)',
        'Call before funding',
      ].join('\n'),
    )
  })

  test.each([null, '', ' \n'])('has only the conditions beside %j', (text) => {
    expect(composeDecisionComment([title], text)).toBe(conditionLine(title))
    expect(composeDecisionComment([], text)).toBeNull()
  })

  test('is what was written, as it was, without conditions', () => {
    expect(composeDecisionComment([], ' Call first\n')).toBe(' Call first\n')
  })

  test('has the text of each condition exactly once, and what was written last', () => {
    const condition: fc.Arbitrary<Omit<NewCondition, 'libraryId'>> = fc.record({
      // The number makes each text different from the others.
      text: fc.integer({ min: 0, max: 999 }).map((number) => `No. ${number};`),
      timing: fc.constantFrom(...ConditionTiming.options),
      dueOn: fc.constantFrom(null, '2026-12-04', '2027-02-28'),
    })
    const conditions = fc.uniqueArray(condition, {
      maxLength: 30,
      selector: ({ text }) => text,
    })
    const written = fc.stringMatching(/^[a-z][a-z ,\n]{0,60}$/)
    fc.assert(
      fc.property(conditions, written, (chosen, freeText) => {
        const comment = composeDecisionComment(chosen, freeText) ?? ''
        for (const { text } of chosen)
          expect(comment.split(text)).toHaveLength(2)
        const before = chosen.length > 0 ? '\n' : ''
        expect(comment.endsWith(`${before}${freeText}`)).toBe(true)
        const first = chosen.map(conditionLine).join('\n')
        expect(comment.startsWith(first)).toBe(true)
      }),
    )
  })
})

test('conditions that are met or waived count as cleared', () => {
  const conditions = [
    { status: 'OPEN' },
    { status: 'MET' },
    { status: 'WAIVED' },
  ] as const
  expect(clearedText(conditions)).toBe('2 of 3 cleared')
  expect(clearedText([])).toBe('0 of 0 cleared')
  expect(listOpen(conditions)).toEqual([{ status: 'OPEN' }])
})

test.each([
  ['2026-12-07', '3 days left'],
  ['2026-12-05', '1 day left'],
  ['2026-12-04', 'due today'],
  ['2026-12-03', '1 day overdue'],
  ['2026-11-30', '4 days overdue'],
  ['2027-12-04', '365 days left'],
])('on 12/04/2026, a condition due on %s is %s', (dueOn, text) => {
  expect(dueText(dueOn, '2026-12-04')).toBe(text)
})

test('days are counted right across the change of clocks', () => {
  expect(dueText('2026-11-02', '2026-10-31')).toBe('2 days left')
  expect(dueText('2026-03-07', '2026-03-09')).toBe('2 days overdue')
})

describe('the state of a condition', () => {
  const open = { status: 'OPEN', at: null, reason: null } as const

  test('is its status, the day it was marked, and why', () => {
    expect(conditionStateText(open)).toBe('Open')
    const at = '2026-11-27T15:00:00.000Z'
    expect(conditionStateText({ ...open, status: 'MET', at })).toBe(
      'Met 11/27/2026',
    )
    expect(
      conditionStateText({ status: 'WAIVED', at, reason: 'not needed' }),
    ).toBe('Waived 11/27/2026: not needed')
  })

  test('has the day in New York, which ends at midnight there', () => {
    const marked = (at: string) =>
      conditionStateText({ ...open, status: 'MET', at })
    expect(marked('2026-11-28T04:59:00.000Z')).toBe('Met 11/27/2026')
    expect(marked('2026-11-28T05:00:00.000Z')).toBe('Met 11/28/2026')
  })
})
