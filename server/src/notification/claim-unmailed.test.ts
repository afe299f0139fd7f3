import { expect } from 'vitest'
import { asOwner } from '../../test/fixture.ts'
import { ctxFor } from '../../test/makers.ts'
import { test } from '../../test/notifying.ts'
import { waitForLocks } from '../../test/rows.ts'
import { notify } from '../lib/notify.ts'
import { claimUnmailed, claimUnmailedDaily } from './claim-unmailed.ts'

test('daily mail has what is not viewed, for those who want it', async ({
  made,
  wants,
  tell,
  queued,
  now,
  committed,
}) => {
  const [daily, atOnce, none, quiet] = [
    await made.underwriter(),
    await made.underwriter(),
    await made.underwriter(),
    await made.underwriter(),
  ]
  await wants(daily, 'DAILY')
  await wants(quiet, 'DAILY')
  await wants(atOnce, 'AT_ONCE')
  for (const person of [daily, atOnce, none]) await tell(person, 'PENDING')
  expect(await queued('mail-notifications')).toEqual([{ userId: atOnce.id }])
  await claimUnmailedDaily({ db: committed, now })
  await claimUnmailedDaily({ db: committed, now })
  expect((await queued('send-notification-mail')).map(({ userId }) => userId)).toEqual([daily.id])
})

test('one person’s failure stops no one else’s', async ({ made, wants, tell, queued, committed, ownerUrl, now }) => {
  const people = [await made.underwriter(), await made.underwriter(), await made.underwriter()]
  for (const person of people) {
    await wants(person, 'DAILY')
    await tell(person, 'PENDING')
  }
  const [broken, ...others] = people
  await asOwner(
    ownerUrl,
    `alter table notification add constraint broken check (user_id <> '${broken?.id}' or mailed_at is null)`,
  )
  await expect(claimUnmailedDaily({ db: committed, now })).rejects.toThrow('1 of 3 failed')
  const mailed = (await queued('send-notification-mail')).map(({ userId }) => userId)
  expect(mailed.toSorted()).toEqual(others.map(({ id }) => id).toSorted())
})

test('switching from daily mail to at once sends what waits', async ({ made, wants, tell, queued, now, committed }) => {
  const person = await made.underwriter()
  await wants(person, 'DAILY')
  await tell(person, 'PENDING')
  expect(await queued('mail-notifications')).toEqual([])
  await wants(person, 'AT_ONCE')
  expect(await queued('mail-notifications')).toEqual([{ userId: person.id }])
  await claimUnmailed({ db: committed, now }, person.id, 'AT_ONCE')
  expect(await queued('send-notification-mail')).toHaveLength(1)
})

test('a notification written while mail is claimed is mailed once', async ({ made, wants, committed, queued, now }) => {
  const [person, teller] = [await made.underwriter(), await made.underwriter()]
  await wants(person, 'AT_ONCE')
  const told = Promise.withResolvers<void>()
  const wait = Promise.withResolvers<void>()
  const telling = committed.transaction().execute(async (tx) => {
    const ctx = { ...(await ctxFor(committed, teller, now)), db: tx }
    await notify(ctx, { action: 'PENDING', entityId: null, to: [person.id], description: '' })
    told.resolve()
    await wait.promise
  })
  await told.promise
  const taking = claimUnmailed({ db: committed, now }, person.id, 'AT_ONCE')
  try {
    await waitForLocks(committed)
  } finally {
    wait.resolve()
  }
  await Promise.all([telling, taking])
  expect(await queued('send-notification-mail')).toHaveLength(1)
})
