import { describe, expect } from 'vitest'
import { brandName, publicUrl, test } from '../../test/mailing.ts'
import { findRow, setRows, waitForLocks } from '../../test/rows.ts'
import { openMailer } from '../lib/integrations/mail.ts'
import { notify } from '../lib/notify.ts'
import { claimUnmailed, claimUnmailedDaily } from './claim-unmailed.ts'
import { markViewed } from './mark-viewed.ts'
import { sendNotificationMail } from './send-mail.ts'
import { sweepNotifications } from './sweep.ts'

describe('immediate mail', () => {
  test('has several notifications in one mail, and names no borrower', async ({
    made,
    wants,
    send,
    queued,
    claim,
    deliver,
    arrived,
  }) => {
    const person = await made.underwriter('myOwn')
    await wants(person, 'IMMEDIATELY')
    const slv = await made.slv({
      underwriterId: person.id,
      buyerLoan: '7001234',
    })
    await send(person, 'PENDING', slv.id)
    await send(person, 'PROXY_LOAN_COMMENT', slv.id)
    await send(person, 'MY_COMPANY_VIEW')
    expect(await queued('claim-notifications')).toEqual([{ userId: person.id }])
    await claim(person)
    const [mail, ...others] = await claim(person)
    expect([mail?.notificationIds.length, others]).toEqual([3, []])
    await deliver()

    const [letter, ...more] = await arrived(person)
    expect(more).toEqual([])
    expect(letter?.subject).toBe(`3 notifications · ${brandName}`)
    expect(letter?.from.address).toBe('no-reply@portal.example')
    for (const part of [letter?.text, letter?.html]) {
      expect(part).not.toMatch(/CANARY|Marlow/)
      expect(part).toContain('New request to review: loan 7001234')
      expect(part).toContain(`${publicUrl}/slv/manage-request/${slv.id}`)
      expect(part).toContain(`${publicUrl}/slv?conversation=${slv.id}`)
      expect(part).toContain('Mar 4, 2026, 10:00 AM ET')
    }
    expect(letter?.html).toContain('Harbor &amp; Sons &lt;Capital&gt;')
    expect(letter?.html).not.toContain('<Capital>')
  })

  test('leaves out viewed and hidden notifications', async ({
    made,
    wants,
    send,
    claim,
    deliver,
    arrived,
    committed,
    ctxOf,
    now,
  }) => {
    const person = await made.underwriter('manageSlr')
    await send(person, 'PENDING', null, new Date(now.getTime() - 1000))
    await wants(person, 'IMMEDIATELY')
    expect(await claim(person)).toEqual([])

    await send(person, 'SLR_PENDING')
    await send(person, 'REASSIGNED')
    expect(await claim(person)).toMatchObject([
      { notificationIds: { length: 2 } },
    ])
    const reassigned = await findRow(committed, 'notification', {
      action: 'REASSIGNED',
    })
    await markViewed(await ctxOf(person), reassigned.id)
    await setRows(
      committed,
      'userRole',
      { userId: person.id },
      { role: 'SELLER' },
    )
    await deliver()
    expect(await arrived(person)).toEqual([])
  })

  test('leaves out a reassigned SLV', async ({
    made,
    wants,
    send,
    claim,
    deliver,
    arrived,
    committed,
  }) => {
    const person = await made.seller()
    await wants(person, 'IMMEDIATELY')
    const lost = await made.slv({ sellerId: person.id, buyerLoan: '790CANARY' })
    const kept = await made.slv({ sellerId: person.id, buyerLoan: '7005679' })
    for (const { id } of [lost, kept]) await send(person, 'APPROVED', id)
    await claim(person)
    await setRows(
      committed,
      'slv',
      { id: lost.id },
      { sellerId: (await made.seller(person.companyId)).id },
    )
    await deliver()
    const letters = await arrived(person)
    expect(letters.map(({ subject }) => subject)).toEqual([
      `Request approved: loan 7005679 · ${brandName}`,
    ])
    expect(JSON.stringify(letters)).not.toContain('CANARY')
  })

  test('is not sent to inactive people', async ({
    made,
    wants,
    send,
    claim,
    deliver,
    arrived,
  }) => {
    const [off, gone] = [await made.underwriter(), await made.underwriter()]
    for (const person of [off, gone]) {
      await wants(person, 'IMMEDIATELY')
      await send(person, 'PENDING')
      await claim(person)
    }
    await wants(off, 'OFF')
    await made.deactivate(gone)
    await deliver()
    expect([...(await arrived(off)), ...(await arrived(gone))]).toEqual([])
  })

  test('fails if the mail server is unreachable', async ({
    made,
    deps,
    wants,
    send,
    claim,
    deliver,
    arrived,
  }) => {
    const person = await made.underwriter()
    await wants(person, 'IMMEDIATELY')
    await send(person, 'PENDING')
    const [mail = { userId: '', notificationIds: [] }] = await claim(person)
    const mailer = openMailer({
      url: 'smtp://127.0.0.1:9',
      from: { name: 'Buyer Loan Review', address: 'no-reply@portal.example' },
    })
    await expect(
      sendNotificationMail({ ...deps, mailer }, mail),
    ).rejects.toThrow(/ECONNREFUSED/)
    await deliver()
    expect(await arrived(person)).toHaveLength(1)
  })
})

