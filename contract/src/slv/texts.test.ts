import { expect, test } from 'vitest'
import { needs } from './needs.ts'
import { statusesSeenBy } from './status.ts'
import {
  approvableAdvice,
  needMeaning,
  requestedDocumentsAdvice,
  slvStatusMeanings,
  slvTerms,
} from './texts.ts'

test('the help page names no stage within the buyer to sellers', () => {
  const meanings = statusesSeenBy('SELLER').map(
    (status) => slvStatusMeanings[status],
  )
  expect(meanings).toContain(slvStatusMeanings.REVIEW)
  const terms = slvTerms.map(({ meaning }) => meaning)
  const advice = [
    ...approvableAdvice,
    ...requestedDocumentsAdvice,
    ...needs.map((need) => needMeaning(need, 'SELLER')),
  ]
  for (const text of [...meanings, ...terms, ...advice])
    expect(text).not.toMatch(/\b(SLR|TD|trade desk)\b/i)
})
