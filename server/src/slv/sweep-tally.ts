import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'

/** Adds up what was written to the tally of SLVs since the last time: one statement, as for that of Tdocs. */
export async function sweepSlvTally(db: Db): Promise<void> {
  await sql`
    with taken as (delete from slv_tally returning *)
    insert into slv_tally (company_id, status, n)
    select company_id, status, sum(n) from taken group by 1, 2 having sum(n) <> 0`.execute(db)
}
