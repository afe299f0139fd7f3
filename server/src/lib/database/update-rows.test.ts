import { expect } from 'vitest'
import { test } from '../../../test/fixture.ts'
import { updateRows } from './update-rows.ts'

test('each row gets its own columns and values, including null; other rows do not change', async ({ db }) => {
  const ids = await db
    .insertInto('company')
    .values(['P-0', 'P-1', 'P-2'].map((corrId) => ({ kind: 'SELLER' as const, name: 'Acme', corrId })))
    .returning('id')
    .execute()
  const [first = '', second = '', third = ''] = ids.map(({ id }) => id)
  await updateRows(db, 'company', [
    { id: first, name: 'Zeta "one" \ud800', bddId: undefined },
    { id: second, name: 'Beta', corrId: 'P-9' },
  ])
  await updateRows(db, 'company', [])

  const rows = await db.selectFrom('company').select(['id', 'name', 'corrId', 'bddId']).execute()
  expect(new Map(rows.map(({ id, ...row }) => [id, row]))).toEqual(
    new Map([
      [first, { name: 'Zeta "one" \ufffd', corrId: 'P-0', bddId: null }],
      [second, { name: 'Beta', corrId: 'P-9', bddId: null }],
      [third, { name: 'Acme', corrId: 'P-2', bddId: null }],
    ]),
  )
})
