import type { Db } from '../lib/db.ts'
import { inTransaction } from '../lib/db.ts'
import { enqueue, enqueueAll, withoutJob } from '../lib/jobs.ts'
import type { Logger } from '../lib/log.ts'

type House = { db: Db; clock: () => Date }

/** Closes an upload: by what became of its rows, or with what is wrong with the whole of it. */
export const endUpload = (
  { db, clock }: House,
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
    const byRows = rejectedCount === 0 ? 'APPLIED' : appliedCount === 0 ? 'REJECTED' : 'PARTLY_APPLIED'
    await tx
      .updateTable('captureUpload')
      .set({ state: state ?? byRows, problem, endedAt: clock() })
      .where('id', '=', uploadId)
      .execute()
  })

const waitSeconds = 60

/** Lets an upload wait, with why, and looks at it again in a minute. `unread` counts looks at which an answer could not be read. */
export const waitWithUpload = ({ db }: Pick<House, 'db'>, uploadId: string, problem: string, unread: number) =>
  inTransaction(db, async (tx) => {
    await tx
      .updateTable('captureUpload')
      .set({ problem })
      .where('id', '=', uploadId)
      .where('state', '=', 'PROCESSING')
      .execute()
    await enqueue(tx, 'apply-capture', { uploadId, unread }, { key: uploadId, startAfter: waitSeconds })
  })

const hourMs = 3_600_000

/** Queues again what is to be processed and has no job: the process of its last try was killed before it could say so. */
export async function requeueLostUploads({ db, clock, log }: House & { log: Logger }) {
  const open = await db
    .selectFrom('captureUpload')
    .select('id')
    .where('state', '=', 'PROCESSING')
    .where('uploadedAt', '<', new Date(clock().getTime() - hourMs))
    .orderBy('id')
    .execute()
  const lost = await withoutJob(
    db,
    'apply-capture',
    open.map(({ id }) => id),
  )
  await enqueueAll(
    db,
    'apply-capture',
    lost.map((id) => ({ data: { uploadId: id }, key: id })),
  )
  if (lost.length > 0) log.warn({ requeued: lost.length }, 'data-capture files that had no job were queued again')
}
