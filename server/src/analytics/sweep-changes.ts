import { sql } from 'kysely'
import type { Db } from '../lib/database/db.ts'

/** Deletes changes older than a day and stores the last one's position. */
export async function sweepChanges(db: Db): Promise<void> {
  await sql`with gone as (delete from reporting_change where at < now() - interval '1 day' returning changed_in),
      latest as (select changed_in from gone order by changed_in desc limit 1)
    update reporting_sweep set dropped = greatest(dropped, latest.changed_in) from latest`.execute(db)
}
