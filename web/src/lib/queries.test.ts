import { expect, test } from 'vitest'
import { newerVersion } from './queries.ts'

test('an older response of the same item changes nothing', () => {
  const known = { id: 'a', version: 3 }
  expect(newerVersion(known, { id: 'a', version: 2 })).toBe(known)
  expect(newerVersion(known, { id: 'a', version: 4 })).toEqual({
    id: 'a',
    version: 4,
  })
})

test('another item is shown, however old its version is', () => {
  const first = { id: 'a', version: 9 }
  const second = { id: 'b', version: 1 }
  expect(newerVersion(first, second)).toEqual(second)
})
