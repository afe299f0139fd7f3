import { randomBytes } from 'node:crypto'
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
import { addRow, rowOf } from '../rows.ts'
import { columnsOf, ownFacts, type Relation } from './relation-ids.ts'
import { type TdocThing, tdocsOf } from './tdoc-things.ts'

export const nobody = '00000000-0000-4000-8000-000000000000'

/** Ids of everything that belongs to one SLV. */
type Children = {
  requestId: string
  freeRequestId: string
  decisionId: string
  documentId: string
  ownFileId: string
  commentId: string
  askedId: string
}
export type Thing = Children & {
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
  companyId: string
  tdoc: TdocThing
}

const children = (id: string): Children => ({
  requestId: id,
  freeRequestId: id,
  decisionId: id,
  documentId: id,
  ownFileId: id,
  commentId: id,
  askedId: id,
})

/** Loans of LoanDock: one of the home company, one of another, one of a company that the portal does not know. */
export type Loans = { home: Loan; foreign: Loan; unknown: Loan }
type Loan = { number: string; corrId: string }

/** The people and companies around one persona, and SLVs in every relation to them, created on demand. */
export async function worldOf(db: Db, now: Date, persona: Persona, files: FileStore, loans: Loans) {
  const a = makers(db, now)
  const home = await a.company()
  const foreign = await a.company('SELLER', (await a.user({ role: 'BDD' })).id)
  for (const [company, loan] of [
    [home, loans.home],
    [foreign, loans.foreign],
  ] as const)
    await db.updateTable('company').set({ corrId: loan.corrId }).where('id', '=', company.id).execute()
  const actor = await a.user({
    role: persona.role,
    holds: persona.holds,
    ...(persona.isColleague && { companyId: home.id }),
  })
  if (persona.facts.bddId === me)
    await db.updateTable('company').set({ bddId: actor.id }).where('id', '=', home.id).execute()
  const stranger = await a.underwriter('myOwn', 'manageSlr', 'manageTradeDesk')
  const colleague = await a.seller(home.id)
  const outsider = await a.seller(foreign.id)
  // A seller's own company is another one when the persona is of another: there they have a colleague, too.
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
  const tdocIn = tdocsOf(db, now, { actor, underwriter: cast.underwriter, vendors })

  const companyOf = async (id: string) => {
    const { bddId, kind } = await rowOf(db, 'company', { id })
    return { id, bddId, kind: kind as CompanyKind }
  }

  const own = { actorId: actor.id, strangerId: stranger.id, companyId: home.id, sellerId: colleague.id }
  const factsIn = (relation: Relation, status: SlvStatus): SlvFacts => {
    if (relation === 'own') return ownFacts(persona, status, own)
    const seller = relation === 'other company' ? outsider : persona.role === 'SELLER' ? mate : colleague
    return {
      ...factsFor({ ...persona, facts: {} }, status),
      ...{ sellerId: seller.id, companyId: seller.companyId, createdById: seller.id, sentById: seller.id },
      underwriterId: relation === 'unassigned' ? null : stranger.id,
    }
  }

  const makeSlv = async (relation: Relation, status: SlvStatus) => {
    const bare = factsIn(relation, status)
    const slv = await a.slv(columnsOf(bare))
    const slvId = slv.id
    const facts = { ...bare, bddId: (await companyOf(bare.companyId)).bddId }
    const more = await addRow(db, 'slvRequest', { ...wholeRequest, slvId, position: 2 })
    const answer = {
      slvId,
      slvRequestId: slv.requestId,
      currentGuideline: '',
      decision: 'APPROVED',
      comment: '',
    } as const
    const decision = await addRow(db, 'slvDecisionRequest', answer)
    // The decision is tried in this status, and needs every answer.
    if (status === 'SLR_COMPLETED') await answerVariances({ db }, slv.id)
    const file = async (kind: 'SELLER' | 'UNDERWRITER', uploadedById: string) => {
      const { key, ...row } = keptFile(`${kind}.txt`)
      const storageKey = status === 'REVIEW' ? await stored(files, row.size) : key
      const place = { slvId, kind, resubmitCount: 0, uploadedById, uploadedAt: now }
      return addRow(db, 'document', { ...row, type: 'TXT', ...place, storageKey })
    }
    const authorId = relation === 'own' ? actor.id : facts.sellerId
    const words = { slvId, type: 'EXTERNAL', message: 'Words', authorId, createdAt: now } as const
    const comment = await addRow(db, 'comment', words)
    const wanted = { slvId, resubmitCount: 0, name: 'W-2', note: '', askedAt: now }
    const asked = await addRow(db, 'slvPendingDocument', wanted)
    return {
      id: slv.id,
      facts,
      isOwnComment: authorId === actor.id,
      isAlien: false,
      requestId: slv.requestId,
      freeRequestId: more.id,
      decisionId: decision.id,
      documentId: (await file('SELLER', facts.sellerId)).id,
      ownFileId: (await file('UNDERWRITER', stranger.id)).id,
      commentId: comment.id,
      askedId: asked.id,
    }
  }

  const made = new Map<string, Awaited<ReturnType<typeof makeSlv>>>()
  const slvIn = async (relation: Relation, status: SlvStatus) => {
    const key = `${relation} ${status}`
    const slv = made.get(key) ?? (await makeSlv(relation, status))
    made.set(key, slv)
    return slv
  }

  const personIn: Record<Relation, { id: string }> = {
    own: actor,
    'same company': mate,
    'other company': outsider,
    unassigned: cast.reviewer,
    missing: { id: nobody },
    'wrong parent': { id: nobody },
  }
  const loanIn: Record<Relation, string> = {
    own: loans.home.number,
    'same company': loans.home.number,
    'other company': loans.foreign.number,
    unassigned: loans.unknown.number,
    missing: '9999999999',
    'wrong parent': '9999999999',
  }
  const companyIn: Record<Relation, string> = {
    own: actor.companyId,
    'same company': home.id,
    'other company': foreign.id,
    unassigned: home.id,
    missing: nobody,
    'wrong parent': nobody,
  }

  /** Makes a thing once for the person of each relation. */
  const madeFor = (add: (userId: string) => Promise<{ id: string }>) => {
    const ids = new Map<Relation, string>()
    return async (relation: Relation) => {
      if (relation === 'missing' || relation === 'wrong parent') return nobody
      const id = ids.get(relation) ?? (await add(personIn[relation].id)).id
      ids.set(relation, id)
      return id
    }
  }
  const notificationIn = madeFor((userId) => {
    const told = { type: 'USER', action: 'MY_COMPANY_VIEW', title: 'You can now', createdAt: now } as const
    return addRow(db, 'notification', { userId, ...told })
  })
  const scheduleIn = madeFor((userId) => {
    const weekly = { name: 'Mondays', search: '', cadence: 'WEEKLY', weekday: 1, nextAt: now, createdAt: now } as const
    return addRow(db, 'reportSchedule', { userId, ...weekly })
  })
  const sessionIn = madeFor((userId) => {
    const times = { createdAt: now, lastUsedAt: now, endsAt: new Date(now.getTime() + 3_600_000) }
    return addRow(db, 'session', { userId, tokenHash: randomBytes(32), ...times, userAgent: 'another' })
  })

  const thingIn = async (relation: Relation, status: SlvStatus): Promise<Thing> => {
    const around = {
      person: personIn[relation],
      loanNumber: loanIn[relation],
      companyId: companyIn[relation],
      notificationId: await notificationIn(relation),
      sessionId: await sessionIn(relation),
      scheduleId: await scheduleIn(relation),
      tdoc: await tdocIn(relation),
    }
    const gone = { id: nobody, facts: null, isOwnComment: false, isAlien: true, ...children(nobody) }
    if (relation === 'missing') return { ...gone, ...around }
    if (relation !== 'wrong parent') return { ...(await slvIn(relation, status)), ...around }
    const { id, facts } = await slvIn('own', status)
    return { ...(await slvIn('same company', status)), isAlien: true, id, facts, ...around }
  }
  const factsOf = async ({ id, companyId, permissions, role }: Actor): Promise<PersonFacts> => {
    const { kind: companyKind, bddId } = await companyOf(companyId)
    const active = { status: 'ACTIVE', roles: [role] } as const
    return { id, companyId, companyKind, bddId, permissions, ...active }
  }
  const facts: Record<Relation, PersonFacts | null> = {
    own: await factsOf(actor),
    'same company': await factsOf(mate),
    'other company': await factsOf(outsider),
    unassigned: await factsOf(cast.reviewer),
    missing: null,
    'wrong parent': null,
  }
  return {
    actor,
    cast,
    thingIn,
    colleague,
    outsider,
    mate,
    people: facts,
    home: await companyOf(home.id),
    foreign: await companyOf(foreign.id),
  }
}
export type World = Awaited<ReturnType<typeof worldOf>>

async function stored(files: FileStore, size: number) {
  const received = await files.receive(
    (async function* () {
      yield Buffer.alloc(size, 'x')
    })(),
  )
  const key = await received.keep()
  await received.drop()
  return key
}
