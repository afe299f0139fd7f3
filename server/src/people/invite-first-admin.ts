import { dayMs } from '@portal/contract/sla/calendar'
import { type Db, inTransaction } from '../lib/database/db.ts'
import { lockAllRights } from '../user/lock-person.ts'
import { makeFirstAdmin, someoneManages } from '../user/make-first-admin.ts'
import { othersManage } from '../user/write-rights.ts'

export const invitationDays = 7

type Invited =
  | { outcome: 'MADE' }
  /** `replaced` had a pending invitation, which is no longer valid. */
  | { outcome: 'INVITED'; replaced: string | null }
  | { outcome: 'REFUSED'; reason: string }

/**
 * Makes an existing user the first administrator. Someone without an account
 * becomes it at their first sign-in within a week. A new invitation replaces a
 * pending one.
 */
export const inviteFirstAdmin = (
  db: Db,
  now: Date,
  email: string,
): Promise<Invited> =>
  inTransaction(db, async (tx): Promise<Invited> => {
    await lockAllRights(tx)
    const known = await tx
      .selectFrom('appUser')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst()
    if (known) {
      const reason = await makeFirstAdmin(tx, now, known.id)
      return reason ? { outcome: 'REFUSED', reason } : { outcome: 'MADE' }
    }
    if (await othersManage(tx, null))
      return { outcome: 'REFUSED', reason: someoneManages }
    const deleted = await tx
      .deleteFrom('adminInvitation')
      .returning(['email', 'expiresAt'])
      .execute()
    const pending = deleted.find((invitation) => invitation.expiresAt > now)
    const expiresAt = new Date(now.getTime() + invitationDays * dayMs)
    await tx
      .insertInto('adminInvitation')
      .values({ email, expiresAt })
      .execute()
    return { outcome: 'INVITED', replaced: pending?.email ?? null }
  })
