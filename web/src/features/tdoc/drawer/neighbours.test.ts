import { expect, test } from 'vitest'
import { neighboursIn } from './neighbours.ts'

const page = ['a', 'b', 'c', 'd']

test.each([
  ['in the middle', 'b', page, 'a', 'c'],
  ['at the top', 'a', page, undefined, 'b'],
  ['at the end', 'd', page, 'c', undefined],
  ['completed meanwhile', 'b', ['a', 'c', 'd', 'e'], 'a', 'c'],
  ['one of several that are gone', 'b', ['d', 'e'], undefined, 'd'],
])('a Tdoc %s leads to those beside it', (_, id, listed, previous, next) => {
  expect(neighboursIn(page, listed, id)).toMatchObject({ previous, next, place: page.indexOf(id) + 1, count: 4 })
})

test('a Tdoc that was never in the page leads nowhere', () => {
  expect(neighboursIn(page, page, 'x')).toBeUndefined()
})
