import { expect, test } from 'vitest'
import { statusesSeenBy } from './status.ts'
import { approvableAdvice, slvStatusMeanings, slvTerms } from './texts.ts'

test('the help page names no stage within the buyer to sellers', () => {
  const meanings = statusesSeenBy('SELLER').map(
    (status) => slvStatusMeanings[status],
  )
  expect(meanings).toContain(slvStatusMeanings.REVIEW)
  const terms = slvTerms.map(({ meaning }) => meaning)
  for (const text of [...meanings, ...terms, ...approvableAdvice])
    expect(text).not.toMatch(/\b(SLR|TD|trade desk)\b/i)
})
