import type { Actor, Permission } from '@portal/contract/user/model'
import { isBdd, isUnderwriter } from '@portal/contract/user/policy'
import type { Db } from '../../src/lib/database/db.ts'
import { makers } from '../makers.ts'
import { setRows } from '../rows.ts'
import type { Audience, Canaries, Reader } from './canaries.ts'

type Deps = { db: Db; now: Date; canaries: Canaries }

/**
 * Two sellers' companies (A and B), two vendors (X and Y) and the staff, with
 * names and email addresses that only some may know.
 */
export async function createPeople(deps: Deps) {
  const a = makers(deps.db, deps.now)
  const bddA = await a.user({ role: 'BDD' })
  const bddB = await a.user({ role: 'UBDD' })
  const companyA = await a.company('SELLER', bddA.id)
  const companyB = await a.company('SELLER', bddB.id)
  const buyer = await a.company('BUYER')
  const vendorX = await a.company('TPR_VENDOR')
  const vendorY = await a.company('TPR_VENDOR')

  const sellersA = await createSellers(deps, companyA.id, bddA)
  const sellersB = await createSellers(deps, companyB.id, bddB)
  const isSellerOfA = isOneOf(Object.values(sellersA))
  const isSellerOfB = isOneOf(Object.values(sellersB))
  const addStaff = (othersWhoKnow: Audience, ...holds: Permission[]) =>
    createStaff(deps, buyer.id, othersWhoKnow, holds)

  return {
    companies: { A: companyA, B: companyB },
    vendors: { X: vendorX, Y: vendorY },
    ownerA: sellersA.owner,
    overseerA: sellersA.overseer,
    colleagueA: sellersA.colleague,
    ownerB: sellersB.owner,
    overseerB: sellersB.overseer,
    underwriterA: await addStaff(isSellerOfA, 'myOwn'),
    underwriterB: await addStaff(isSellerOfB, 'myOwn'),
    manager: await addStaff(noReader, 'manageSlr'),
    trader: await addStaff(noReader, 'manageTradeDesk'),
    chief: await addStaff(noReader, 'viewSlvDepartment', 'assignLoans'),
    outsider: await addStaff(noReader, 'myOwn'),
    admin: await addStaff(
      noReader,
      'managePermissions',
      'manageSla',
      'inviteTpr',
    ),
    deskX: await addStaff(worksAt(vendorX.id), 'managePurchasedTdocs'),
    deskY: await addStaff(worksAt(vendorY.id)),
    reviewerX: await createReviewer(deps, vendorX.id),
    reviewerY: await createReviewer(deps, vendorY.id),
    bddA,
    bddB,
    pending: await a.user({ role: 'DEFAULT' }),
  }
}
export type People = Awaited<ReturnType<typeof createPeople>>

/** Everyone among the people, with their names there. */
export function listReaders(people: People): Reader[] {
  const { companies: _, vendors: __, ...actors } = people
  return Object.entries(actors).map(([name, actor]) => ({ name, actor }))
}

export const noReader: Audience = () => false
const isStaff: Audience = (actor) => isUnderwriter(actor) || isBdd(actor)

export const isOneOf = (people: readonly Actor[]): Audience => {
  const ids = new Set(people.map(({ id }) => id))
  return (actor) => ids.has(actor.id)
}

const worksAt =
  (companyId: string): Audience =>
  (actor) =>
    actor.companyId === companyId

type PersonOptions = {
  role: Actor['role']
  companyId: string
  holds?: readonly Permission[]
  /** Who may see the last name, besides the person. */
  knowName: Audience
  /** Who may see the email address, besides the person. */
  knowEmail: Audience
}

/** A person whose last name and email address are canaries. */
async function createPerson(
  { db, now, canaries }: Deps,
  { knowName, knowEmail, ...options }: PersonOptions,
): Promise<Actor> {
  const actor = await makers(db, now).user(options)
  const email = canaries.plant(
    'email',
    (reader) => reader.id === actor.id || knowEmail(reader),
  )
  const lastName = canaries.plant(
    'name',
    (reader) => reader.id === actor.id || knowName(reader),
  )
  await setRows(
    db,
    'appUser',
    { id: actor.id },
    { lastName, email: `${email.toLowerCase()}@x.example` },
  )
  return actor
}

async function createSellers(deps: Deps, companyId: string, bdd: Actor) {
  const audience: Audience = (actor) =>
    isUnderwriter(actor) ||
    actor.id === bdd.id ||
    (actor.role === 'SELLER' && actor.companyId === companyId)
  const createSeller = (...holds: Permission[]) =>
    createPerson(deps, {
      role: 'SELLER',
      companyId,
      holds,
      knowName: audience,
      knowEmail: audience,
    })
  return {
    owner: await createSeller(),
    overseer: await createSeller('myCompanyView', 'myCompanyAdmin'),
    colleague: await createSeller('myCompanyReassignSlv'),
  }
}

/** An underwriter. Their name is known to the staff and to some others. */
const createStaff = (
  deps: Deps,
  companyId: string,
  othersWhoKnow: Audience,
  holds: readonly Permission[],
) =>
  createPerson(deps, {
    role: 'UNDERWRITER',
    companyId,
    holds,
    knowName: (actor) => isStaff(actor) || othersWhoKnow(actor),
    knowEmail: isStaff,
  })

function createReviewer(deps: Deps, companyId: string) {
  const audience: Audience = (actor) =>
    isUnderwriter(actor) || actor.companyId === companyId
  return createPerson(deps, {
    role: 'TPR',
    companyId,
    holds: ['myCompanyAdmin', 'inviteTpr'],
    knowName: audience,
    knowEmail: audience,
  })
}
