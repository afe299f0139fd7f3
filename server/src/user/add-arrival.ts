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
  if (added) {
    const userId = added.id
    await db.insertInto('userRole').values({ userId, role: 'DEFAULT', position: 0 }).execute()
    const changes = [
      { field: 'companyName', before: null, after: company.name },
      { field: 'roles', before: null, after: ['DEFAULT'] },
    ]
    await writeUserChange({ db, now, actorId: null }, { userId, action: 'arrive', changes })
  }
  return findByEmail(db, email)
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
