import { expect } from 'vitest'
import { test } from '../../test/house.ts'
import { preparedInserts, preparedUpdates } from './prepared-rows.ts'

const insert = preparedInserts('company')
const update = preparedUpdates('company')

test('many rows are inserted in their order, and each is written its own columns', async ({ db }) => {
  const names = ['Zeta "one"', 'Alpha \ud800', 'Beta, two']
  await insert(
    db,
    names.map((name, at) => ({ name, kind: 'SELLER', corrId: `PR-${at}` })),
  )
  const rows = () =>
    db
      .selectFrom('company')
      .select(['id', 'name', 'corrId'])
      .where('corrId', 'like', 'PR-%')
      .orderBy('corrId')
      .execute()
  const [zeta, alpha, beta] = await rows()
  expect([zeta, alpha, beta].map((row) => row?.name)).toEqual(['Zeta "one"', 'Alpha \ufffd', 'Beta, two'])
  await update(db, [
    { id: zeta?.id ?? '', name: 'Zeta', bddId: undefined },
    { id: beta?.id ?? '', name: 'Beta', corrId: 'PR-9' },
  ])
  expect((await rows()).map(({ name, corrId }) => [corrId, name])).toEqual([
    ['PR-0', 'Zeta'],
    ['PR-1', 'Alpha \ufffd'],
    ['PR-9', 'Beta'],
  ])
  await insert(db, [])
  await update(db, [])
})
