import type { MailRefusal } from '@portal/contract/user/mail-refusal'
import type { Ctx } from '../lib/ctx.ts'
import { type Db, inTransaction } from '../lib/database/db.ts'
import type { Mailer } from '../lib/integrations/mail.ts'
import { writeUserChange } from './changes.ts'
import { presentRefusal } from './find-user.ts'

/** Why mail to the actor is stopped, or null. */
export async function findOwnRefusal({
  db,
  actor,
}: Pick<Ctx, 'db' | 'actor'>): Promise<MailRefusal | null> {
  const row = await db
    .selectFrom('appUser')
    .select(['mailRefusedAt', 'mailRefusal'])
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  return presentRefusal(row)
}

type Deps = { db: Db; clock: () => Date }

/**
 * A mailer that stores which addresses refused mail for good, and sends them
 * nothing more until a requested mail is accepted or someone tries again.
 */
export const stopRefused = (mailer: Mailer, deps: Deps): Mailer => ({
  ...mailer,
  send: async (mail) => {
    const former = await findRefusal(deps.db, mail.to)
    if (former !== null && !mail.isRequested) return former
    const answer = await mailer.send(mail)
    if (answer !== former) await storeRefusal(deps, mail.to, answer)
    return answer
  },
})

async function findRefusal(db: Db, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('appUser')
    .select('mailRefusal')
    .where('email', '=', email)
    .executeTakeFirst()
  return row?.mailRefusal ?? null
}

/** Stores a refusal, or with null that mail is accepted again. */
const storeRefusal = (
  { db, clock }: Deps,
  email: string,
  answer: string | null,
) =>
  inTransaction(db, async (tx) => {
    const person = await tx
      .selectFrom('appUser')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst()
    if (person)
      await writeRefusal(
        { db: tx, now: clock(), actorId: null },
        { userId: person.id, answer },
      )
  })

/**
 * Writes that mail to a person is refused for good, or with null that it is
 * sent again, with history.
 */
export async function writeRefusal(
  { db, now, actorId }: { db: Db; now: Date; actorId: string | null },
  { userId, answer }: { userId: string; answer: string | null },
): Promise<void> {
  const before = await db
    .selectFrom('appUser')
    .select('mailRefusal')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await db
    .updateTable('appUser')
    .set({ mailRefusedAt: answer === null ? null : now, mailRefusal: answer })
    .where('id', '=', userId)
    .execute()
  await writeUserChange(
    { db, now, actorId },
    {
      userId,
      action: answer === null ? 'try-mail-again' : 'refuse-mail',
      changes: [
        { field: 'mailRefusal', before: before.mailRefusal, after: answer },
      ],
    },
  )
}
