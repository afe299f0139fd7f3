import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endSentence, joinSentences } from './sentences.ts'

test.each([
  ['Assigned to Dana Ruiz', 'Assigned to Dana Ruiz.'],
  ['Added to Acme Inc.', 'Added to Acme Inc.'],
  ['Reason: “Too late.”', 'Reason: “Too late.”'],
  ['Withdrawn: “Too late”', 'Withdrawn: “Too late”.'],
  ['Really? ', 'Really?'],
  ['Sold (see letter.)', 'Sold (see letter.)'],
  ['', ''],
])('%j ends once', (text, sentence) => expect(endSentence(text)).toBe(sentence))

test('sentences are joined without a doubled period, whatever they end with', () => {
  const text = fc.stringMatching(/^[a-z ]{0,9}([.?!]|\.”|)$/)
  fc.assert(
    fc.property(fc.array(text), (sentences) => {
      expect(joinSentences(sentences)).not.toMatch(/[.?!]”?\./)
    }),
  )
  expect(
    joinSentences(['Sent to Acme Co.', '', 'Review it', 'Then send it']),
  ).toBe('Sent to Acme Co. Review it. Then send it')
})
