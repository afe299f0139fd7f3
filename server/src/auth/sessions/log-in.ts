import { sql } from 'kysely'
import { type Db, inTransaction } from '../../lib/database/db.ts'
import { unauthorized } from '../../lib/errors.ts'
import { writeUserChange } from '../../user/changes.ts'
import { claimFirstAdmin, makeFirstAdmin } from '../../user/make-first-admin.ts'
import { requestAccess } from '../../user/request-access.ts'
import { getProfile } from '../profile.ts'
import { closeSession, hashToken, openSession } from './session.ts'
import { type Account, type TicketReader, useOnce } from './tickets.ts'

/**
 * The user with this address, locked against deactivation while their session
 * is opened.
 */
export function findByEmail(db: Db, email: string) {
  return db
    .selectFrom('appUser')
    .select([
      'id',
      'status',
      ({ exists, selectFrom }) =>
        exists(
          selectFrom('credential')
            .select('userId')
            .whereRef('credential.userId', '=', 'appUser.id'),
        )
          .$castTo<boolean>()
          .as('hasPassword'),
    ])
    .where('email', '=', email)
    .where('isService', '=', false)
    .forNoKeyUpdate('appUser')
    .executeTakeFirst()
}

/**
 * Creates a user at their first sign-in, with the default role and, if it is
 * new, their company.
 */
export async function provisionUser(db: Db, account: Account, now: Date) {
  const company = await findOrCreateCompany(db, account, now)
  const { email, firstName, lastName, phone } = account
  const added = await db
    .insertInto('appUser')
    .values({
      email,
      firstName,
      lastName,
      phone,
      companyId: company.id,
      createdAt: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added)
    await recordProvisioning(
      db,
      { userId: added.id, companyName: company.name, before: null },
      now,
    )
  return findByEmail(db, email)
}

type Provisioning = {
  userId: string
  companyName: string
  before: { companyName: string; roles: string[] } | null
}

async function recordProvisioning(
  db: Db,
  { userId, companyName, before }: Provisioning,
  now: Date,
) {
  await db
    .insertInto('userRole')
    .values({ userId, role: 'DEFAULT', position: 0 })
    .execute()
  const changes = [
    {
      field: 'companyName',
      before: before?.companyName ?? null,
      after: companyName,
    },
    { field: 'roles', before: before?.roles ?? null, after: ['DEFAULT'] },
  ]
  await writeUserChange(
    { db, now, actorId: null },
    { userId, action: 'arrive', changes },
  )
}

/**
 * Converts a reviewer who never set a password into LoanDock's user; false for
 * everyone else.
 */
export async function convertInvitedReviewer(
  db: Db,
  { id, status }: { id: string; status: string },
  account: Account,
  now: Date,
): Promise<boolean> {
  const invited = await db
    .selectFrom('credential')
    .innerJoin('appUser', 'appUser.id', 'credential.userId')
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .select('company.name')
    .where('credential.userId', '=', id)
    .where('passwordHash', 'is', null)
    .forUpdate('credential')
    .executeTakeFirst()
  if (!invited || status !== 'ACTIVE') return false
  for (const table of [
    'challenge',
    'accountLink',
    'knownDevice',
    'passkey',
    'totp',
    'credential',
  ] as const)
    await db.deleteFrom(table).where('userId', '=', id).execute()
  await db.deleteFrom('userPermission').where('userId', '=', id).execute()
  const roles = await db
    .deleteFrom('userRole')
    .where('userId', '=', id)
    .returning('role')
    .execute()

  const company = await findOrCreateCompany(db, account, now)
  const { firstName, lastName, phone } = account
  await db
    .updateTable('appUser')
    .set({ firstName, lastName, phone, companyId: company.id })
    .where('id', '=', id)
    .execute()
  const before = {
    companyName: invited.name,
    roles: roles.map(({ role }) => role),
  }
  await recordProvisioning(
    db,
    { userId: id, companyName: company.name, before },
    now,
  )
  return true
}

const columns = ['id', 'name'] as const

/**
 * One at a time: of two simultaneous first sign-ins, the second finds what the
 * first created.
 */
export async function findOrCreateCompany(
  db: Db,
  account: Pick<Account, 'kind' | 'companyName' | 'corrId'>,
  now: Date,
) {
  await sql`select pg_advisory_xact_lock(hashtext('arrivals'))`.execute(db)
  return account.kind === 'STAFF'
    ? findOrCreateBuyer(db, account, now)
    : findOrCreateSeller(db, account, now)
}

export const findSeller = (db: Db, corrId: string) =>
  db
    .selectFrom('company')
    .select(columns)
    .where('kind', '=', 'SELLER')
    .where('corrId', '=', corrId)
    .executeTakeFirst()

async function findOrCreateSeller(
  db: Db,
  { companyName: name, corrId }: Pick<Account, 'companyName' | 'corrId'>,
  now: Date,
) {
  await db
    .insertInto('company')
    .values({ kind: 'SELLER', name, corrId, createdAt: now })
    .onConflict((conflict) => conflict.column('corrId').doNothing())
    .execute()
  return db
    .selectFrom('company')
    .select(columns)
    .where('corrId', '=', corrId)
    .executeTakeFirstOrThrow()
}

/** There is only one buyer. */
async function findOrCreateBuyer(
  db: Db,
  { companyName: name }: Pick<Account, 'companyName'>,
  now: Date,
) {
  const known = await db
    .selectFrom('company')
    .select(columns)
    .where('kind', '=', 'BUYER')
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return (
    known ??
    db
      .insertInto('company')
      .values({ kind: 'BUYER', name, createdAt: now })
      .returning(columns)
      .executeTakeFirstOrThrow()
  )
}

type LogIn = {
  db: Db
  now: Date
  readTicket: TicketReader
  userAgent: string
  former: string | undefined
  firstAdminEmail: string | undefined
}

/**
 * Opens a session for a LoanDock ticket, once. Creates unknown users. Throws
 * 401, also for reviewers.
 */
export async function logIn(
  { db, now, readTicket, userAgent, former, firstAdminEmail }: LogIn,
  loanDockId: string,
) {
  const ticket = await readTicket(loanDockId, now)
  if (!ticket) throw unauthorized('Login failed')

  return inTransaction(db, async (tx) => {
    if (!(await useOnce(tx, ticket.jti, ticket.expiresAt)))
      throw unauthorized('Login failed')
    const isFirstAdmin = await claimFirstAdmin(tx, {
      email: ticket.email,
      now,
      firstAdminEmail,
    })
    const known = await findByEmail(tx, ticket.email)
    // An unused invitation does not lock anyone out: LoanDock vouches for the
    // address.
    if (
      known &&
      ticket.account &&
      (await convertInvitedReviewer(tx, known, ticket.account, now))
    )
      known.hasPassword = false
    const user =
      known ??
      (ticket.account && (await provisionUser(tx, ticket.account, now)))
    if (user?.status !== 'ACTIVE' || user.hasPassword)
      throw unauthorized('Login failed')
    if (isFirstAdmin) await makeFirstAdmin(tx, now, user.id)
    await requestAccess({ db: tx, now }, user.id)
    if (former) await closeSession(tx, hashToken(former))
    return {
      profile: await getProfile(tx, user.id),
      token: await openSession(tx, user.id, now, userAgent),
    }
  })
}
