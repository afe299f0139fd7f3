import { expect, test } from 'vitest'
import { rightsSavedText } from './messages.ts'

test.each([
  [{ granted: 2, taken: 0, hasRoles: false }, '2 Permission(s) granted to Ana'],
  [{ granted: 0, taken: 1, hasRoles: false }, 'User was successfully updated'],
  [
    { granted: 1, taken: 1, hasRoles: false },
    '1 Permission(s) granted to Ana. User was successfully updated',
  ],
  [
    { granted: 1, taken: 0, hasRoles: true },
    '1 Permission(s) granted to Ana. User roles was successfully updated',
  ],
])('saving rights %o says %s', (saved, text) =>
  expect(rightsSavedText(saved, 'Ana')).toBe(text),
)
