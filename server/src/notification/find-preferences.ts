import { toRecord } from '@portal/contract/lib/typed'
import {
  getFrequencies,
  type MailFrequency,
  type MailKind,
  type MailPreferences,
  mailKinds,
} from '@portal/contract/notification/mail'
import { mailKindsFor } from '@portal/contract/notification/policy'
import type { Ctx } from '../lib/ctx.ts'

/** The choices of 1.0.0, which counted for all kinds. */
const formerFrequencies: Record<string, MailFrequency> = {
  AT_ONCE: 'IMMEDIATELY',
  DAILY: 'DAILY',
}

/**
 * How a person gets emails, by kind: as they chose, as they chose for all kinds
 * in 1.0.0, or by default. `notify` has the same rule as SQL.
 */
export async function findPreferences({
  db,
  actor,
}: Pick<Ctx, 'db' | 'actor'>): Promise<MailPreferences> {
  const { notificationMail } = await db
    .selectFrom('appUser')
    .select('notificationMail')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  const chosen = await db
    .selectFrom('mailPreference')
    .select(['kind', 'frequency'])
    .where('userId', '=', actor.id)
    .execute()
  const frequencies = new Map(
    chosen.map(({ kind, frequency }) => [kind, frequency]),
  )
  const former = formerFrequencies[notificationMail]
  return toRecord(mailKindsFor(actor), (kind) => ({
    email: frequencies.get(kind) ?? findDefault(kind, former),
  }))
}

function findDefault(
  kind: MailKind,
  former: MailFrequency | undefined,
): MailFrequency {
  const isOffered = former && getFrequencies(kind).includes(former)
  return isOffered ? former : mailKinds[kind].byDefault
}
