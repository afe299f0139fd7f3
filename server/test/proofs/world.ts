import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { SlvFacts } from '@portal/contract/slv/policy'
import type { SlvStatus } from '@portal/contract/slv/status'
import { factsFor, me, type Persona } from '@portal/contract/test/personas'
import type { PersonFacts } from '@portal/contract/user/manage-policy'
import type { Actor, CompanyKind } from '@portal/contract/user/model'
import type { Db } from '../../src/lib/database/db.ts'
import type { FileStore } from '../../src/lib/files/files.ts'
import { answerVariances } from '../actions.ts'
import { keptFile } from '../files.ts'
import { makers, wholeRequest } from '../makers.ts'
import { addRow, rowOf, setRows } from '../rows.ts'
import {
  columnsOf,
  missingId,
  ownFacts,
  type Relation,
} from './relation-ids.ts'
import { type TdocThing, tdocsOf } from './tdoc-things.ts'

/** The parts of one SLV whose ids are in addresses and bodies. */
const childNames = [
  'requestId',
  'freeRequestId',
  'decisionId',
  'documentId',
  'commentId',
  'askedId',
] as const

export type Thing = Record<(typeof childNames)[number], string> & {
  id: string
  facts: SlvFacts | null
  isOwnComment: boolean
  /** Its children belong to another SLV, or to none. */
  isAlien: boolean
  loanNumber: string
  person: { id: string }
  notificationId: string
  sessionId: string
  scheduleId: string
  viewId: string
  assignmentId: string
  companyId: string
  tdoc: TdocThing
}

const noChildren = Object.fromEntries(
  childNames.map((name) => [name, missingId]),
) as Pick<Thing, (typeof childNames)[number]>

/**
 * Loans of LoanDock: one of the home company, one of another, one of a company
 * that the portal does not know.
 */
export type Loans = { home: Loan; foreign: Loan; unknown: Loan }
type Loan = { number: string; corrId: string }
export const missingLoan = '9999999999'

/** Makes each value once and then returns the same one. */
const once = <A extends string[], T>(make: (...key: A) => Promise<T>) => {
  const made = new Map<string, T>()
  return async (...key: A): Promise<T> => {
    const value = made.get(key.join()) ?? (await make(...key))
    made.set(key.join(), value)
    return value
  }
}

/**
 * The people and companies around one persona, and SLVs in every relation to
 * them, created on demand.
 */
