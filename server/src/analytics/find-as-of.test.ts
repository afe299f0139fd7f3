import { expect, test as plain } from 'vitest'
import { test } from '../../test/makers.ts'
import { asOfReplica, findAsOf } from './find-changes.ts'

const latest = new Date('2026-03-01T12:00:00Z')

plain.for([
  ['the primary misses nothing', false, null, '100', null],
  ['a replica at the primary’s position misses nothing', true, '100', '100', null],
  ['a replica past that position misses nothing', true, '101', '99', null],
  ['positions are compared as numbers', true, '1000', '999', null],
  ['a disconnected replica is as of its latest change', true, '99', '100', latest],
  ['a replica is as of its latest change if the primary is down', true, '100', null, latest],
  ['a replica that replayed nothing is as of its start', true, null, '100', latest],
] as const)('%s', ([, isReplica, replayed, written, asOf]) => {
  expect(asOfReplica({ isReplica, replayed, latest }, written)).toEqual(asOf)
})

test('figures read from the primary are complete', async ({ db }) => {
  expect(await findAsOf(db, db)).toBeNull()
})
