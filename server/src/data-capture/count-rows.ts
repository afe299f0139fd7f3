import { dayMs } from '@portal/contract/sla/calendar'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { type Db, inTransaction } from '../lib/database/db.ts'
import { tooManyRequests } from '../lib/errors.ts'

/**
 * How many rows a vendor may send within a day, unless CAPTURE_ROWS_PER_DAY is
 * set.
 */
export const defaultRowsPerDay = 200_000
/** How many of a vendor's files may wait to be processed. */
const maxWaiting = 20

/** How many rows a vendor sent in the 24 hours before an instant. */
async function countRowsOfDay(
  db: Db,
  vendorId: string,
  until: Date,
): Promise<number> {
  const since = new Date(until.getTime() - dayMs)
  const { rows } = await db
    .selectFrom('captureUpload')
    .select(({ fn }) =>
      fn.coalesce(fn.sum<number>('rowCount'), sql<number>`0`).as('rows'),
    )
    .where('vendorId', '=', vendorId)
    .where('uploadedAt', '>', since)
    .executeTakeFirstOrThrow()
  return rows
}

/**
 * Refuses a file (429) while the actor's vendor has too many waiting, or has
 * used up its rows of the day.
 */
export async function checkUploads(
  { db, actor, now }: Ctx,
  rowsPerDay: number,
): Promise<void> {
  const { waiting } = await db
    .selectFrom('captureUpload')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('vendorId', '=', actor.companyId)
    .where('state', '=', 'PROCESSING')
    .executeTakeFirstOrThrow()
  if (waiting >= maxWaiting) throw tooManyRequests(60)
  const rowsOfDay = await countRowsOfDay(db, actor.companyId, now)
  if (rowsOfDay >= rowsPerDay) throw tooManyRequests(3600)
}

type Upload = { id: string; vendorId: string; uploadedAt: Date }

/**
 * Records the number of rows of a file. Returns a problem if the vendor would
 * exceed its rows of the day.
 */
export const countRows = (
  db: Db,
  { id, vendorId, uploadedAt }: Upload,
  count: number,
  rowsPerDay: number,
): Promise<string | null> =>
  inTransaction(db, async (tx) => {
    const lock = sql`
      select pg_advisory_xact_lock(
        hashtext('rows of a day'),
        hashtext(${vendorId})
      )`
    await lock.execute(tx)
    const rowsOfDay = await countRowsOfDay(tx, vendorId, uploadedAt)
    if (rowsOfDay + count > rowsPerDay) {
      const limit = rowsPerDay.toLocaleString('en-US')
      return `This file would exceed your company’s limit of ${limit} rows in 24 hours. Upload it later`
    }
    await tx
      .updateTable('captureUpload')
      .set({ rowCount: count })
      .where('id', '=', id)
      .execute()
    return null
  })
