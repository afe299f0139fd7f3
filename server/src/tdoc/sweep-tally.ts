import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'

/**
 * Adds up what was written to the tally of Tdocs since the last time, a row of each kind. One statement: whoever counts
 * meanwhile sees it done or not begun.
 */
export async function sweepTally(db: Db): Promise<void> {
  await sql`
    with taken as (delete from tdoc_tally returning *)
    insert into tdoc_tally (is_purchased, vendor_id, type_place, response_place, progress_place, status_place, n)
    select is_purchased, vendor_id, type_place, response_place, progress_place, status_place, sum(n)
    from taken group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0`.execute(db)
}
