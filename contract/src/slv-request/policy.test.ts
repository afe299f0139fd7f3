import { expect, test } from 'vitest'
import { isCommentOutdated, outdatedCommentText } from './policy.ts'

test('a comment belongs to another answer only when both have a decision, they differ and there is a comment', () => {
  const approved = {
    decision: 'APPROVED',
    comment: 'Servicing transfer proven',
  } as const
  expect(isCommentOutdated(approved, 'DECLINED')).toBe(true)
  expect(isCommentOutdated(approved, 'APPROVED')).toBe(false)
  expect(isCommentOutdated(approved, null)).toBe(false)
  expect(isCommentOutdated({ ...approved, decision: null }, 'DECLINED')).toBe(
    false,
  )
  expect(isCommentOutdated({ ...approved, comment: ' ' }, 'DECLINED')).toBe(
    false,
  )
  expect(outdatedCommentText('DECLINED')).toBe(
    'The comment was written for “Denied”.',
  )
})
