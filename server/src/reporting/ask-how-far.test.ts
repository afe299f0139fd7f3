import { describe, expect, test as plain } from 'vitest'
import { test } from '../../test/house.ts'
import { askHowFar, toldUpTo } from './ask-how-far.ts'

const latest = new Date('2026-03-01T12:00:00Z')

describe('figures of a copy', () => {
  plain.for([
    ['the database itself misses nothing', false, null, '100', null],
    ['one that has followed all that was written misses nothing', true, '100', '100', null],
    ['one that is further by now misses nothing', true, '101', '99', null],
    ['places are numbers, not texts', true, '1000', '999', null],
    ['one that is cut off says when it was', true, '99', '100', latest],
    ['nobody knows while the database is away', true, '100', null, latest],
    ['one that followed nothing yet says when its start was', true, null, '100', latest],
  ] as const)('%s', ([, isCopy, replayed, written, told]) => {
    expect(toldUpTo({ isCopy, replayed, latest }, written)).toEqual(told)
  })

  test('are those of the database where there is none', async ({ db }) => {
    expect(await askHowFar(db, db)).toBeNull()
  })
})
