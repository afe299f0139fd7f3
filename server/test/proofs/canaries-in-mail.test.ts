import { toRecord } from '@portal/contract/lib/typed'
import { mailKindNames } from '@portal/contract/notification/mail'
import type { Actor } from '@portal/contract/user/model'
import { expect } from 'vitest'
import type { Db } from '../../src/lib/database/db.ts'
import { sendNotificationMail } from '../../src/notification/send-mail.ts'
import { savePreferences } from '../../src/notification/set-preferences.ts'
import { keys } from '../http.ts'
import { test } from '../makers.ts'
import { findRows } from '../rows.ts'
import { createCanaries, watchCanaries } from './canaries.ts'
import { listReaders, type People } from './canary-people.ts'
import { runSlvStory, runTdocStory } from './canary-stories.ts'
import { plantCanaries } from './plant-canaries.ts'

/** Has a person's notifications of all kinds mailed immediately. */
const mailImmediately = (db: Db, { id }: Actor, now: Date) => {
  const kinds = mailKindNames.filter((kind) => kind !== 'SUMMARY')
  const change = toRecord(kinds, () => ({ email: 'IMMEDIATELY' as const }))
  return savePreferences({ db, now }, id, change)
}

/** Stories of each seller's company and of each vendor. */
function listStories(people: People) {
  const { outsider } = people
  return {
    slvStories: [
      {
        people,
        owner: people.ownerA,
        overseer: people.overseerA,
        underwriter: people.underwriterA,
      },
      {
        people,
        owner: people.ownerB,
        overseer: people.overseerB,
        underwriter: people.underwriterB,
      },
    ],
    tdocStories: [
      { desk: people.deskX, reviewer: people.reviewerX, colleague: outsider },
      { desk: people.deskY, reviewer: people.reviewerY, colleague: outsider },
    ],
  }
}

/** Mails these notifications. Returns the mails without their recipient. */
async function sendMails(
  { db, now }: { db: Db; now: Date },
  userId: string,
  notificationIds: string[],
): Promise<string[]> {
  const mails: string[] = []
  const mailer = {
    send: async (mail: object) => {
      mails.push(JSON.stringify({ ...mail, to: undefined }))
      return null
    },
    close: () => undefined,
  }
  await sendNotificationMail(
    {
      db,
      now,
      keys,
      mailer,
      brandName: 'Buyer',
      publicUrl: 'https://portal.example',
    },
    { userId, notificationIds },
  )
  return mails
}

test('no notification or mail shows more than its reader may see', async ({
  db,
  now,
}) => {
  const canaries = createCanaries()
  const { people } = await plantCanaries({ db, now, canaries })
  const { leaks, seen, search } = watchCanaries(canaries)
  const readers = listReaders(people)
  for (const { actor } of readers) await mailImmediately(db, actor, now)
  const { slvStories, tdocStories } = listStories(people)
  for (const story of slvStories)
    await runSlvStory({ db, now, canaries }, story)
  for (const story of tdocStories)
    await runTdocStory({ db, now, canaries }, story)

  let notificationCount = 0
  const allMails: string[] = []
  for (const reader of readers) {
    const { id: userId } = reader.actor
    const notifications = await findRows(db, 'notification', { userId })
    notificationCount += notifications.length
    const bell = JSON.stringify(notifications)
    search(reader, 'the bell', bell)
    // Only mails have the text of comments.
    expect(bell).not.toMatch(/canary-\d{4}-(in|ex)ternalcomment/i)

    const ids = notifications.map(({ id }) => id)
    const mails = await sendMails({ db, now }, userId, ids)
    for (const mail of mails) search(reader, 'a mail', mail)
    allMails.push(...mails)
  }

  process.stdout.write(
    `${notificationCount} notifications and ${allMails.length} mails searched\n`,
  )
  expect([...leaks]).toEqual([])
  expect(notificationCount).toBeGreaterThan(30)
  expect(allMails.length).toBeGreaterThanOrEqual(5)
  expect(seen.size).toBeGreaterThan(1)
  expect(allMails.join('\n')).toMatch(/canary-\d{4}-internalcomment/i)
  expect(allMails.join('\n')).toMatch(/canary-\d{4}-externalcomment/i)
  // Mail is stored in many places, so it never has a borrower's name.
  expect(allMails.join('\n')).not.toMatch(/canary-\d{4}-borrower/i)
})
