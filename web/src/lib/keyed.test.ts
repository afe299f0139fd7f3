import { expect, test } from 'vitest'
import { keyed } from './keyed.ts'

const keysOf = (...texts: string[]) => keyed(texts, (text) => text).map(({ key }) => key)

test('the same text twice has two keys, and what stands after one that goes keeps its own', () => {
  expect(new Set(keysOf('a', 'b', 'a')).size).toBe(3)
  expect(keysOf('b', 'c')).toEqual(keysOf('a', 'b', 'c').slice(1))
})
