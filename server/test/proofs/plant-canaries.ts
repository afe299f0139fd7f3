import { mayView, type SlvFacts } from '@portal/contract/slv/policy'
import { isDecided, type SlvStatus } from '@portal/contract/slv/status'
import type { Actor } from '@portal/contract/user/model'
import { isBdd, isUnderwriter } from '@portal/contract/user/policy'
import type { Db } from '../../src/lib/database/db.ts'
import { setDraftResubmitted } from '../../src/slv/rounds/resubmit.ts'
import { keptFile } from '../files.ts'
import { ctxFor, makers, wholeRequest } from '../makers.ts'
import { addRow, rowOf, setRows } from '../rows.ts'
import type { Audience, Canaries } from './canaries.ts'
import { tdocOf } from './plant-tdoc-canaries.ts'

const never: Audience = () => false
const isOf = (...people: Actor[]) => new Set(people.map(({ id }) => id))
const inHouse: Audience = (actor) => isUnderwriter(actor) || isBdd(actor)

type Deps = { db: Db; now: Date; canaries: Canaries }

/** Two sellers' companies, two vendors and the staff, each with a name and an address that not everybody may know. */
async function peopleOf({ db, now, canaries }: Deps) {
  const a = makers(db, now)
  const person = async (given: Parameters<typeof a.user>[0], known: Audience, addressed = known) => {
    const actor = await a.user(given)
    const email = canaries.plant('email', (reader) => reader.id === actor.id || addressed(reader))
    await db
      .updateTable('appUser')
      .set({
        lastName: canaries.plant('name', (reader) => reader.id === actor.id || known(reader)),
        email: `${email.toLowerCase()}@x.example`,
      })
      .where('id', '=', actor.id)
      .execute()
    return actor
  }
  const bdds = { A: await a.user({ role: 'BDD' }), B: await a.user({ role: 'UBDD' }) }
  const companies = { A: await a.company('SELLER', bdds.A.id), B: await a.company('SELLER', bdds.B.id) }
  const buyer = await a.company('BUYER')
  const vendors = { X: await a.company('TPR_VENDOR'), Y: await a.company('TPR_VENDOR') }
  const sellers = async (of: 'A' | 'B') => {
    const companyId = companies[of].id
    const known: Audience = (actor) =>
      isUnderwriter(actor) || actor.id === bdds[of].id || (actor.role === 'SELLER' && actor.companyId === companyId)
    return {
      owner: await person({ role: 'SELLER', companyId }, known),
      overseer: await person({ role: 'SELLER', companyId, holds: ['myCompanyView', 'myCompanyAdmin'] }, known),
      colleague: await person({ role: 'SELLER', companyId, holds: ['myCompanyReassignSlv'] }, known),
    }
  }
  const [sellersA, sellersB] = [await sellers('A'), await sellers('B')]
  const told = { A: isOf(...Object.values(sellersA)), B: isOf(...Object.values(sellersB)) }
  const staff = (known: Audience, ...holds: Actor['permissions'] extends Record<infer P, boolean> ? P[] : never) =>
    person({ role: 'UNDERWRITER', companyId: buyer.id, holds }, (actor) => inHouse(actor) || known(actor), inHouse)
  const reviewer = (companyId: string) =>
    person(
      { role: 'TPR', companyId, holds: ['myCompanyAdmin', 'inviteTpr'] },
      (actor) => isUnderwriter(actor) || actor.companyId === companyId,
    )
  return {
    companies,
    vendors,
    ownerA: sellersA.owner,
    overseerA: sellersA.overseer,
    colleagueA: sellersA.colleague,
    ownerB: sellersB.owner,
    overseerB: sellersB.overseer,
    underwriterA: await staff((actor) => told.A.has(actor.id), 'myOwn'),
    underwriterB: await staff((actor) => told.B.has(actor.id), 'myOwn'),
    manager: await staff(never, 'manageSlr'),
    trader: await staff(never, 'manageTradeDesk'),
    chief: await staff(never, 'viewSlvDepartment', 'assignLoans'),
    outsider: await staff(never, 'myOwn'),
    admin: await staff(never, 'managePermissions', 'manageSla', 'inviteTpr'),
    deskX: await staff((actor) => actor.companyId === vendors.X.id, 'managePurchasedTdocs'),
    deskY: await staff((actor) => actor.companyId === vendors.Y.id),
    reviewerX: await reviewer(vendors.X.id),
    reviewerY: await reviewer(vendors.Y.id),
    bddA: bdds.A,
    bddB: bdds.B,
    pending: await a.user({ role: 'DEFAULT' }),
  }
}
export type People = Awaited<ReturnType<typeof peopleOf>>