test('daily mail is queued once for people with unviewed notifications who chose it', async ({
  made,
  wants,
  send,
  queued,
  now,
  committed,
}) => {
  const people = {
    daily: await made.underwriter(),
    immediate: await made.underwriter(),
    off: await made.underwriter(),
  }
  await wants(people.daily, 'DAILY')
  await wants(await made.underwriter(), 'DAILY')
  await wants(people.immediate, 'IMMEDIATELY')
  for (const person of Object.values(people)) await send(person, 'PENDING')
  expect(await queued('claim-notifications')).toEqual([
    { userId: people.immediate.id },
  ])
  await claimUnmailedDaily({ db: committed, now })
  await claimUnmailedDaily({ db: committed, now })
  expect(await queued('send-notifications')).toMatchObject([
    { userId: people.daily.id },
  ])
})

test('one person’s failure stops no one else’s', async ({
  made,
  wants,
  send,
  queued,
  committed,
  runAsOwner,
  now,
}) => {
  const people = [
    await made.underwriter(),
    await made.underwriter(),
    await made.underwriter(),
  ]
  for (const person of people) {
    await wants(person, 'DAILY')
    await send(person, 'PENDING')
  }
  const [broken, ...others] = people
  const check = `user_id <> '${broken?.id}' or mailed_at is null`
  await runAsOwner(
    `alter table notification add constraint broken check (${check})`,
  )
  await expect(claimUnmailedDaily({ db: committed, now })).rejects.toThrow(
    '1 of 3 failed',
  )
  const mailed = (await queued('send-notifications')).map(
    ({ userId }) => userId,
  )
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
  expect(await queued('claim-notifications')).toEqual([])
  await wants(person, 'IMMEDIATELY')
  expect(await queued('claim-notifications')).toEqual([{ userId: person.id }])
  await claimUnmailed({ db: committed, now }, person.id, 'IMMEDIATELY')
  expect(await queued('send-notifications')).toHaveLength(1)
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
  await wants(person, 'IMMEDIATELY')
  const writing = await committed.startTransaction().execute()
  const notice = {
    action: 'PENDING',
    entityId: null,
    to: [person.id],
    description: '',
  } as const
  await notify({ ...(await ctxOf(notifier)), db: writing }, notice)
  const claiming = claimUnmailed(
    { db: committed, now },
    person.id,
    'IMMEDIATELY',
  )
  await waitForLocks(committed)
  await writing.commit().execute()
  await claiming
  expect(await queued('send-notifications')).toHaveLength(1)
})

test('viewed notifications are deleted after 90 days and all others after a year', async ({
  a,
  db,
  now,
}) => {
  const { id: userId } = await a.seller()
  const notice = (
    title: string,
    days: number,
    status: 'CHECKED' | 'UNCHECKED',
  ) => ({
    ...({
      userId,
      title,
      status,
      type: 'PROXY_LOAN',
      action: 'APPROVED',
    } as const),
    createdAt: new Date(now.getTime() - days * 86_400_000),
  })
  await db
    .insertInto('notification')
    .values([
      notice('viewed, 89 days', 89, 'CHECKED'),
      notice('not viewed, 364 days', 364, 'UNCHECKED'),
      ...Array.from({ length: 3 }, () =>
        notice('viewed, 91 days', 91, 'CHECKED'),
      ),
      ...Array.from({ length: 2 }, () =>
        notice('not viewed, 366 days', 366, 'UNCHECKED'),
      ),
    ])
    .execute()
  await sweepNotifications({ db, now }, 2)
  const left = await db
    .selectFrom('notification')
    .select('title')
    .orderBy('id')
    .execute()
  expect(left.map(({ title }) => title)).toEqual([
    'viewed, 89 days',
    'not viewed, 364 days',
  ])
})
