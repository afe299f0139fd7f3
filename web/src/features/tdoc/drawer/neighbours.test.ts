import { expect, test } from 'vitest'
import { neighboursIn } from './neighbours.ts'

const ids = ['a', 'b', 'c', 'd']
const page = { ids, before: 4, total: 9 }

test.each([
  ['in the middle', 'b', ids, 'a', 'c'],
  ['at the top', 'a', ids, undefined, 'b'],
  ['at the end', 'd', ids, 'c', undefined],
  ['completed meanwhile', 'b', ['a', 'c', 'd', 'e'], 'a', 'c'],
  ['one of several that are gone', 'b', ['d', 'e'], undefined, 'd'],
  ['completed at the end, where another has moved up', 'd', ['a', 'b', 'c', 'e'], 'c', 'e'],
])('a Tdoc %s leads to those beside it', (_, id, listed, previous, next) => {
  expect(neighboursIn(page, listed, id)).toMatchObject({ previous, next, place: ids.indexOf(id) + 5, total: 9 })
})

test('a page in the middle of the list goes on at both ends, the only one at none', () => {
  expect(neighboursIn(page, ids, 'a')).toMatchObject({ hasPageBefore: true, hasPageAfter: true })
  expect(neighboursIn({ ids, before: 0, total: 4 }, ids, 'a')).toMatchObject({
    hasPageBefore: false,
    hasPageAfter: false,
  })
})

test('a Tdoc that was never in the page leads nowhere', () => {
  expect(neighboursIn(page, ids, 'x')).toBeUndefined()
})
