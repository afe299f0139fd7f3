import { expect, test } from 'vitest'
import { isDrawn, primaryOf } from './action-table.ts'

test('what stands elsewhere on the page is not drawn twice', () => {
  expect((['save', 'send-request', 'upload-pending-documents', 'set-slr-pending'] as const).filter(isDrawn)).toEqual([
    'set-slr-pending',
  ])
})

test('the decision stands out once it can be made, and nothing does when all is decided', () => {
  expect(primaryOf(['start-review-process', 'set-td-pending', 'make-final-decision'])).toBe('make-final-decision')
  expect(primaryOf(['reopen', 'assign-requests'])).toBeUndefined()
})
