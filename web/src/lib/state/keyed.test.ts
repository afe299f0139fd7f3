import { expect, test } from 'vitest'
import { keyed } from './keyed.ts'

const keysOf = (...texts: string[]) =>
  keyed(texts, (text) => text).map(({ key }) => key)

test('repeated texts get different keys, and items keep theirs when another one is removed', () => {
  expect(new Set(keysOf('a', 'b', 'a')).size).toBe(3)
  expect(keysOf('b', 'c')).toEqual(keysOf('a', 'b', 'c').slice(1))
})
