import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '../../../test/fixture.ts'
import { plannedAnew } from './pg-client.ts'

test('a statement that comes a third time is prepared, unless it is planned for its values or very long', async ({
  db,
}) => {
  const preparedOf = async (word: string) => {
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements
      where position(${word} in statement) > 0 and statement not like '%pg_prepared_statements%'`.execute(db)
    return rows.length
  }
  const run = (text: string) => sql.raw(text).execute(db)

  for (const count of [0, 0, 1, 1]) {
    await run("select 'repeated'")
    expect(await preparedOf('repeated')).toBe(count)
  }
  for (let time = 1; time <= 4; time++) {
    await run(`select ${plannedAnew} 'anew'`)
    await run(`select 'long' as "${'x'.repeat(20_000)}"`)
  }
  expect(await preparedOf('anew')).toBe(0)
  expect(await preparedOf('long')).toBe(0)
})
