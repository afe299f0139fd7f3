import { sql } from 'kysely'
import { expect, onTestFinished, vi } from 'vitest'
import { test as base } from '../../test/mailing.ts'
import { jobs } from '../job-catalog.ts'
import { startJobs } from '../lib/jobs/jobs.ts'
import { createLog } from '../lib/log.ts'
import { notificationJobs } from './jobs.ts'

const hourMs = 3_600_000

/** The portal with running jobs, whose waiting can be cut short. */
const test = base
  .extend('clock', ({ now }) => ({ now }))
  .extend('runJobs', ({ url, deps, clock }) => async () => {
    const jobDeps = { ...deps, clock: () => clock.now }
    const running = await startJobs(
      url,
      jobs,
      {
        'claim-notifications':
          notificationJobs['claim-notifications'].createHandler(jobDeps),
        'send-notifications':
          notificationJobs['send-notifications'].createHandler(jobDeps),
      },
      createLog('silent'),
    )
    onTestFinished(running.stop)
  })
  .extend('waitForJob', ({ committed }) => {
    return (name: string, expected: { state: string; retries: number }) =>
      vi.waitFor(
        async () => {
          const { rows } = await sql`
            select state, retry_count as retries
            from pgboss.job
            where name = ${name}`.execute(committed)
          expect(rows).toEqual([expected])
        },
        { timeout: 20_000, interval: 100 },
      )
  })
  .extend('endWaiting', ({ committed }) => async (name: string) => {
    await sql`
      update pgboss.job
      set start_after = now()
      where name = ${name} and state in ('created', 'retry')`.execute(committed)
  })

test('mail that the mail server was down for goes out once, and says that it is late', async ({
  made,
  send,
  mailbox,
  clock,
  runJobs,
  waitForJob,
  endWaiting,
  arrived,
}) => {
  const person = await made.seller()
  const slv = await made.slv({ sellerId: person.id, buyerLoan: '7001234' })
  await mailbox.setUp(false)
  onTestFinished(async () => {
    await mailbox.setUp(true)
  })
  await send(person, 'APPROVED', slv.id)
  await runJobs()
  await endWaiting('claim-notifications')
  await waitForJob('send-notifications', { state: 'retry', retries: 0 })

  clock.now = new Date(clock.now.getTime() + hourMs)
  await endWaiting('send-notifications')
  await waitForJob('send-notifications', { state: 'retry', retries: 1 })
  expect(await arrived(person)).toEqual([])

  await mailbox.setUp(true)
  await endWaiting('send-notifications')
  await waitForJob('send-notifications', { state: 'completed', retries: 2 })
  const [mail, ...others] = await arrived(person)
  expect(others).toEqual([])
  expect(mail?.text).toContain(
    'This email is late. It happened Mar 4, 2026, 10:00 AM ET.',
  )
})
