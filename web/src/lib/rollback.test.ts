import { expect, test } from 'vitest'
import { createRollback } from './rollback.ts'

const [ana, ben, other] = [
  { id: 'a', owner: 'Ana' },
  { id: 'a', owner: 'Ben' },
  { id: 'b', owner: 'Cleo' },
]

test('a second update rolls back to what the server said last, not to what the first one shows', () => {
  const rollback = createRollback<typeof ana>()
  rollback.begin([ana])
  rollback.begin([ben])
  expect(rollback.get('a')).toEqual(ana)
  rollback.confirm([ben, other])
  rollback.end(['a'])
  expect(rollback.get('a')).toEqual(ben)
  rollback.end(['a', 'b'])
  expect([rollback.get('a'), rollback.get('b')]).toEqual([undefined, undefined])
})
