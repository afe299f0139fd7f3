import { expect, test } from 'vitest'
import { findPrimary, isInBar } from './action-table.tsx'

test('the bar leaves out the actions that have their place elsewhere on the page', () => {
  expect(
    (
      [
        'save',
        'send-request',
        'upload-pending-documents',
        'make-final-decision',
        'set-slr-pending',
      ] as const
    ).filter(isInBar),
  ).toEqual(['set-slr-pending'])
})

test('the action that advances the review is highlighted, and none after the decision', () => {
  expect(findPrimary(['set-td-pending', 'start-review-process'])).toBe(
    'start-review-process',
  )
  expect(findPrimary(['reopen', 'assign-requests'])).toBeUndefined()
})
