import { expect, test } from 'vitest'
import { neighborsIn } from './neighbors.ts'

const ids = ['a', 'b', 'c', 'd']
const page = { ids, before: 4, total: 9 }

test.each([
  ['in the middle', 'b', ids, 'a', 'c'],
  ['at the top', 'a', ids, undefined, 'b'],
  ['at the end', 'd', ids, 'c', undefined],
  ['that left its tab', 'b', ['a', 'c', 'd', 'e'], 'a', 'c'],
  ['that left with others', 'b', ['d', 'e'], undefined, 'd'],
  [
    'that left at the end, where another moved up',
    'd',
    ['a', 'b', 'c', 'e'],
    'c',
    'e',
  ],
])('a Tdoc %s has its neighbors', (_, id, listed, previous, next) => {
  expect(neighborsIn(page, listed, id)).toMatchObject({
    previous,
    next,
    place: ids.indexOf(id) + 5,
    total: 9,
  })
})

test('only a page in the middle of the list has pages before and after, and only its own Tdocs have neighbors', () => {
  expect(neighborsIn(page, ids, 'a')).toMatchObject({
    hasPageBefore: true,
    hasPageAfter: true,
  })
  const whole = neighborsIn({ ids, before: 0, total: 4 }, ids, 'a')
  expect(whole).toMatchObject({ hasPageBefore: false, hasPageAfter: false })
  expect(neighborsIn(page, ids, 'x')).toBeUndefined()
})
