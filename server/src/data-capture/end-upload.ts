import { type Db, inTransaction } from '../lib/database/db.ts'
import { enqueue, enqueueAll, withoutJob } from '../lib/jobs/jobs.ts'
import type { Logger } from '../lib/log.ts'

type Deps = { db: Db; clock: () => Date }

/**
 * Ends an upload with a state by the results of its rows, or with a given state
 * and problem.
 */
export const endUpload = (
  { db, clock }: Deps,
  uploadId: string,
  state?: 'REJECTED' | 'FAILED',
  problem: string | null = null,
) =>
  inTransaction(db, async (tx) => {
    const upload = await tx
      .selectFrom('captureUpload')
      .select(['appliedCount', 'rejectedCount'])
      .where('id', '=', uploadId)
      .where('state', '=', 'PROCESSING')
      .forUpdate()
      .executeTakeFirst()
    if (!upload) return
    const { appliedCount, rejectedCount } = upload
    const stateWithRejections =
      appliedCount === 0 ? 'REJECTED' : 'PARTLY_APPLIED'
    const byRows = rejectedCount === 0 ? 'APPLIED' : stateWithRejections
    await tx
      .updateTable('captureUpload')
      .set({ state: state ?? byRows, problem, endedAt: clock() })
      .where('id', '=', uploadId)
      .execute()
  })

const waitSeconds = 60

/**
 * Shows why an upload waits and tries again in a minute. `unread` counts
 * attempts with an unreadable answer.
 */
export const waitWithUpload = (
  { db }: Pick<Deps, 'db'>,
  uploadId: string,
  problem: string,
  unread: number,
) =>
  inTransaction(db, async (tx) => {
    await tx
      .updateTable('captureUpload')
      .set({ problem })
      .where('id', '=', uploadId)
      .where('state', '=', 'PROCESSING')
      .execute()
    await enqueue(
      tx,
      'apply-capture',
      { uploadId, unread },
      { key: uploadId, startAfter: waitSeconds },
    )
  })

const hourMs = 3_600_000

/**
 * Queues uploads again whose job was lost, as when the process of its last
 * attempt was killed.
 */
export async function requeueLostUploads({
  db,
  clock,
  log,
}: Deps & { log: Logger }) {
  const open = await db
    .selectFrom('captureUpload')
    .select('id')
    .where('state', '=', 'PROCESSING')
    .where('uploadedAt', '<', new Date(clock().getTime() - hourMs))
    .orderBy('id')
    .execute()
  const ids = open.map(({ id }) => id)
  const lost = await withoutJob(db, 'apply-capture', ids)
  const items = lost.map((id) => ({ data: { uploadId: id }, key: id }))
  await enqueueAll(db, 'apply-capture', items)
  if (lost.length > 0)
    log.warn(
      { requeued: lost.length },
      'data-capture files that had no job were queued again',
    )
}
