import { expect } from 'vitest'
import { test } from '../../../test/fixture.ts'
import { inTransaction } from './db.ts'
import { type Param, prepared } from './prepared.ts'

let timesBuilt = 0
const findCompanies = prepared((db, param: Param<{ corrIds: string[]; size: number }>) => {
  timesBuilt++
  return db
    .selectFrom('company')
    .select('name')
    .where((eb) => eb('corrId', '=', eb.fn.any(eb.val(param('corrIds')))))
    .orderBy('name')
    .limit(param('size'))
})

test('a query is built once and runs with changing parameters, each time on the given connection', async ({
  committed,
}) => {
  const corrIds = ['C-1', 'C-2']
  await inTransaction(committed, async (tx) => {
    await tx
      .insertInto('company')
      .values([
        { kind: 'SELLER', name: 'Birch', corrId: 'C-2' },
        { kind: 'SELLER', name: 'Acme', corrId: 'C-1' },
      ])
      .execute()
    expect(await findCompanies(tx, { corrIds, size: 9 })).toEqual([{ name: 'Acme' }, { name: 'Birch' }])
    expect(await findCompanies(committed, { corrIds, size: 9 })).toEqual([])
  })
  expect(await findCompanies(committed, { corrIds, size: 1 })).toEqual([{ name: 'Acme' }])
  expect(await findCompanies(committed, { corrIds: ['C-2'], size: 9 })).toEqual([{ name: 'Birch' }])
  expect(timesBuilt).toBe(1)
})
