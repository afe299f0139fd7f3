import { sql } from 'kysely'
import { expect } from 'vitest'
import { addFailedJob, stateOfJob } from '../../test/failed-job.ts'
import { test as base } from '../../test/http.ts'
import { addRow, findRow, findRows } from '../../test/rows.ts'
import { jobs } from '../job-catalog.ts'
import { enqueue, startJobs } from '../lib/jobs/jobs.ts'
import { createLog } from '../lib/log.ts'

const list = '/v1/system/failed-jobs'

const test = base
  .extend('admin', async ({ made, signedIn }) =>
    signedIn(await made.underwriter('managePermissions')),
  )
  /** Adds a failed job with what its last attempt threw. */
  .extend(
    'failedJob',
    ({ committed }) =>
      (name: string, key: string | null, output: object = {}) =>
        addFailedJob(committed, name, key, output),
  )

test('a failed job is listed without its data, retried, and succeeds', async ({
  url,
  committed: db,
  admin,
  onTestFinished,
}) => {
  let hasFailed = false
  const sweep = async () => {
    if (hasFailed) return
    hasFailed = true
    throw new Error('could not reach ann@borrower.example, SSN 123-45-6789')
  }
  await enqueue(db, 'sweep-reporting-changes', {}, { key: 'night' })
  await sql`update pgboss.job set retry_limit = 0`.execute(db)
  const running = await startJobs(
    url,
    jobs,
    { 'sweep-reporting-changes': sweep },
    createLog('silent'),
  )
  onTestFinished(running.stop)
  const failed = async () => (await admin('GET', list)).json().items
  await expect.poll(failed).toHaveLength(1)
  const [job] = await failed()
  expect(job).toMatchObject({
    name: 'sweep-reporting-changes',
    key: 'night',
    attempts: 1,
  })
  expect(job.failure).toBe('Unexpected error: see the log')

  const answer = await admin('POST', `${list}/${job.id}/retry`)
  expect(answer.json()).toMatchObject({
    action: 'RETRY',
    jobId: job.id,
    jobName: job.name,
    jobKey: 'night',
  })
  await expect.poll(() => stateOfJob(db, job.id)).toBe('completed')
  expect(await failed()).toEqual([])
  const { items } = (await admin('GET', '/v1/system/job-changes')).json()
  expect(items).toEqual([answer.json()])
  expect((await findRow(db, 'systemHistory')).changes).toEqual([
    { field: 'failure', before: 'Unexpected error: see the log', after: null },
  ])
})

test('of several retries and drops of a job, only one succeeds', async ({
  committed: db,
  admin,
  failedJob,
}) => {
  const id = await failedJob('send-link', 'a-link')
  const answers = await Promise.all(
    ['retry', 'drop', 'retry', 'drop'].map((action) =>
      admin('POST', `${list}/${id}/${action}`),
    ),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  for (const { statusCode } of answers)
    expect([200, 404, 409]).toContain(statusCode)
  expect(await findRows(db, 'systemHistory')).toHaveLength(1)
})

test('a dropped job is deleted, and running, waiting and unknown jobs can’t be changed', async ({
  committed: db,
  admin,
  failedJob,
}) => {
  const id = await failedJob('send-link', 'a-link')
  expect((await admin('POST', `${list}/${id}/drop`)).statusCode).toBe(200)
  expect(await stateOfJob(db, id)).toBeUndefined()
  expect((await admin('POST', `${list}/${id}/drop`)).statusCode).toBe(404)
  await enqueue(db, 'send-link', { linkId: id }, { key: 'waits' })
  const { rows } = await sql<{
    id: string
  }>`select id from pgboss.job where singleton_key = 'waits'`.execute(db)
  for (const action of ['retry', 'drop'])
    expect(
      (await admin('POST', `${list}/${rows[0]?.id}/${action}`)).statusCode,
    ).toBe(409)
})

test('retrying the delivery of a file queues the file again', async ({
  committed: db,
  admin,
  failedJob,
  made,
  now,
}) => {
  const seller = await made.seller()
  const slv = await made.slv({ status: 'PENDING', sellerId: seller.id })
  const { id } = await addRow(db, 'document', {
    slvId: slv.id,
    kind: 'SELLER',
    resubmitCount: 0,
    name: 'a.pdf',
    type: 'PDF',
    size: 1,
    sha256: Buffer.alloc(32),
    storageKey: 'a',
    uploadedById: seller.id,
    uploadedAt: now,
    ldpState: 'FAILED',
    ldpError: 'LoanDock cannot be reached',
  })
  const job = await failedJob('send-document', id)
  expect((await admin('POST', `${list}/${job}/retry`)).statusCode).toBe(200)
  expect(await findRow(db, 'document', { id })).toMatchObject({
    ldpState: 'QUEUED',
    ldpError: null,
  })
})
