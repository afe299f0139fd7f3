import type { Ctx } from '../lib/ctx.ts'
import { badRequest, conflict } from '../lib/errors.ts'
import type { Keys } from '../lib/secret-key.ts'
import { verifyPassword } from './check-password.ts'
import { forgetTries, takeTry } from './take-try.ts'

/** What is done about one's own sign-in. */
export type OwnCtx = Ctx & { keys: Keys }

/** The address that the asker signs in by. Throws 409 for those who come through LoanDock. */
export async function findOwnCredential({ db, actor }: Ctx) {
  const own = await db
    .selectFrom('credential')
    .innerJoin('appUser', 'appUser.id', 'credential.userId')
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .select(['appUser.id', 'appUser.companyId', 'appUser.email', 'appUser.name'])
    .select(['company.name as companyName', 'credential.passwordHash'])
    .where('credential.userId', '=', actor.id)
    .executeTakeFirst()
  if (!own) throw conflict('You sign in through LoanDock')
  return own
}

/**
 * Asks for the asker's own password once more; counted before it is looked at, like a sign-in. Throws 400 naming
 * `password` when it is wrong, 429 when too many were.
 */
export async function checkOwnPassword(ctx: OwnCtx, password: string) {
  const own = await findOwnCredential(ctx)
  await takeTry(ctx, 'again', ctx.actor.id)
  if (!(await verifyPassword(password, own.passwordHash, 'known')))
    throw badRequest([{ field: 'password', error: 'This is not your password' }], 'This is not your password')
  await forgetTries(ctx, 'again', ctx.actor.id)
  return own
}
