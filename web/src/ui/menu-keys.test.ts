import { expect, test } from 'vitest'
import { nextItem } from './menu-keys.ts'

const labels = ['Settings', 'Light', 'Dark', ' Logout']

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 3, 0],
  ['ArrowUp', 0, 3],
  ['Home', 2, 0],
  ['End', 0, 3],
  ['l', 0, 1],
  ['L', 1, 3],
  ['l', 3, 1],
  ['d', 2, 2],
  ['x', 0, null],
  [' ', 0, null],
  ['Enter', 0, null],
])('%s on item %i leads to %j', (key, at, to) => expect(nextItem(key, at, labels)).toBe(to))

test('an empty menu leads nowhere', () => expect(nextItem('ArrowDown', -1, [])).toBeNull())
