import { describe, expect, test } from 'vitest'
import { expectationText, nextStepPart, nextStepText } from './next-step.ts'

/** Saturday noon in New York. */
const now = new Date('2026-11-28T17:00:00Z')
const underwriterName = 'Anna Lindqvist'
const onBuyer = { waitingOn: 'BUYER', underwriterName } as const
const onSeller = { waitingOn: 'SELLER', underwriterName } as const

describe('the expected day', () => {
  test.each([
    [{ ...onBuyer, expectedBy: '2026-12-01' }, 'Expected by Tue 12/1, 5 PM ET'],
    [
      { ...onBuyer, expectedBy: '2026-11-27' },
      'Later than usual; Anna Lindqvist has it',
    ],
    [
      { ...onBuyer, underwriterName: null, expectedBy: '2026-11-27' },
      'Later than usual; Acme has it',
    ],
    [
      { ...onSeller, expectedBy: '2026-12-03' },
      'Please send the documents by Thu 12/3, 5 PM ET',
    ],
    [
      { ...onSeller, expectedBy: '2026-11-25' },
      'The documents were due Wed 11/25',
    ],
    [{ waitingOn: null, expectedBy: null, underwriterName }, null],
  ] as const)('of %j reads %j', (slv, text) => {
    expect(expectationText(slv, 'Acme', now)).toBe(text)
  })

  test('is kept until the end of its day in New York', () => {
    const slv = { ...onBuyer, expectedBy: '2026-11-30' }
    const lateOnMonday = new Date('2026-12-01T04:59:00Z')
    const onTuesday = new Date('2026-12-01T05:01:00Z')
    expect(expectationText(slv, 'Acme', lateOnMonday)).toMatch(/^Expected by/)
    expect(expectationText(slv, 'Acme', onTuesday)).toMatch(/^Later than usual/)
  })
})

describe('the next step', () => {
  test.each([
    [
      { ...onSeller, needsYou: 'DOCUMENTS', expectedBy: '2026-12-03' },
      'Please send the documents by Thu 12/3, 5 PM ET',
      'NEEDED',
    ],
    [
      { ...onBuyer, needsYou: 'COMMENT', expectedBy: '2026-12-01' },
      'Answer the comment. Expected by Tue 12/1, 5 PM ET',
      'NEEDED',
    ],
    [
      { ...onBuyer, needsYou: null, expectedBy: '2026-12-01' },
      'Expected by Tue 12/1, 5 PM ET',
      'WAITING',
    ],
    [
      { waitingOn: null, underwriterName, needsYou: 'DRAFT', expectedBy: null },
      'Finish the draft',
      'NEEDED',
    ],
    [
      { waitingOn: null, underwriterName, needsYou: null, expectedBy: null },
      '—',
      'FINISHED',
    ],
  ] as const)('of %j reads %j and is in the part %s', (slv, text, part) => {
    expect(nextStepText(slv, 'Acme', now)).toBe(text)
    expect(nextStepPart(slv)).toBe(part)
  })
})
