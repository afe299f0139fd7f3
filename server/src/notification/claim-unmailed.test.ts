import { expect } from 'vitest'
import { test } from '../../test/notifying.ts'
import { waitForLocks } from '../../test/rows.ts'
import { notify } from '../lib/notify.ts'
import { claimUnmailed, claimUnmailedDaily } from './claim-unmailed.ts'

test('daily mail is queued once for people with unviewed notifications who chose it', async ({
  made,
  wants,
  send,
  queued,
  now,
  committed,
}) => {
  const people = { daily: await made.underwriter(), immediate: await made.underwriter(), off: await made.underwriter() }
  await wants(people.daily, 'DAILY')
  await wants(await made.underwriter(), 'DAILY')
  await wants(people.immediate, 'AT_ONCE')
  for (const person of Object.values(people)) await send(person, 'PENDING')
  expect(await queued('mail-notifications')).toEqual([{ userId: people.immediate.id }])
  await claimUnmailedDaily({ db: committed, now })
  await claimUnmailedDaily({ db: committed, now })
  expect(await queued('send-notification-mail')).toMatchObject([{ userId: people.daily.id }])
})

test('one person’s failure stops no one else’s', async ({ made, wants, send, queued, committed, runAsOwner, now }) => {
  const people = [await made.underwriter(), await made.underwriter(), await made.underwriter()]
  for (const person of people) {
    await wants(person, 'DAILY')
    await send(person, 'PENDING')
  }
  const [broken, ...others] = people
  const check = `user_id <> '${broken?.id}' or mailed_at is null`
  await runAsOwner(`alter table notification add constraint broken check (${check})`)
  await expect(claimUnmailedDaily({ db: committed, now })).rejects.toThrow('1 of 3 failed')
  const mailed = (await queued('send-notification-mail')).map(({ userId }) => userId)
  expect(mailed.toSorted()).toEqual(others.map(({ id }) => id).toSorted())
})

test('switching from daily to immediate mail sends waiting notifications', async ({
  made,
  wants,
  send,
  queued,
  now,
  committed,
}) => {
  const person = await made.underwriter()
  await wants(person, 'DAILY')
  await send(person, 'PENDING')
  expect(await queued('mail-notifications')).toEqual([])
  await wants(person, 'AT_ONCE')
  expect(await queued('mail-notifications')).toEqual([{ userId: person.id }])
  await claimUnmailed({ db: committed, now }, person.id, 'AT_ONCE')
  expect(await queued('send-notification-mail')).toHaveLength(1)
})

test('a notification written while mail is claimed is mailed once', async ({
  made,
  wants,
  notifier,
  ctxOf,
  committed,
  queued,
  now,
}) => {
  const person = await made.underwriter()
  await wants(person, 'AT_ONCE')
  const writing = await committed.startTransaction().execute()
  const notice = { action: 'PENDING', entityId: null, to: [person.id], description: '' } as const
  await notify({ ...(await ctxOf(notifier)), db: writing }, notice)
  const claiming = claimUnmailed({ db: committed, now }, person.id, 'AT_ONCE')
  await waitForLocks(committed)
  await writing.commit().execute()
  await claiming
  expect(await queued('send-notification-mail')).toHaveLength(1)
})
