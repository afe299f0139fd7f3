import type { Actor, CompanyKind, Permission, Role } from '@portal/contract/user/model'
import { hashPassword } from '../auth/check-password.ts'
import { permissionMap } from '../auth/session.ts'
import type { Db } from '../lib/db.ts'
import type { Account } from './outside.ts'
import { bddOf, colleagues, demoPassword, reviewers, standingOf } from './people.ts'

/** Everyone who acts in the demo, by e-mail and by id, and who does what. */
export type Cast = {
  byEmail: (email: string) => Actor
  find: (email: string) => Actor | undefined
  byId: (id: string | null) => Actor
  sellersOf: (corrId: string) => Actor[]
  underwriters: Actor[]
  managers: Actor[]
  traders: Actor[]
}

type Person = {
  email: string
  firstName: string
  lastName: string
  phone: string | null
  role: Role
  holds: readonly Permission[]
  company: Company
}
type Company = { kind: CompanyKind; name: string; corrId: string | null }

/** Writes the companies and the people, who came `since`; returns them ready to act. */
export async function makeCast(db: Db, accounts: readonly Account[], since: Date): Promise<Cast> {
  const people = peopleOf(accounts)
  const companyIds = await insertCompanies(db, people, since)
  const actors: Actor[] = []
  for (const person of people)
    actors.push(await insertPerson(db, person, companyIds.get(person.company.name) ?? '', since))

  const byEmail = new Map(people.map(({ email }, index) => [email, actors[index]]))
  for (const [corrId, email] of Object.entries(bddOf)) {
    const bdd = byEmail.get(email)
    if (bdd) await db.updateTable('company').set({ bddId: bdd.id }).where('corrId', '=', corrId).execute()
  }

  await giveReviewersTheirPassword(db, actors, since)
  const byId = new Map(actors.map((actor) => [actor.id, actor]))
  const corrIdOf = new Map(people.map(({ company }, index) => [actors[index]?.id, company.corrId]))
  const found = (actor: Actor | undefined, who: string | null) => {
    if (!actor) throw new Error(`Nobody in the demo is ${who}`)
    return actor
  }
  // The administrator could do all of it, and leaves it to the others.
  const staff = actors.filter(({ role, permissions }) => role === 'UNDERWRITER' && !permissions.managePermissions)
  return {
    byEmail: (email) => found(byEmail.get(email), email),
    find: (email) => byEmail.get(email.toLowerCase()),
    byId: (id) => found(byId.get(id ?? ''), id),
    sellersOf: (corrId) => actors.filter(({ id, role }) => role === 'SELLER' && corrIdOf.get(id) === corrId),
    underwriters: staff.filter(({ permissions }) => permissions.myOwn),
    managers: staff.filter(({ permissions }) => permissions.manageSlr),
    traders: staff.filter(({ permissions }) => permissions.manageTradeDesk),
  }
}

async function giveReviewersTheirPassword(db: Db, actors: readonly Actor[], since: Date) {
  const passwordHash = await hashPassword(demoPassword)
  const credentials = actors
    .filter(({ role }) => role === 'TPR')
    .map(({ id }) => ({ userId: id, passwordHash, passwordSetAt: since }))
  await db.insertInto('credential').values(credentials).execute()
}

function peopleOf(accounts: readonly Account[]): Person[] {
  const fromLoanDock = accounts.map(
    (account): Person => ({
      ...account,
      ...standingOf(account),
      company: { ...account.company, kind: account.kind === 'STAFF' ? 'BUYER' : 'SELLER' },
    }),
  )
  const buyer = fromLoanDock.find(({ company }) => company.kind === 'BUYER')?.company
  if (!buyer) throw new Error('LoanDock has no staff accounts: the demo cannot be told')
  return [
    ...fromLoanDock,
    ...colleagues.map((one): Person => ({ ...one, phone: null, company: buyer })),
    ...reviewers.map(
      ({ vendor, ...one }): Person => ({
        ...one,
        phone: null,
        role: 'TPR',
        holds: [],
        company: { kind: 'TPR_VENDOR', name: vendor, corrId: null },
      }),
    ),
  ]
}

async function insertCompanies(db: Db, people: readonly Person[], since: Date) {
  const companies = new Map(people.map(({ company }) => [company.name, company]))
  const rows = await db
    .insertInto('company')
    .values([...companies.values()].map((company) => ({ ...company, createdAt: since })))
    .returning(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

async function insertPerson(db: Db, person: Person, companyId: string, since: Date): Promise<Actor> {
  const { email, firstName, lastName, phone, role, holds } = person
  const { id, name } = await db
    .insertInto('appUser')
    .values({ email, firstName, lastName, phone, companyId, createdAt: since })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  await db.insertInto('userRole').values({ userId: id, role, position: 0 }).execute()
  if (holds.length > 0)
    await db
      .insertInto('userPermission')
      .values(holds.map((permission) => ({ userId: id, permission })))
      .execute()
  return { id, name, role, companyId, permissions: permissionMap(holds) }
}
