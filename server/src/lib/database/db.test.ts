import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '../../../test/fixture.ts'
import { addRow, findRows } from '../../../test/rows.ts'
import { inTransaction } from './db.ts'

const company = { kind: 'SELLER', name: 'Acme', corrId: 'C-1' } as const

test('counts and amounts are numbers, days stay days, instants are dates', async ({
  db,
}) => {
  const { rows } = await sql`
      select
        count(*) as how_many,
        12.50::numeric(11, 2) as amount,
        '2026-03-04'::date as day,
        '2026-03-04T10:00:00-05'::timestamptz as at,
        array['2026-03-04'::date] as days,
        array[1.5::numeric] as amounts,
        array[7::bigint] as ids,
        '{"not_ours": 1}'::jsonb as raw
      from generate_series(1, 3)`.execute(db)

  const day = '2026-03-04'
  const scalars = {
    howMany: 3,
    amount: 12.5,
    day,
    at: new Date(`${day}T15:00:00Z`),
  }
  expect(rows).toEqual([
    { ...scalars, days: [day], amounts: [1.5], ids: [7], raw: { not_ours: 1 } },
  ])
})

test('inTransaction rolls back everything when the work fails, including nested work', async ({
  committed,
}) => {
  const work = inTransaction(committed, async (tx) => {
    await inTransaction(tx, (inner) =>
      inner.insertInto('company').values(company).execute(),
    )
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(await findRows(committed, 'company')).toEqual([])
})

test('inTransaction retries the victim of a deadlock', async ({
  committed,
}) => {
  for (const name of ['Acme', 'Birch'])
    await addRow(committed, 'company', { kind: 'BUYER', name })
  const lock = (tx: typeof committed, name: string) =>
    tx
      .selectFrom('company')
      .select('id')
      .where('name', '=', name)
      .forUpdate()
      .execute()

  let runs = 0
  const both = Promise.withResolvers<void>()
  const crossing = (first: string, second: string) =>
    inTransaction(committed, async (tx) => {
      await lock(tx, first)
      runs += 1
      if (runs === 2) both.resolve()
      await both.promise
      await lock(tx, second)
    })

  await Promise.all([crossing('Acme', 'Birch'), crossing('Birch', 'Acme')])
  // The retry may meet the other transaction again.
  expect(runs).toBeGreaterThan(2)
})

test('a lost connection fails only its query or transaction', async ({
  committed,
}) => {
  const cut = sql`select pg_terminate_backend(pg_backend_pid())`.execute(
    committed,
  )
  await expect(cut).rejects.toThrow()
  expect(
    (await sql<{ one: number }>`select 1 as one`.execute(committed)).rows,
  ).toEqual([{ one: 1 }])
  const work = inTransaction(committed, async (tx) => {
    const { rows } = await sql<{
      pid: number
    }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(committed)
    await sql`select 1`.execute(tx)
  })
  await expect(work).rejects.toThrow()
  expect(
    (await sql<{ one: number }>`select 1 as one`.execute(committed)).rows,
  ).toEqual([{ one: 1 }])
})
