import type { SkipReason } from '@portal/contract/auth/tpr-api'
import { email as emailField } from '@portal/contract/lib/fields'
import { sql } from 'kysely'
import { type Ctx, transact } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'
import type { Keys } from '../lib/secret-key.ts'
import { writeUserChange } from '../user/write-change.ts'
import { findVendors, isOfLoanDock } from './find-vendor.ts'
import { openLink } from './open-link.ts'
import { takeTry } from './take-try.ts'

type InviteCtx = Ctx & { keys: Keys }
type Asked = { toEmails: readonly string[]; vendorName?: string | undefined }
type Invited = { invited: string[]; skipped: { email: string; reason: SkipReason }[] }

/** Between two invitations of one person, in ms. */
const mailEvery = 60_000

/**
 * Invites reviewers: those who are new get an account without a password, those who have not set one yet a new link that
 * voids the older. Everybody else is skipped, with why.
 */
export async function inviteReviewers(ctx: InviteCtx, asked: Asked): Promise<Invited> {
  // Before the work, so that what is refused counts too: its answers tell of addresses.
  await takeTry(ctx, 'invite', ctx.actor.id)
  return inviteAll(ctx, asked)
}

const inviteAll = (ctx: InviteCtx, { toEmails, vendorName }: Asked): Promise<Invited> =>
  transact(ctx, async (inner) => {
    const { db } = inner
    const { keys } = ctx
    // Invitations are few: one at a time, so that two never make the same person or the same vendor.
    await sql`select pg_advisory_xact_lock(hashtext('invite reviewers'))`.execute(db)
    const vendors = await findVendors(inner, vendorName)
    const answer: Invited = { invited: [], skipped: [] }
    const seen = new Set<string>()

    for (const given of toEmails) {
      const parsed = emailField.safeParse(given)
      const email = parsed.success ? parsed.data.toLowerCase() : given.trim()
      const reason = !parsed.success
        ? 'INVALID'
        : seen.has(email)
          ? 'TWICE'
          : await invite({ ...inner, keys }, email, vendors)
      seen.add(email)
      if (reason) answer.skipped.push({ email, reason })
      else answer.invited.push(email)
    }
    return answer
  })

type Vendors = Awaited<ReturnType<typeof findVendors>>

/** Invites one; null when that was done, else why not. */
async function invite(ctx: InviteCtx, email: string, vendors: Vendors): Promise<SkipReason | null> {
  const { db, now, actor, keys } = ctx
  const known = await findKnown(db, email)
  const reason = known ? reasonAgainst(known, vendors, now) : (await isOfLoanDock(db, email)) ? 'ELSEWHERE' : null
  if (reason) return reason
  const userId = known?.id ?? (await makeReviewer(ctx, email, await vendors.idFor(email)))
  await openLink({ db, now, keys }, userId, 'INVITE')
  await writeUserChange({ db, now, actorId: actor.id }, { userId, action: 'invite' })
  return null
}

const findKnown = (db: Db, email: string) =>
  db
    .selectFrom('appUser')
    .leftJoin('credential', 'credential.userId', 'appUser.id')
    .select((eb) => [
      'appUser.id',
      'appUser.companyId',
      'appUser.status',
      'credential.userId as credentialId',
      'credential.passwordSetAt',
      eb
        .selectFrom('accountLink')
        .select((link) => link.fn.max('accountLink.createdAt').as('at'))
        .whereRef('accountLink.userId', '=', 'appUser.id')
        .as('invitedAt'),
    ])
    .where('appUser.email', '=', email)
    .executeTakeFirst()
type Known = NonNullable<Awaited<ReturnType<typeof findKnown>>>

/** Of another company's people an inviter learns nothing but that they are there. */
function reasonAgainst(known: Known, { named }: Vendors, now: Date): SkipReason | null {
  if (!known.credentialId || (named && named.id !== known.companyId)) return 'ELSEWHERE'
  if (known.status !== 'ACTIVE') return 'INACTIVE'
  if (known.passwordSetAt) return 'ACTIVE'
  const isFresh = known.invitedAt !== null && now.getTime() - known.invitedAt.getTime() < mailEvery
  return isFresh ? 'TOO_SOON' : null
}

/** Somebody new, who may sign in once they have set a password. */
async function makeReviewer({ db, now }: Ctx, email: string, companyId: string): Promise<string> {
  const { id } = await db
    .insertInto('appUser')
    .values({ email, ...namesOf(email), companyId, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('userRole').values({ userId: id, role: 'TPR', position: 0 }).execute()
  await db.insertInto('credential').values({ userId: id }).execute()
  return id
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** `ana.ortiz@…` is most likely Ana Ortiz, and may put it right in the settings; of other addresses nothing is guessed. */
function namesOf(email: string): { firstName?: string; lastName?: string } {
  const [, first, last] = /^([a-z]{2,})\.([a-z]{2,})@/.exec(email) ?? []
  return first && last ? { firstName: capital(first), lastName: capital(last) } : {}
}
