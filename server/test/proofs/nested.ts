import { sql } from 'kysely'
import type { Db } from '../../src/lib/database/db.ts'
import { registerCompanyDbs } from '../../src/lib/database/db.ts'

/**
 * One transaction that replaces a pool: each transaction of the portal becomes
 * a savepoint, so a refusal takes back what was written before it, as it does
 * in production, and the test takes back everything at its end.
 */
export function poolWithin(db: Db): Db {
  let depth = 0
  // One after the other: savepoints can't overlap.
  let last: Promise<unknown> = Promise.resolve()
  const withSavepoint = async <T>(work: (tx: Db) => Promise<T>): Promise<T> => {
    const name = sql.id(`inner_${++depth}`)
    await sql`savepoint ${name}`.execute(db)
    try {
      const done = await work(db)
      await sql`release savepoint ${name}`.execute(db)
      return done
    } catch (error) {
      await sql`rollback to savepoint ${name}`.execute(db)
      await sql`release savepoint ${name}`.execute(db)
      throw error
    }
  }
  const transaction = () => {
    const builder = {
      setIsolationLevel: () => builder,
      setAccessMode: () => builder,
      execute: async <T>(work: (tx: Db) => Promise<T>): Promise<T> => {
        const run = last.then(() => withSavepoint(work))
        last = run.catch(() => undefined)
        return run
      },
    }
    return builder
  }
  const pool: Db = new Proxy(db, {
    get: (target, key) => {
      if (key === 'isTransaction') return false
      if (key === 'transaction') return transaction
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  // Every company's part is the whole: what the database would keep apart by
  // itself, the queries must keep apart here.
  registerCompanyDbs(pool, () => pool)
  return pool
}
