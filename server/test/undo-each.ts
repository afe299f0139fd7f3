import { sql } from 'kysely'
import type { Db } from '../src/lib/database/db.ts'

/**
 * Returns a function that runs work and undoes its changes, back to the state
 * of now. All calls share one savepoint, since nested ones would make each call
 * slower than the one before.
 */
export async function undoEach(db: Db) {
  await sql`savepoint before_each`.execute(db)
  return async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } finally {
      await sql`rollback to savepoint before_each`.execute(db)
    }
  }
}
