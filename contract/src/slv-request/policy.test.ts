import { expect, test } from 'vitest'
import { commentOfOtherText, isCommentOfOther } from './policy.ts'

test('a comment belongs to another answer only when both have a decision, they differ and there is a comment', () => {
  const approved = { decision: 'APPROVED', comment: 'Servicing transfer proven' } as const
  expect(isCommentOfOther(approved, 'DECLINED')).toBe(true)
  expect(isCommentOfOther(approved, 'APPROVED')).toBe(false)
  expect(isCommentOfOther(approved, null)).toBe(false)
  expect(isCommentOfOther({ ...approved, decision: null }, 'DECLINED')).toBe(false)
  expect(isCommentOfOther({ ...approved, comment: ' ' }, 'DECLINED')).toBe(false)
  expect(commentOfOtherText('DECLINED')).toBe('The comment was written for “Denied”.')
})
