import { describe, expect, test } from 'vitest'
import { expectationText, nextStepPart, whenText } from './next-step.ts'

/** Saturday noon in New York. */
const now = new Date('2026-11-28T17:00:00Z')
const underwriterName = 'Anna Lindqvist'
const asked = { receivedAt: null, answer: null, outcome: null }
const received = { ...asked, receivedAt: '2026-11-20T15:00:00Z' }
const onBuyer = {
  waitingOn: 'BUYER',
  underwriterName,
  status: 'REVIEW',
  pendingDocuments: [],
} as const
const onSeller = {
  waitingOn: 'SELLER',
  underwriterName,
  status: 'PENDING_DOCUMENTS',
  pendingDocuments: [asked, received],
} as const
const onSellerToSend = { ...onSeller, pendingDocuments: [received] }

describe('the expected day', () => {
  test.each([
    [
      { ...onBuyer, expectedBy: '2026-12-01' },
      'Expected by Tue 12/1, 5\u00a0PM\u00a0ET',
    ],
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
      'Please send the documents by Thu 12/3, 5\u00a0PM\u00a0ET',
    ],
    [
      { ...onSeller, expectedBy: '2026-11-25' },
      'The documents were due Wed 11/25',
    ],
    [
      { ...onSellerToSend, expectedBy: '2026-12-03' },
      'Please send the answered documents by Thu 12/3, 5\u00a0PM\u00a0ET',
    ],
    [
      { ...onSellerToSend, expectedBy: '2026-11-25' },
      'The answered documents weren’t sent; they were due Wed 11/25',
    ],
    [{ ...onBuyer, waitingOn: null, expectedBy: null }, null],
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

describe('the line of a list', () => {
  test.each([
    [
      { ...onBuyer, expectedBy: '2026-12-01' },
      'Expected by Tue 12/1, 5\u00a0PM\u00a0ET',
    ],
    [{ ...onBuyer, expectedBy: '2026-11-27' }, 'Later than usual'],
    [
      { ...onSeller, expectedBy: '2026-12-03' },
      'Please by Thu 12/3, 5\u00a0PM\u00a0ET',
    ],
    [{ ...onSeller, expectedBy: '2026-11-25' }, 'Was due Wed 11/25'],
    [{ waitingOn: null, expectedBy: null }, null],
  ] as const)('of %j reads %j', (slv, text) => {
    expect(whenText(slv, now)).toBe(text)
  })
})

test.each([
  [{ needsYou: 'DOCUMENTS', waitingOn: 'SELLER' }, 'NEEDED'],
  [{ needsYou: 'COMMENT', waitingOn: 'BUYER' }, 'NEEDED'],
  [{ needsYou: null, waitingOn: 'BUYER' }, 'WAITING'],
  [{ needsYou: 'DRAFT', waitingOn: null }, 'NEEDED'],
  [{ needsYou: null, waitingOn: null }, 'FINISHED'],
] as const)('an SLV with %j is in the part %s', (slv, part) => {
  expect(nextStepPart(slv)).toBe(part)
})
