import { dayMs } from '@portal/contract/sla/calendar'
import { sql } from 'kysely'
import type { Db } from '../lib/database/db.ts'

const keptDays = { viewed: 90, any: 365 }
/** Rows per statement, so that no new notification waits for long. */
const batchSize = 5000

/** Deletes old notifications; the history keeps what happened. */
export async function sweepNotifications(
  { db, now }: { db: Db; now: Date },
  most = batchSize,
): Promise<void> {
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
              row.and([
                row('old.status', '=', sql.lit('CHECKED')),
                row('old.createdAt', '<', before(keptDays.viewed)),
              ]),
            ]),
          )
          .limit(most),
      )
      .executeTakeFirstOrThrow()
    swept = numDeletedRows
  } while (swept === BigInt(most))
}
