import { expect, test } from 'vitest'
import { isInBar, primaryOf } from './action-table.tsx'

test('the bar leaves out the actions that have their place elsewhere on the page', () => {
  expect((['save', 'send-request', 'upload-pending-documents', 'set-slr-pending'] as const).filter(isInBar)).toEqual([
    'set-slr-pending',
  ])
})

test('the decision is highlighted once it can be made, and nothing is after it', () => {
  expect(primaryOf(['start-review-process', 'set-td-pending', 'make-final-decision'])).toBe('make-final-decision')
  expect(primaryOf(['reopen', 'assign-requests'])).toBeUndefined()
})
