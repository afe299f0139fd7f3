import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { CompiledQuery, sql } from 'kysely'
import { type Db, inTransaction } from './db.ts'

/**
 * Writes what a statement selects to a file, as CSV. It may take longer than
 * other statements.
 */
export const copyToFile = (
  db: Db,
  select: string,
  path: string,
  signal: AbortSignal,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    const copy = CompiledQuery.raw(
      `copy (${select}) to stdout (format csv)`,
    ) as CompiledQuery<Buffer>
    const blocks = async function* () {
      for await (const { rows } of tx.getExecutor().stream(copy, 1)) yield* rows
    }
    await pipeline(blocks, createWriteStream(path), { signal })
  })
