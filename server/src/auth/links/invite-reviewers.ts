import type { SkipReason } from '@portal/contract/auth/tpr-api'
import { email as emailField } from '@portal/contract/lib/fields'
import { sql } from 'kysely'
import { type Ctx, transact } from '../../lib/ctx.ts'
import type { Db } from '../../lib/database/db.ts'
import type { Keys } from '../../lib/integrations/secret-key.ts'
import { writeUserChange } from '../../user/changes.ts'
import { findVendors, isLoanDockDomain } from '../../user/find-vendor.ts'
import { throttle } from '../factors/throttle.ts'
import { openLink } from './open-link.ts'

type InviteCtx = Ctx & { keys: Keys }
type Invitation = {
  toEmails: readonly string[]
  vendorName?: string | undefined
}
type Outcome = {
  invited: string[]
  /** Of the invited, to whom mail was refused before. */
  refused: { email: string; at: string }[]
  skipped: { email: string; reason: SkipReason }[]
}

const minIntervalMs = 60_000

/**
 * Invites new addresses and those that have not set a password. Everyone else
 * is skipped, with the reason.
 */
export async function inviteReviewers(
  ctx: InviteCtx,
  { toEmails, vendorName }: Invitation,
): Promise<Outcome> {
  // Outside of the transaction: refused calls count too, as their responses
  // reveal accounts.
  await throttle(ctx, 'invite', ctx.actor.id)
  return transact(ctx, async (inner) => {
    const { db } = inner
    // One at a time, so that no two create the same person or vendor.
    await sql`select pg_advisory_xact_lock(hashtext('invite reviewers'))`.execute(
      db,
    )
    const vendors = await findVendors(inner, vendorName)
    const outcome: Outcome = { invited: [], refused: [], skipped: [] }
    const seen = new Set<string>()

    for (const given of toEmails) {
      const parsed = emailField.safeParse(given)
      const email = parsed.success ? parsed.data.toLowerCase() : given.trim()
      const inviteOnce = async () =>
        seen.has(email)
          ? 'TWICE'
          : invite({ ...inner, keys: ctx.keys }, email, vendors)
      const reason = parsed.success ? await inviteOnce() : 'INVALID'
      seen.add(email)
      if (reason) outcome.skipped.push({ email, reason })
      else outcome.invited.push(email)
    }
    outcome.refused = await findRefused(db, outcome.invited)
    return outcome
  })
}

async function findRefused(db: Db, emails: readonly string[]) {
  const rows = await db
    .selectFrom('appUser')
    .select(['email', 'mailRefusedAt'])
    .where((eb) => eb('email', '=', eb.fn.any(eb.val(emails))))
    .where('mailRefusedAt', 'is not', null)
    .orderBy('email')
    .execute()
  return rows.flatMap(({ email, mailRefusedAt }) =>
    mailRefusedAt ? [{ email, at: mailRefusedAt.toISOString() }] : [],
  )
}

type Vendors = Awaited<ReturnType<typeof findVendors>>

/** Invites one address. Returns null, or the reason why it is skipped. */
async function invite(
  ctx: InviteCtx,
  email: string,
  vendors: Vendors,
): Promise<SkipReason | null> {
  const { db, now, actor, keys } = ctx
  const existing = await findExisting(db, email)
  const reason = existing && findSkipReason(existing, vendors, now)
  if (reason) return reason
  if (!existing && (await isLoanDockDomain(db, email))) return 'ELSEWHERE'
  const userId =
    existing?.id ??
    (await createReviewer(ctx, email, await vendors.idFor(email)))
  await openLink({ db, now, keys }, userId, 'INVITE')
  await writeUserChange(
    { db, now, actorId: actor.id },
    { userId, action: 'invite' },
  )
  return null
}

const findExisting = (db: Db, email: string) =>
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
type Existing = NonNullable<Awaited<ReturnType<typeof findExisting>>>

/** For a user of another company the reason reveals nothing else about them. */
function findSkipReason(
  existing: Existing,
  { named }: Vendors,
  now: Date,
): SkipReason | null {
  if (!existing.credentialId || (named && named.id !== existing.companyId))
    return 'ELSEWHERE'
  if (existing.status !== 'ACTIVE') return 'INACTIVE'
  if (existing.passwordSetAt) return 'ACTIVE'
  const isFresh =
    existing.invitedAt !== null &&
    now.getTime() - existing.invitedAt.getTime() < minIntervalMs
  return isFresh ? 'TOO_SOON' : null
}

async function createReviewer(
  { db, now }: Ctx,
  email: string,
  companyId: string,
): Promise<string> {
  const { id } = await db
    .insertInto('appUser')
    .values({ email, ...guessNames(email), companyId, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('userRole')
    .values({ userId: id, role: 'TPR', position: 0 })
    .execute()
  await db.insertInto('credential').values({ userId: id }).execute()
  return id
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/**
 * Guesses Ana Ortiz from `ana.ortiz@…`, which the user can correct; other
 * addresses give no name.
 */
function guessNames(email: string): { firstName?: string; lastName?: string } {
  const [, first, last] = /^([a-z]{2,})\.([a-z]{2,})@/.exec(email) ?? []
  return first && last
    ? { firstName: capital(first), lastName: capital(last) }
    : {}
}