export async function worldOf(
  db: Db,
  now: Date,
  persona: Persona,
  files: FileStore,
  loans: Loans,
) {
  const a = makers(db, now)
  const home = await a.company()
  const foreign = await a.company('SELLER', (await a.user({ role: 'BDD' })).id)
  await setRows(db, 'company', { id: home.id }, { corrId: loans.home.corrId })
  await setRows(
    db,
    'company',
    { id: foreign.id },
    { corrId: loans.foreign.corrId },
  )
  const actor = await a.user({
    role: persona.role,
    holds: persona.holds,
    ...(persona.isColleague && { companyId: home.id }),
  })
  if (persona.facts.bddId === me)
    await setRows(db, 'company', { id: home.id }, { bddId: actor.id })
  const stranger = await a.underwriter('myOwn', 'manageSlr', 'manageTradeDesk')
  const colleague = await a.seller(home.id)
  const outsider = await a.seller(foreign.id)
  // A seller's own company may be another one than the home company: they have
  // a colleague there, too.
  const mate = await a.user({ role: persona.role, companyId: actor.companyId })
  const cast = {
    underwriter: await a.underwriter('myOwn'),
    manager: await a.underwriter('manageSlr'),
    trader: await a.underwriter('manageTradeDesk'),
    reviewer: await a.user({ role: 'TPR' }),
  }

  const vendors = {
    own: actor.role === 'TPR' ? actor.companyId : cast.reviewer.companyId,
    other: (await a.company('TPR_VENDOR')).id,
  }
  const tdocIn = once(
    tdocsOf(db, now, { actor, underwriter: cast.underwriter, vendors }),
  )

  const companyOf = async (id: string) => {
    const { bddId, kind } = await rowOf(db, 'company', { id })
    return { id, bddId, kind: kind as CompanyKind }
  }

  const own = {
    actorId: actor.id,
    strangerId: stranger.id,
    companyId: home.id,
    sellerId: colleague.id,
  }
  const factsIn = (relation: Relation, status: SlvStatus): SlvFacts => {
    if (relation === 'own') return ownFacts(persona, status, own)
    const seller =
      relation === 'other company'
        ? outsider
        : persona.role === 'SELLER'
          ? mate
          : colleague
    return {
      ...factsFor({ ...persona, facts: {} }, status),
      sellerId: seller.id,
      companyId: seller.companyId,
      createdById: seller.id,
      sentById: seller.id,
      underwriterId: relation === 'unassigned' ? null : stranger.id,
    }
  }

  const slvIn = once(async (relation: Relation, status: SlvStatus) => {
    const bare = factsIn(relation, status)
    const slv = await a.slv(columnsOf(bare))
    const slvId = slv.id
    const facts = { ...bare, bddId: (await companyOf(bare.companyId)).bddId }
    const more = await addRow(db, 'slvRequest', {
      ...wholeRequest,
      slvId,
      position: 2,
    })
    const answer = {
      slvId,
      slvRequestId: slv.requestId,
      decision: 'APPROVED',
    } as const
    const decision = await addRow(db, 'slvDecisionRequest', {
      ...answer,
      currentGuideline: '',
      comment: '',
    })
    // The decision is tried in this status, and needs every answer.
    if (status === 'SLR_COMPLETED') await answerVariances({ db }, slv.id)
    const file = async (
      kind: 'SELLER' | 'UNDERWRITER',
      uploadedById: string,
    ) => {
      const { key, ...row } = keptFile(`${kind}.txt`)
      const storageKey =
        status === 'REVIEW' ? await stored(files, row.size) : key
      const place = {
        slvId,
        kind,
        resubmitCount: 0,
        uploadedById,
        uploadedAt: now,
      }
      return addRow(db, 'document', {
        ...row,
        type: 'TXT',
        ...place,
        storageKey,
      })
    }
    await file('UNDERWRITER', stranger.id)
    const authorId = relation === 'own' ? actor.id : facts.sellerId
    const words = {
      slvId,
      type: 'EXTERNAL',
      message: 'Words',
      authorId,
      createdAt: now,
    } as const
    const wanted = {
      slvId,
      resubmitCount: 0,
      name: 'W-2',
      note: '',
      askedAt: now,
    }
    return {
      id: slv.id,
      facts,
      isOwnComment: authorId === actor.id,
      isAlien: false,
      requestId: slv.requestId,
      freeRequestId: more.id,
      decisionId: decision.id,
      documentId: (await file('SELLER', facts.sellerId)).id,
      commentId: (await addRow(db, 'comment', words)).id,
      askedId: (await addRow(db, 'slvPendingDocument', wanted)).id,
    }
  })

  const none = {
    person: { id: missingId },
    loanNumber: missingLoan,
    companyId: missingId,
  }
  const around: Record<Relation, Pick<Thing, keyof typeof none>> = {
    own: {
      person: actor,
      loanNumber: loans.home.number,
      companyId: actor.companyId,
    },
    'same company': {
      person: mate,
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
    missing: none,
    'wrong parent': none,
  }

  /** Makes a thing once for the person of each relation. */
  const madeFor = (add: (userId: string) => Promise<{ id: string }>) =>
    once(async (relation: Relation) => {
      const { id } = around[relation].person
      return id === missingId ? missingId : (await add(id)).id
    })
  const notificationIn = madeFor((userId) => {
    const notice = {
      type: 'USER',
      action: 'MY_COMPANY_VIEW',
      title: 'You can now',
      createdAt: now,
    } as const
    return addRow(db, 'notification', { userId, ...notice })
  })
  const scheduleIn = madeFor((userId) => {
    const weekly = {
      name: 'Mondays',
      search: '',
      cadence: 'WEEKLY',
      weekday: 1,
      nextAt: now,
      createdAt: now,
    } as const
    return addRow(db, 'reportSchedule', { userId, ...weekly })
  })
  const viewIn = madeFor(async (userId) => {
    const { companyId } = await rowOf(db, 'appUser', { id: userId })
    const shared = {
      list: 'SLV',
      name: 'Shared',
      search: '',
      isShared: true,
    } as const
    return addRow(db, 'savedView', {
      userId,
      companyId,
      ...shared,
      createdAt: now,
    })
  })
  const assignmentIn = madeFor((userId) =>
    addRow(db, 'assignment', {
      userId,
      at: now,
      action: 'assign-requests',
      items: '[]' as never,
    }),
  )
  const sessionIn = madeFor((userId) => {
    const times = {
      createdAt: now,
      lastUsedAt: now,
      endsAt: new Date(now.getTime() + 3_600_000),
    }
    return addRow(db, 'session', {
      userId,
      tokenHash: randomBytes(32),
      ...times,
      userAgent: 'another',
    })
  })

  const thingIn = async (
    relation: Relation,
    status: SlvStatus,
  ): Promise<Thing> => {
    const others = {
      ...around[relation],
      notificationId: await notificationIn(relation),
      sessionId: await sessionIn(relation),
      scheduleId: await scheduleIn(relation),
      viewId: await viewIn(relation),
      assignmentId: await assignmentIn(relation),
      tdoc: await tdocIn(relation),
    }
    const gone = {
      id: missingId,
      facts: null,
      isOwnComment: false,
      isAlien: true,
      ...noChildren,
    }
    if (relation === 'missing') return { ...gone, ...others }
    if (relation !== 'wrong parent')
      return { ...(await slvIn(relation, status)), ...others }
    const { id, facts } = await slvIn('own', status)
    return {
      ...(await slvIn('same company', status)),
      isAlien: true,
      id,
      facts,
      ...others,
    }
  }
  const factsOf = async ({
    id,
    companyId,
    permissions,
  }: Actor): Promise<PersonFacts> => {
    const { kind: companyKind, bddId } = await companyOf(companyId)
    return { id, companyId, companyKind, bddId, permissions }
  }
  const people: Record<Relation, PersonFacts | null> = {
    own: await factsOf(actor),
    'same company': await factsOf(mate),
    'other company': await factsOf(outsider),
    unassigned: await factsOf(cast.reviewer),
    missing: null,
    'wrong parent': null,
  }
  const companies = {
    home: await companyOf(home.id),
    foreign: await companyOf(foreign.id),
  }
  return {
    actor,
    cast,
    thingIn,
    colleague,
    outsider,
    mate,
    people,
    ...companies,
  }
}
export type World = Awaited<ReturnType<typeof worldOf>>

async function stored(files: FileStore, size: number) {
  const received = await files.receive(Readable.from([Buffer.alloc(size, 'x')]))
  const key = await received.keep()
  await received.drop()
  return key
}
