import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '../../test/house.ts'
import { preparedUpdate } from './prepared-update.ts'

const write = preparedUpdate('slv')

test('writes the columns that are given, null among them, and leaves the others and other rows alone', async ({
  db,
  a,
}) => {
  const [slv, other] = [await a.slv({ loanAmount: 1, city: 'Reno' }), await a.slv({ loanAmount: 1, city: 'Reno' })]
  await write(db, slv.id, { loanAmount: 2, city: undefined, zip: null })
  await write(db, slv.id, { city: 'Troy' })

  const rows = await db.selectFrom('slv').select(['id', 'loanAmount', 'city', 'zip']).orderBy('id').execute()
  expect(rows.find(({ id }) => id === slv.id)).toMatchObject({ loanAmount: 2, city: 'Troy', zip: null })
  expect(rows.find(({ id }) => id === other.id)).toMatchObject({ loanAmount: 1, city: 'Reno', zip: other.zip })
})

test('a set of columns is prepared once, whatever the order in which they come', async ({ db, a }) => {
  const slv = await a.slv()
  await write(db, slv.id, { state: 'CA', zip: '93701' })
  await write(db, slv.id, { zip: '93702', state: 'NY' })
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements
    where name like 'slv.update%' and statement like '%"state" = %'`.execute(db)
  expect(rows).toHaveLength(1)
})

test('more sets of columns than are worth preparing are written all the same', async ({ db, a }) => {
  const slv = await a.slv()
  const rare = preparedUpdate('slv')
  const names = ['ltv', 'cltv', 'hcltv', 'dti', 'dscr', 'decisionLtv', 'decisionCltv', 'decisionHcltv'] as const
  for (let mask = 1; mask < 256; mask++) {
    const chosen = names.filter((_, index) => mask & (1 << index))
    await rare(db, slv.id, Object.fromEntries(chosen.map((name) => [name, mask % 100])))
  }
  expect(
    await db
      .selectFrom('slv')
      .select([...names])
      .where('id', '=', slv.id)
      .executeTakeFirst(),
  ).toEqual(Object.fromEntries(names.map((name) => [name, 255 % 100])))
})
