import {
  type Actor,
  type Permission,
  permissions,
  type Role,
} from '@portal/contract/user/model'
import type { Account } from '@portal/sandbox/loan-dock/accounts'
import { hashPassword } from '../auth/factors/check-password.ts'
import type { Db } from '../lib/database/db.ts'
import { permissionMap } from '../user/find-actor.ts'

type Rights = { role: Role; holds: readonly Permission[] }
type Company = {
  kind: 'BUYER' | 'SELLER' | 'TPR_VENDOR'
  name: string
  corrId: string | null
}
type Person = Rights &
  Pick<Account, 'email' | 'firstName' | 'lastName'> & {
    phone: string | null
    company: Company
  }

const underwriter = (...holds: Permission[]): Rights => ({
  role: 'UNDERWRITER',
  holds,
})
const seller = (...holds: Permission[]): Rights => ({ role: 'SELLER', holds })
const businessDevelopment: Rights = { role: 'BDD', holds: [] }

const knownRights: Record<string, Rights> = {
  'seller.two@acme.example': seller('myCompanyView', 'myCompanyReassignSlv'),
  'underwriter@buyer.example': underwriter('myOwn'),
  'underwriter.two@buyer.example': underwriter(
    'myOwn',
    'viewSlvDepartment',
    'assignLoans',
  ),
  'slr@buyer.example': underwriter(
    'manageSlr',
    'assignLoansSlr',
    'viewSlvDepartment',
  ),
  'tradedesk@buyer.example': underwriter(
    'manageTradeDesk',
    'assignLoansTradeDesk',
  ),
  'admin@buyer.example': underwriter(...permissions),
  'bdd@buyer.example': businessDevelopment,
}

/**
 * The rights of a LoanDock account. A company's second seller sees the company;
 * unknown staff wait for a role.
 */
const describeRights = ({ email, kind }: Account): Rights => {
  if (kind === 'STAFF')
    return knownRights[email] ?? { role: 'DEFAULT', holds: [] }
  return (
    knownRights[email] ??
    (email.startsWith('seller.two@') ? seller('myCompanyView') : seller())
  )
}

/**
 * The rest of the department. They have no LoanDock account and never sign in.
 */
const colleagues: readonly [firstName: string, lastName: string, Rights][] = [
  ['Grace', 'Whitlock', underwriter('myOwn')],
  ['Darius', 'Menon', underwriter('myOwn')],
  ['Sofia', 'Brandvold', underwriter('myOwn')],
  ['Jonah', 'Abernethy', underwriter('myOwn')],
  [
    'Keiko',
    'Lindahl',
    underwriter('myOwn', 'viewSlvDepartment', 'managePurchasedTdocs'),
  ],
  ['Margaret', 'Oyelaran', underwriter('manageSlr')],
  ['Stephen', 'Calloway', underwriter('manageSlr')],
  ['Nikhil', 'Barsamian', underwriter('manageTradeDesk')],
  ['Colette', 'Fournier', underwriter('manageTradeDesk')],
  ['Renee', 'Halloway', businessDevelopment],
]

export const demoPassword = 'demo-Password-2026'

export const reviewers = [
  {
    email: 'tpr@orchid.example',
    firstName: 'Amara',
    lastName: 'Sandoval',
    vendor: 'Orchid Review',
  },
  {
    email: 'tpr@juniper.example',
    firstName: 'Leif',
    lastName: 'Johansen',
    vendor: 'Juniper Review',
  },
] as const

const bddOf: Record<string, string> = {
  C1001: 'bdd@buyer.example',
  C1002: 'renee.halloway@buyer.example',
  C1003: 'renee.halloway@buyer.example',
  C1005: 'renee.halloway@buyer.example',
  C1008: 'renee.halloway@buyer.example',
}

/**
 * Writes the companies and the people, who joined at `since`; returns them
 * ready to act.
 */
