import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'

/** Drops what every node has heard of: one that has not asked for half a day reads everything anew (keep-figures.ts). */
export async function sweepChanges(db: Db): Promise<void> {
  await sql`delete from reporting_change where at < now() - interval '1 day'`.execute(db)
}
