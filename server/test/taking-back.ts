import { sql } from 'kysely'
import type { Db } from '../src/lib/db.ts'

/**
 * What is done through what this answers is taken back, whatever came of it: to how things are now. One savepoint serves
 * for all of it; taken anew each time they would lie one within the other, and each would make the next slower.
 */
export async function takingBack(db: Db) {
  await sql`savepoint tried`.execute(db)
  return async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } finally {
      await sql`rollback to savepoint tried`.execute(db)
    }
  }
}