export async function addPeople(
  db: Db,
  accounts: readonly Account[],
  since: Date,
) {
  const people = peopleOf(accounts)
  const companyIds = await addCompanies(db, people, since)
  const actors: Actor[] = []
  for (const person of people) {
    const companyId = companyIds.get(person.company.name) ?? ''
    actors.push(await addPerson(db, person, companyId, since))
  }

  const existing = (who: string | null, actor: Actor | undefined) => {
    if (!actor) throw new Error(`The demo has no person ${who}`)
    return actor
  }
  const find = (id: string | null | undefined) =>
    actors.find((actor) => actor.id === id)
  const withEmail = (email: string) =>
    actors[people.findIndex((person) => person.email === email.toLowerCase())]
  const byEmail = (email: string) => existing(email, withEmail(email))
  await setBdds(db, byEmail)
  await addPasswords(db, byEmail, since)

  // The administrator has these rights too, but does not review.
  const staff = actors.filter(
    ({ role, permissions }) =>
      role === 'UNDERWRITER' && !permissions.managePermissions,
  )
  return {
    byEmail,
    withEmail,
    find,
    byId: (id: string | null) => existing(id, find(id)),
    sellersOf: (corrId: string) =>
      actors.filter(
        ({ role }, index) =>
          role === 'SELLER' && people[index]?.company.corrId === corrId,
      ),
    underwriters: staff.filter(({ permissions }) => permissions.myOwn),
    managers: staff.filter(({ permissions }) => permissions.manageSlr),
    traders: staff.filter(({ permissions }) => permissions.manageTradeDesk),
  }
}

/** Returns the ids by name. */
async function addCompanies(db: Db, people: readonly Person[], since: Date) {
  const byName = new Map(people.map(({ company }) => [company.name, company]))
  const rows = await db
    .insertInto('company')
    .values(
      [...byName.values()].map((company) => ({ ...company, createdAt: since })),
    )
    .returning(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

async function setBdds(db: Db, byEmail: (email: string) => Actor) {
  for (const [corrId, email] of Object.entries(bddOf))
    await db
      .updateTable('company')
      .set({ bddId: byEmail(email).id })
      .where('corrId', '=', corrId)
      .execute()
}

/** Reviewers sign in with a password, everyone else through LoanDock. */
async function addPasswords(
  db: Db,
  byEmail: (email: string) => Actor,
  since: Date,
) {
  const passwordHash = await hashPassword(demoPassword)
  const credentials = reviewers.map(({ email }) => ({
    userId: byEmail(email).id,
    passwordHash,
    passwordSetAt: since,
  }))
  await db.insertInto('credential').values(credentials).execute()
}

export type DemoPeople = Awaited<ReturnType<typeof addPeople>>

function peopleOf(accounts: readonly Account[]): Person[] {
  const buyer = accounts.find(({ kind }) => kind === 'STAFF')?.company
  if (!buyer)
    throw new Error(
      'LoanDock has no staff accounts: set DEMO=false to start without demo data',
    )
  return [
    ...accounts.map((account) => ({ ...account, ...describeRights(account) })),
    ...colleagues.map(([firstName, lastName, rights]) => {
      const email = `${firstName}.${lastName}@buyer.example`.toLowerCase()
      return {
        email,
        firstName,
        lastName,
        phone: null,
        ...rights,
        company: buyer,
      }
    }),
    ...reviewers.map(({ vendor, ...one }): Person => {
      const company: Company = {
        kind: 'TPR_VENDOR',
        name: vendor,
        corrId: null,
      }
      return { ...one, phone: null, role: 'TPR', holds: [], company }
    }),
  ]
}

async function addPerson(
  db: Db,
  person: Person,
  companyId: string,
  since: Date,
): Promise<Actor> {
  const { email, firstName, lastName, phone, role, holds } = person
  const { id, name } = await db
    .insertInto('appUser')
    .values({ email, firstName, lastName, phone, companyId, createdAt: since })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  await db
    .insertInto('userRole')
    .values({ userId: id, role, position: 0 })
    .execute()
  const granted = holds.map((permission) => ({ userId: id, permission }))
  if (granted.length > 0)
    await db.insertInto('userPermission').values(granted).execute()
  return { id, name, role, companyId, permissions: permissionMap(holds) }
}
