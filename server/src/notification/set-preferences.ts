import { getKeys } from '@portal/contract/lib/typed'
import type {
  MailFrequency,
  MailKind,
  MailPreferences,
} from '@portal/contract/notification/mail'
import { notificationActions } from '@portal/contract/notification/model'
import { mailKindsFor } from '@portal/contract/notification/policy'
import { type Ctx, transact } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { badRequest } from '../lib/errors.ts'
import { queueMail } from '../lib/notify.ts'
import { findPreferences } from './find-preferences.ts'

/** Throws 400 for a kind that the actor doesn't get. */
export const setPreferences = (
  ctx: Ctx,
  change: MailPreferences,
): Promise<MailPreferences> =>
  transact(ctx, async (inner) => {
    const { actor } = inner
    const own = mailKindsFor(actor)
    const others = getKeys(change).filter((kind) => !own.includes(kind))
    if (others.length > 0)
      throw badRequest(
        others.map((field) => ({
          field,
          error: 'You do not get emails of this kind',
        })),
      )
    await savePreferences(inner, actor.id, change)
    return findPreferences(inner)
  })

type When = { db: Db; now: Date }

/**
 * Stores how a person gets the emails of these kinds. Those that wait for the
 * daily email follow the new choice.
 */
export async function savePreferences(
  { db, now }: When,
  userId: string,
  change: MailPreferences,
): Promise<void> {
  for (const kind of getKeys(change)) {
    const frequency = change[kind]?.email
    if (frequency) await saveOne({ db, now }, userId, kind, frequency)
  }
}

async function saveOne(
  { db, now }: When,
  userId: string,
  kind: MailKind,
  frequency: MailFrequency,
) {
  await db
    .insertInto('mailPreference')
    .values({ userId, kind, frequency, changedAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'kind'])
        .doUpdateSet({ frequency, changedAt: now }),
    )
    .execute()
  const actions = getKeys(notificationActions).filter(
    (action) => notificationActions[action].mail === kind,
  )
  if (actions.length === 0) return
  const waiting = await db
    .updateTable('notification')
    .set({ mail: frequency })
    .where('userId', '=', userId)
    .where('status', '=', 'UNCHECKED')
    .where('mailedAt', 'is', null)
    .where('mail', 'in', ['IMMEDIATELY', 'DAILY'])
    .where('action', 'in', actions)
    .returning('id')
    .execute()
  if (frequency === 'IMMEDIATELY' && waiting.length > 0)
    await queueMail({ db, now }, [{ userId, kind }])
}
