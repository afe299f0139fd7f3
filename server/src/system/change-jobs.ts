import type { Paging } from '@portal/contract/lib/paging'
import type { JobAction, JobChange } from '@portal/contract/system/model'
import type { z } from 'zod'
import { type Ctx, transact } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { readRows } from '../lib/database/list-query.ts'
import { conflict, notFound } from '../lib/errors.ts'
import {
  deleteFailed,
  type LockedJob,
  lockJob,
  retryFailed,
} from './find-failed-jobs.ts'

/** Runs a failed job once more. */
export const retryJob = (ctx: Ctx, id: string) =>
  change(ctx, id, 'RETRY', async (inner, job) => {
    // A file whose last attempt failed must be marked as queued again before it
    // can be sent.
    if (job.name === 'send-document' && job.key)
      await inner.db
        .updateTable('document')
        .set({ ldpState: 'QUEUED', ldpError: null })
        .where('id', '=', job.key)
        .where('ldpState', '=', 'FAILED')
        .execute()
    await retryFailed(inner.db, job)
  })

/** Deletes a failed job. */
export const dropJob = (ctx: Ctx, id: string) =>
  change(ctx, id, 'DROP', ({ db }, job) => deleteFailed(db, job))

const change = (
  ctx: Ctx,
  id: string,
  action: JobAction,
  run: (ctx: Ctx, job: LockedJob) => Promise<unknown>,
) =>
  transact(ctx, async (inner): Promise<JobChange> => {
    const { db, now, actor } = inner
    const job = await lockJob(db, id)
    if (!job) throw notFound('Job')
    if (!job.isFailed) throw conflict('This job has already been retried')
    await run(inner, job)
    const entry = await db
      .insertInto('systemHistory')
      .values({
        at: now,
        actorId: actor.id,
        action,
        jobId: job.id,
        jobName: job.name,
        jobKey: job.key,
        changes: JSON.stringify([
          { field: 'failure', before: job.failure, after: null },
        ]),
        // Both are given by the chain's trigger.
        position: 1,
        hash: Buffer.alloc(32),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: jobId, name: jobName, key: jobKey } = job
    return {
      id: entry.id,
      at: now.toISOString(),
      actorName: actor.name,
      action,
      jobId,
      jobName,
      jobKey,
    }
  })

const jobChanges = (db: Db) =>
  db
    .selectFrom('systemHistory')
    .innerJoin('appUser', 'appUser.id', 'systemHistory.actorId')
    .select([
      'systemHistory.id',
      'at',
      'action',
      'jobId',
      'jobName',
      'jobKey',
      'appUser.name as actorName',
    ])

/** What administrators did with failed jobs, newest first. */
export async function listJobChanges(
  { db }: Ctx,
  paging: z.output<typeof Paging>,
) {
  const ordered = jobChanges(db).orderBy('systemHistory.id', 'desc')
  const { rows, ...page } = await readRows(
    ordered,
    db.selectFrom('systemHistory'),
    paging,
  )
  return {
    ...page,
    items: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
  }
}

export async function getJobChange(
  { db }: Ctx,
  id: number,
): Promise<JobChange> {
  const row = await jobChanges(db)
    .where('systemHistory.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Change')
  return { ...row, at: row.at.toISOString() }
}
