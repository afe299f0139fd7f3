import type { OidcProblem } from '@portal/contract/auth/messages'
import { email, text } from '@portal/contract/lib/fields'
import { managesInSomeRole, rolesOf } from '@portal/contract/user/manage-policy'
import { z } from 'zod'
import type { Db } from '../../lib/database/db.ts'
import { isGroup } from '../../lib/group-roles.ts'
import type { OidcSettings } from '../../lib/oidc-settings.ts'
import { writeUserChange } from '../../user/changes.ts'
import { findUser } from '../../user/find-user.ts'
import {
  convertInvitedReviewer,
  findByEmail,
  findSeller,
  provisionUser,
} from '../sessions/log-in.ts'
import type { Account } from '../sessions/tickets.ts'

/**
 * Why someone can't sign in. The sign-in page shows a message for each reason.
 */
export class OidcRefusal extends Error {
  readonly problem: OidcProblem
  constructor(problem: OidcProblem) {
    super(`Single sign-on refused: ${problem}`)
    this.problem = problem
  }
}

type OidcPerson = ReturnType<typeof readPerson>

const shortText = (max: number) => text(max).optional().catch(undefined)

const Claims = z.looseObject({
  sub: z.string().min(1).max(255),
  sid: z.string().optional(),
  email: email
    .transform((address) => address.toLowerCase())
    .optional()
    .catch(undefined),
  given_name: shortText(100),
  family_name: shortText(100),
  phone_number: shortText(25),
})
const Groups = z
  .union([z.array(z.string()), z.string().transform((name) => [name])])
  .default([])

/**
 * Whether the provider says that it verified the email address.
 * `email_verified` must be true, as OpenID Connect Core defines it; other
 * claims, such as Entra ID's `xms_edov`, may also be 1 or text.
 */
function isEmailVerified(
  claims: Readonly<Record<string, unknown>>,
  verifiedClaim: string,
): boolean {
  const value = claims[verifiedClaim]
  if (value === true) return true
  return (
    verifiedClaim !== 'email_verified' &&
    [1, '1', 'true'].some((accepted) => accepted === value)
  )
}

/**
 * The person that the claims describe. Throws if a claim is malformed. Entra ID
 * replaces a long list of groups with a link in `_claim_names`; that doesn't
 * mean "no groups", so it is refused.
 */
export function readPerson(
  claims: Readonly<Record<string, unknown>>,
  settings: OidcSettings,
) {
  const { groupsClaim, companyClaim, verifiedClaim } = settings
  const { sub, sid, email, given_name, family_name, phone_number } =
    Claims.parse(claims)
  if (Object.hasOwn(Object(claims._claim_names), groupsClaim))
    throw new Error('the list of groups is too long')
  return {
    subject: sub,
    sid: sid ?? null,
    email: isEmailVerified(claims, verifiedClaim) ? email : undefined,
    firstName: given_name ?? '',
    lastName: family_name ?? '',
    phone: phone_number || null,
    groups: Groups.parse(claims[groupsClaim]),
    corrId: text(50).optional().catch(undefined).parse(claims[companyClaim]),
  }
}

type LinkDeps = {
  db: Db
  now: Date
  settings: OidcSettings
  brandName: string
  /** The user signed in in this browser. */
  signedInId: string | null
}

/**
 * The id of the user who signs in: found by issuer and subject, at the first
 * sign-in by verified email, otherwise created. Throws OidcRefusal, including
 * for reviewers and inactive users. First sign-ins run one at a time
 * (log-in.ts).
 */
export async function linkAccount(
  deps: LinkDeps,
  person: OidcPerson,
): Promise<string> {
  const { db, now, settings } = deps
  const { issuer } = settings
  const linked = await db
    .selectFrom('oidcIdentity')
    .innerJoin('appUser', 'appUser.id', 'oidcIdentity.userId')
    .select(['appUser.id', 'appUser.status'])
    .where('issuer', '=', issuer)
    .where('subject', '=', person.subject)
    .executeTakeFirst()
  const user = linked ?? (await findOrAddUser(deps, person))
  if (user.status !== 'ACTIVE') throw new OidcRefusal('INACTIVE')
  if (linked) return user.id
  const added = await db
    .insertInto('oidcIdentity')
    .values({ issuer, subject: person.subject, userId: user.id, linkedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .executeTakeFirst()
  if (!added) throw new OidcRefusal('LINKED')
  const changes = [{ field: 'singleSignOn', before: null, after: issuer }]
  await writeUserChange(
    { db, now, actorId: null },
    { userId: user.id, action: 'link-oidc', changes },
  )
  return user.id
}

async function managesPermissions(db: Db, userId: string): Promise<boolean> {
  const user = await findUser(db, userId)
  return user !== undefined && managesInSomeRole(user)
}

async function findOrAddUser(deps: LinkDeps, person: OidcPerson) {
  const { db, now } = deps
  if (!person.email) throw new OidcRefusal('NO_EMAIL')
  const known = await findByEmail(db, person.email)
  // Control of an address at the provider must not be enough to become an
  // administrator.
  if (
    known &&
    known.id !== deps.signedInId &&
    (await managesPermissions(db, known.id))
  )
    throw new OidcRefusal('MANAGER')
  if (known && (known.status !== 'ACTIVE' || !known.hasPassword)) return known
  const account = await describeNewUser(deps, {
    ...person,
    email: person.email,
  })
  if (known) {
    // As with LoanDock, an unused invitation doesn't lock anyone out.
    if (
      typeof account === 'string' ||
      !(await convertInvitedReviewer(db, known, account, now))
    )
      throw new OidcRefusal('REVIEWER')
    return known
  }
  if (typeof account === 'string') throw new OidcRefusal(account)
  const added = await provisionUser(db, account, now)
  if (!added) throw new Error('the new user is missing')
  return added
}

/**
 * A new user's account, by their groups, or what is missing. The portal must
 * know a seller's company.
 */
async function describeNewUser(
  { db, settings, brandName }: LinkDeps,
  {
    groups,
    corrId,
    email,
    firstName,
    lastName,
    phone,
  }: OidcPerson & { email: string },
): Promise<Account | OidcProblem> {
  const roles = settings.roles
    .filter(({ group }) => groups.some((one) => isGroup(one, group)))
    .map(({ role }) => role)
  const person = { email, firstName, lastName, phone }
  if (roles.some((role) => rolesOf.BUYER.includes(role)))
    return { ...person, kind: 'STAFF', companyName: brandName, corrId: null }
  if (roles.length === 0) return 'NO_GROUP'
  const company = corrId ? await findSeller(db, corrId) : undefined
  return company && corrId
    ? { ...person, kind: 'SELLER', companyName: company.name, corrId }
    : 'NO_COMPANY'
}
