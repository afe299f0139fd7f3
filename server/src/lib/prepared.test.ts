import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '../../test/fixture.ts'
import { type Db, inTransaction } from './db.ts'
import { prepared, type Slot } from './prepared.ts'

type Kind = 'BUYER' | 'SELLER' | 'TPR_VENDOR'
type Values = { kinds: Kind[]; size: number }
type Order = { sortBy: 'name' | 'createdAt' }

const byKind = prepared('test.by-kind', (db, value: Slot<Values>, shape: Order) =>
  db
    .selectFrom('company')
    .select(['name', 'createdAt', 'bddId'])
    .where((eb) => eb('kind', '=', eb.fn.any(eb.val(value('kinds')))))
    .orderBy(shape.sortBy)
    .limit(value('size')),
)

const fill = (db: Db) =>
  db
    .insertInto('company')
    .values([
      { kind: 'BUYER', name: 'Buyer', createdAt: '2026-01-03T00:00:00Z' },
      { kind: 'SELLER', name: 'Acme', corrId: 'C-1', createdAt: '2026-01-02T00:00:00Z' },
      { kind: 'TPR_VENDOR', name: 'Orchid', createdAt: '2026-01-01T00:00:00Z' },
    ])
    .execute()

const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

test('one text serves many values, and each shape has its own text', async ({ db }) => {
  await fill(db)
  const every: Kind[] = ['BUYER', 'SELLER', 'TPR_VENDOR']

  expect(names(await byKind(db, { kinds: every, size: 9 }, { sortBy: 'name' }))).toEqual(['Acme', 'Buyer', 'Orchid'])
  expect(names(await byKind(db, { kinds: every, size: 1 }, { sortBy: 'createdAt' }))).toEqual(['Orchid'])
  expect(await byKind(db, { kinds: ['SELLER'], size: 9 }, { sortBy: 'name' })).toEqual([
    { name: 'Acme', createdAt: new Date('2026-01-02T00:00:00Z'), bddId: null },
  ])
})

test('PostgreSQL holds it prepared under its name, once for each shape', async ({ db }) => {
  for (const size of [1, 2, 3]) await byKind(db, { kinds: ['BUYER'], size }, { sortBy: 'name' })
  const { rows } = await sql`select name, generic_plans + custom_plans as runs from pg_prepared_statements
    where name like 'test.by-kind%' and statement like '%order by "name"%'`.execute(db)
  expect(rows).toEqual([{ name: expect.stringMatching(/^test\.by-kind\.[0-9a-f]{16}$/), runs: expect.any(Number) }])
})

test('inside a transaction it sees what the transaction wrote, outside it does not', async ({ committed }) => {
  const values = { kinds: ['SELLER' as const], size: 9 }
  await inTransaction(committed, async (tx) => {
    await fill(tx)
    expect(names(await byKind(tx, values, { sortBy: 'name' }))).toEqual(['Acme'])
    expect(names(await byKind(committed, values, { sortBy: 'name' }))).toEqual([])
  })
  expect(names(await byKind(committed, values, { sortBy: 'name' }))).toEqual(['Acme'])
})

test('a query without a shape is called with its values alone', async ({ db }) => {
  await fill(db)
  const byName = prepared('test.by-name', (on, value: Slot<{ name: string }>) =>
    on.selectFrom('company').select('kind').where('name', '=', value('name')),
  )
  expect(await byName(db, { name: 'Orchid' })).toEqual([{ kind: 'TPR_VENDOR' }])
})

test('a value among the shapes is found out', async ({ db }) => {
  const greedy = prepared('test.greedy', (on, _value: Slot<Record<never, never>>, shape: { id: number }) =>
    on.selectFrom('company').select(sql.lit(shape.id).as('id')),
  )
  const everyShape = async () => {
    for (let id = 0; id <= 500; id++) await greedy(db, {}, { id })
  }
  await expect(everyShape()).rejects.toThrow(/more than 500 shapes/)
})