/** Where an SLV is tells who sees what of it; of the other company a few are enough to be kept from everybody here. */
const statuses: Record<'A' | 'B', SlvStatus[]> = {
  A: ['DRAFT', 'REVIEW', 'PENDING_DOCUMENTS', 'SLR_REVIEW', 'TD_COMPLETED', 'APPROVED'],
  B: ['REVIEW', 'SLR_REVIEW', 'APPROVED'],
}

export type CanarySlv = { id: string; status: SlvStatus; documentIds: string[]; decisionId: string; buyerLoan: string }

/** One SLV with a text of its own in every field that holds text, its own and those of all that hangs on it. */
async function slvOf(
  { db, now, canaries }: Deps,
  people: People,
  of: 'A' | 'B',
  status: SlvStatus,
): Promise<CanarySlv> {
  const a = makers(db, now)
  const [owner, underwriter] = of === 'A' ? [people.ownerA, people.underwriterA] : [people.ownerB, people.underwriterB]
  const { bddId } = await rowOf(db, 'company', { id: owner.companyId })
  const facts: SlvFacts = {
    status,
    type: 'PRE',
    sellerId: owner.id,
    companyId: owner.companyId,
    bddId,
    underwriterId: underwriter.id,
    underwriterManagerId: people.manager.id,
    tradeDeskId: people.trader.id,
    createdById: owner.id,
    sentById: owner.id,
    slrRecommenderIds: [],
    tdRecommenderIds: [],
    statusInEffect: status === 'DRAFT_RESUBMITTED' ? 'APPROVED' : null,
    hasOtherOpenSlv: false,
    isOwnerActive: true,
    taggedIds: [],
    statusBeforeWithdrawal: null,
  }
  const seen: Audience = (actor) => mayView(actor, facts)
  const open = (what: string) => canaries.plant(what, seen)
  const inner = (what: string) => canaries.plant(what, (actor) => seen(actor) && actor.role !== 'SELLER')
  const decided = isDecided(facts.statusInEffect ?? status) ? open : inner
  const buyerLoan = open('loan')
  const slv = await a.slv({
    status,
    sellerId: owner.id,
    underwriterId: underwriter.id,
    underwriterManagerId: people.manager.id,
    tradeDeskId: people.trader.id,
    buyerLoan,
    sellerLoan: open('sellerloan'),
    requestorName: open('requestor'),
    email: `${open('mail').toLowerCase()}@x.example`,
    borrowerLastName: open('borrower'),
    subjectPropertyAddress: open('address'),
    city: open('city'),
    buyerNonAgencyProgram: open('program'),
    buyerNonAgencyProductName: open('product'),
    withdrawReason: open('withdrawal'),
    statusComment: inner('statuscomment'),
    decisionCommentsInternal: inner('decisioninternal'),
    decisionComment: decided('decision'),
    currentGuideline: decided('guideline'),
    slrRecommendedDecision: 'DECLINED',
    tdRecommendedDecision: 'DECLINED',
  })
  await setRows(
    db,
    'slvRequest',
    { id: slv.requestId },
    { justification: open('justification'), currentGuideline: open('guide') },
  )
  const decision = await addRow(db, 'slvDecisionRequest', {
    slvId: slv.id,
    slvRequestId: slv.requestId,
    decision: 'APPROVED',
    comment: decided('answer'),
    currentGuideline: decided('answerguide'),
  })
  await db
    .insertInto('slvRequest')
    .values({ ...wholeRequest, slvId: slv.id, position: 2, justification: open('justification') })
    .execute()
  const documentIds: string[] = []
  const file = async (kind: 'SELLER' | 'UNDERWRITER', name: string, more: object = {}) => {
    const { key, ...row } = keptFile(`${name}.pdf`)
    canaries.audienceOf.set(key, never)
    const place = { slvId: slv.id, kind, resubmitCount: 0, uploadedById: owner.id, uploadedAt: now, ...more }
    const { id } = await addRow(db, 'document', { ...row, ...place, storageKey: key })
    documentIds.push(id)
    return id
  }
  await file('SELLER', open('file'))
  await file('UNDERWRITER', inner('underwriterfile'))
  // The history keeps that it was there, for those who could open it.
  await file('SELLER', open('deletedfile'), { deletedAt: now, deletedById: owner.id })
  await file('UNDERWRITER', inner('deletedfile'), { deletedAt: now, deletedById: underwriter.id })
  const example = await file('UNDERWRITER', open('example'))
  await db
    .insertInto('slvPendingDocument')
    .values({
      slvId: slv.id,
      resubmitCount: 0,
      name: open('asked'),
      note: open('note'),
      askedAt: now,
      exampleDocumentId: example,
    })
    .execute()
  const said = (type: 'INTERNAL' | 'EXTERNAL', message: string, more: object = {}) =>
    db
      .insertInto('comment')
      .values({ slvId: slv.id, type, message, authorId: underwriter.id, createdAt: now, ...more })
      .execute()
  await said('EXTERNAL', open('comment'))
  await said('INTERNAL', inner('internalcomment'))
  await said('INTERNAL', canaries.plant('deletedcomment', never), { deletedAt: now })
  const happened = { slvId: slv.id, at: now, resubmitCount: 0 }
  await db
    .insertInto('slvHistory')
    .values([
      {
        ...happened,
        actorId: people.manager.id,
        action: 'set-slr-completed',
        fromStatus: 'SLR_REVIEW',
        toStatus: 'SLR_COMPLETED',
        comment: inner('slrcomment'),
      },
      {
        ...happened,
        actorId: underwriter.id,
        action: 'start-review-process',
        fromStatus: 'PENDING',
        toStatus: 'REVIEW',
        comment: inner('movecomment'),
      },
    ])
    .execute()
  return { id: slv.id, status, documentIds, decisionId: decision.id, buyerLoan }
}

/** Plants texts in every field, each with a rule for who may see it. */
export async function plantCanaries(deps: Deps) {
  const people = await peopleOf(deps)
  const slvs: CanarySlv[] = []
  for (const of of ['A', 'B'] as const)
    for (const status of statuses[of]) slvs.push(await slvOf(deps, people, of, status))
  // A round that ended is kept whole; what stood in it stays as secret as it was.
  const ended = await slvOf(deps, people, 'A', 'DECLINED')
  await setDraftResubmitted(await ctxFor(deps.db, people.ownerA, deps.now), ended.id)
  slvs.push(ended)
  const { deskX, deskY, reviewerX, reviewerY, outsider: inner } = people
  const tdocs = [
    await tdocOf({ ...deps, desk: deskX, inner, reviewer: reviewerX }, 'ACTIVE'),
    await tdocOf({ ...deps, desk: deskX, inner: deskX, reviewer: reviewerX }, 'PURCHASED'),
    await tdocOf({ ...deps, desk: deskY, inner, reviewer: reviewerY }, 'TPR'),
  ]
  return { people, slvs, tdocs }
}
