import { expect, test } from 'vitest'
import { createStanding } from './standing.ts'

const standing = () => createStanding<{ id: string; owner: string }>()

test('a second change holds what the server said, and not what the first one shows', () => {
  const rows = standing()
  rows.hold([{ id: 'a', owner: 'Ana' }])
  rows.hold([{ id: 'a', owner: 'Ben' }])
  rows.release(['a'])
  expect(rows.of('a')).toEqual({ id: 'a', owner: 'Ana' })
})

test('what the server agreed to is what the next change goes back to', () => {
  const rows = standing()
  rows.hold([{ id: 'a', owner: 'Ana' }])
  rows.hold([{ id: 'a', owner: 'Ben' }])
  rows.agree([
    { id: 'a', owner: 'Ben' },
    { id: 'b', owner: 'Cleo' },
  ])
  rows.release(['a'])
  expect(rows.of('a')).toEqual({ id: 'a', owner: 'Ben' })
  expect(rows.of('b')).toBeUndefined()
})

test('once nothing waits, nothing is kept', () => {
  const rows = standing()
  rows.hold([{ id: 'a', owner: 'Ana' }])
  rows.release(['a', 'b'])
  expect(rows.of('a')).toBeUndefined()
})
