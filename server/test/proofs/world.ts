import type { SlvStatus } from '@portal/contract/slv/status'
import type { Persona } from '@portal/contract/test/personas'
import type { PersonFacts } from '@portal/contract/user/manage-policy'
import type { Actor, CompanyKind } from '@portal/contract/user/model'
import type { Db } from '../../src/lib/database/db.ts'
import type { FileStore } from '../../src/lib/files/files.ts'
import { findRow } from '../rows.ts'
import {
  addPersonThings,
  missingPersonThings,
  type PersonThings,
} from './person-things.ts'
import { missingId, type Relation } from './relation-ids.ts'
import { createSlvThing, missingSlv, type SlvThing } from './slv-things.ts'
import { createTdocThing, type TdocThing } from './tdoc-things.ts'
import {
  createWorldPeople,
  type Loans,
  type WorldPeople,
} from './world-people.ts'

/** Ids of an SLV, a Tdoc, a person and a company in one relation. */
export type Thing = SlvThing & PersonThings & Surroundings & { tdoc: TdocThing }

type Surroundings = {
  person: { id: string }
  loanNumber: string
  companyId: string
}

export const missingLoan = '9999999999'

/** Makes each value once and then returns the same one. */
const once = <A extends string[], T>(make: (...key: A) => Promise<T>) => {
  const values = new Map<string, T>()
  return async (...key: A): Promise<T> => {
    const value = values.get(key.join()) ?? (await make(...key))
    values.set(key.join(), value)
    return value
  }
}

/**
 * The people and companies around one persona, and things in every relation to
 * them, created on demand.
 */
export async function createWorld(
  db: Db,
  now: Date,
  persona: Persona,
  files: FileStore,
  loans: Loans,
) {
  const people = await createWorldPeople(db, now, persona, loans)
  const { actor, cast, vendors, colleague, outsider, ownColleague } = people
  const { underwriter } = cast
  const slvIn = once((relation: Relation, status: SlvStatus) =>
    createSlvThing({ db, now, files }, persona, people, relation, status),
  )
  const tdocPeople = { actor, underwriter, vendors }
  const tdocIn = once((relation: Relation) =>
    createTdocThing(db, now, tdocPeople, relation),
  )
  const personThingsFor = once((userId: string) =>
    addPersonThings(db, now, userId),
  )
  const surroundings = listSurroundings(people, loans)

  const thingIn = async (
    relation: Relation,
    status: SlvStatus,
  ): Promise<Thing> => {
    const { person } = surroundings[relation]
    const personThings =
      person.id === missingId
        ? missingPersonThings
        : await personThingsFor(person.id)
    const tdoc = await tdocIn(relation)
    const others = { ...surroundings[relation], ...personThings, tdoc }
    if (relation === 'missing') return { ...missingSlv, ...others }
    if (relation !== 'wrong parent')
      return { ...(await slvIn(relation, status)), ...others }
    // The actor's own SLV, with the children of another.
    const { id, facts } = await slvIn('own', status)
    const other = await slvIn('same company', status)
    return { ...other, isAlien: true, id, facts, ...others }
  }

  return {
    actor,
    cast,
    thingIn,
    colleague,
    outsider,
    ownColleague,
    people: await listPersonFacts(db, people),
    home: await readCompany(db, people.home.id),
    foreign: await readCompany(db, people.foreign.id),
  }
}
export type World = Awaited<ReturnType<typeof createWorld>>

function listSurroundings(
  { actor, ownColleague, outsider, cast, home, foreign }: WorldPeople,
  loans: Loans,
): Record<Relation, Surroundings> {
  const missing = {
    person: { id: missingId },
    loanNumber: missingLoan,
    companyId: missingId,
  }
  return {
    own: {
      person: actor,
      loanNumber: loans.home.number,
      companyId: actor.companyId,
    },
    'same company': {
      person: ownColleague,
      loanNumber: loans.home.number,
      companyId: home.id,
    },
    'other company': {
      person: outsider,
      loanNumber: loans.foreign.number,
      companyId: foreign.id,
    },
    unassigned: {
      person: cast.reviewer,
      loanNumber: loans.unknown.number,
      companyId: home.id,
    },
    missing,
    'wrong parent': missing,
  }
}

async function readCompany(db: Db, id: string) {
  const { bddId, kind } = await findRow(db, 'company', { id })
  return { id, bddId, kind: kind as CompanyKind }
}

/** The facts by which the contract decides who may manage a person. */
async function listPersonFacts(
  db: Db,
  { actor, ownColleague, outsider, cast }: WorldPeople,
): Promise<Record<Relation, PersonFacts | null>> {
  const factsOf = async ({
    id,
    companyId,
    permissions,
  }: Actor): Promise<PersonFacts> => {
    const { kind: companyKind, bddId } = await readCompany(db, companyId)
    return { id, companyId, companyKind, bddId, permissions }
  }
  return {
    own: await factsOf(actor),
    'same company': await factsOf(ownColleague),
    'other company': await factsOf(outsider),
    unassigned: await factsOf(cast.reviewer),
    missing: null,
    'wrong parent': null,
  }
}
