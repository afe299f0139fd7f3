import { sql } from 'kysely'
import type { Account } from '../auth/tickets.ts'
import type { Db } from '../lib/db.ts'
import { writeUserChange } from './write-change.ts'

/** Whoever has this address, held while their session is opened: nobody is switched off and signed in at once. */
export async function findByEmail(db: Db, email: string) {
  const user = await db
    .selectFrom('appUser')
    .select([
      'id',
      'status',
      ({ exists, selectFrom }) =>
        exists(selectFrom('credential').select('userId').whereRef('credential.userId', '=', 'appUser.id'))
          .$castTo<boolean>()
          .as('hasPassword'),
    ])
    .where('email', '=', email)
    .forShare('appUser')
    .executeTakeFirst()
  return user
}

/**
 * Makes somebody known who signs in for the first time: with their company, which is made when it is new, and the default
 * role. Two first sign-ins at once make one person.
 */
export async function addArrival(db: Db, account: Account, now: Date) {
  await sql`select pg_advisory_xact_lock(hashtext('arrivals'))`.execute(db)
  const { email, firstName, lastName, phone } = account
  const company = account.kind === 'STAFF' ? await buyer(db, account, now) : await seller(db, account, now)
  const added = await db
    .insertInto('appUser')
    .values({ email, firstName, lastName, phone, companyId: company.id, createdAt: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) await arrive(db, { userId: added.id, companyName: company.name, before: null }, now)
  return findByEmail(db, email)
}

type Arrival = { userId: string; companyName: string; before: { companyName: string; roles: string[] } | null }

async function arrive(db: Db, { userId, companyName, before }: Arrival, now: Date) {
  await db.insertInto('userRole').values({ userId, role: 'DEFAULT', position: 0 }).execute()
  const changes = [
    { field: 'companyName', before: before?.companyName ?? null, after: companyName },
    { field: 'roles', before: before?.roles ?? null, after: ['DEFAULT'] },
  ]
  await writeUserChange({ db, now, actorId: null }, { userId, action: 'arrive', changes })
}

/**
 * Makes somebody who was invited as a reviewer, and never set a password, the person that LoanDock says they are. Answers
 * false, and changes nothing, for everybody else.
 */
export async function takeOverInvited(
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
  for (const table of ['challenge', 'accountLink', 'knownDevice', 'passkey', 'totp', 'credential'] as const)
    await db.deleteFrom(table).where('userId', '=', id).execute()
  await db.deleteFrom('userPermission').where('userId', '=', id).execute()
  const roles = await db.deleteFrom('userRole').where('userId', '=', id).returning('role').execute()

  await sql`select pg_advisory_xact_lock(hashtext('arrivals'))`.execute(db)
  const { firstName, lastName, phone } = account
  const company = account.kind === 'STAFF' ? await buyer(db, account, now) : await seller(db, account, now)
  await db
    .updateTable('appUser')
    .set({ firstName, lastName, phone, companyId: company.id })
    .where('id', '=', id)
    .execute()
  const before = { companyName: invited.name, roles: roles.map(({ role }) => role) }
  await arrive(db, { userId: id, companyName: company.name, before }, now)
  return true
}

const columns = ['id', 'name'] as const

/** The seller that LoanDock knows by this corrId. */
async function seller(db: Db, { companyName: name, corrId }: Account, now: Date) {
  await db
    .insertInto('company')
    .values({ kind: 'SELLER', name, corrId, createdAt: now })
    .onConflict((conflict) => conflict.column('corrId').doNothing())
    .execute()
  return db.selectFrom('company').select(columns).where('corrId', '=', corrId).executeTakeFirstOrThrow()
}

/** The buyer: there is one. */
async function buyer(db: Db, { companyName: name }: Account, now: Date) {
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
