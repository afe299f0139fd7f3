import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'

const dayMs = 86_400_000
/** So long a notification is kept once it was viewed, and any at all, in days. */
const keptDays = { viewed: 90, any: 365 }
/** A statement takes so many, so that nobody who is being told waits for it. */
const atOnce = 5000

/** Takes old notifications away. Nothing is lost by it: what happened stands in the history. */
export async function sweepNotifications({ db, now }: { db: Db; now: Date }, most = atOnce): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  let swept: bigint
  do {
    const { numDeletedRows } = await db
      .deleteFrom('notification')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('notification as old')
          .select('old.id')
          .where((row) =>
            row.or([
              row('old.createdAt', '<', before(keptDays.any)),
              row.and([row('old.status', '=', sql.lit('CHECKED')), row('old.createdAt', '<', before(keptDays.viewed))]),
            ]),
          )
          .limit(most),
      )
      .executeTakeFirstOrThrow()
    swept = numDeletedRows
  } while (swept === BigInt(most))
}
