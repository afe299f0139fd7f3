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

/**
 * Two sellers' companies, two vendors and the staff, with names and email
 * addresses that only some may know.
 */
async function peopleOf({ db, now, canaries }: Deps) {
  const a = makers(db, now)
  const person = async (
    given: Parameters<typeof a.user>[0],
    known: Audience,
    addressed = known,
  ) => {
    const actor = await a.user(given)
    const email = canaries.plant(
      'email',
      (reader) => reader.id === actor.id || addressed(reader),
    )
    const lastName = canaries.plant(
      'name',
      (reader) => reader.id === actor.id || known(reader),
    )
    await setRows(
      db,
      'appUser',
      { id: actor.id },
      { lastName, email: `${email.toLowerCase()}@x.example` },
    )
    return actor
  }
  const bdds = {
    A: await a.user({ role: 'BDD' }),
    B: await a.user({ role: 'UBDD' }),
  }
  const companies = {
    A: await a.company('SELLER', bdds.A.id),
    B: await a.company('SELLER', bdds.B.id),
  }
  const buyer = await a.company('BUYER')
  const vendors = {
    X: await a.company('TPR_VENDOR'),
    Y: await a.company('TPR_VENDOR'),
  }
  const sellers = async (of: 'A' | 'B') => {
    const companyId = companies[of].id
    const known: Audience = (actor) =>
      isUnderwriter(actor) ||
      actor.id === bdds[of].id ||
      (actor.role === 'SELLER' && actor.companyId === companyId)
    return {
      owner: await person({ role: 'SELLER', companyId }, known),
      overseer: await person(
        {
          role: 'SELLER',
          companyId,
          holds: ['myCompanyView', 'myCompanyAdmin'],
        },
        known,
      ),
      colleague: await person(
        { role: 'SELLER', companyId, holds: ['myCompanyReassignSlv'] },
        known,
      ),
    }
  }
  const [sellersA, sellersB] = [await sellers('A'), await sellers('B')]
  const ofCompany = {
    A: isOf(...Object.values(sellersA)),
    B: isOf(...Object.values(sellersB)),
  }
  const staff = (
    known: Audience,
    ...holds: Actor['permissions'] extends Record<infer P, boolean>
      ? P[]
      : never
  ) =>
    person(
      { role: 'UNDERWRITER', companyId: buyer.id, holds },
      (actor) => inHouse(actor) || known(actor),
      inHouse,
    )
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
    underwriterA: await staff((actor) => ofCompany.A.has(actor.id), 'myOwn'),
    underwriterB: await staff((actor) => ofCompany.B.has(actor.id), 'myOwn'),
    manager: await staff(never, 'manageSlr'),
    trader: await staff(never, 'manageTradeDesk'),
    chief: await staff(never, 'viewSlvDepartment', 'assignLoans'),
    outsider: await staff(never, 'myOwn'),
    admin: await staff(never, 'managePermissions', 'manageSla', 'inviteTpr'),
    deskX: await staff(
      (actor) => actor.companyId === vendors.X.id,
      'managePurchasedTdocs',
    ),
    deskY: await staff((actor) => actor.companyId === vendors.Y.id),
    reviewerX: await reviewer(vendors.X.id),
    reviewerY: await reviewer(vendors.Y.id),
    bddA: bdds.A,
    bddB: bdds.B,
    pending: await a.user({ role: 'DEFAULT' }),
  }
}
export type People = Awaited<ReturnType<typeof peopleOf>>

/**
 * SLVs in statuses with different visible fields; the second company needs only
 * a few.
 */
const statuses: Record<'A' | 'B', SlvStatus[]> = {
  A: [
    'DRAFT',
    'REVIEW',
    'PENDING_DOCUMENTS',
    'SLR_REVIEW',
    'TD_COMPLETED',
    'APPROVED',
  ],
  B: ['REVIEW', 'SLR_REVIEW', 'APPROVED'],
}

export type CanarySlv = {
  id: string
  status: SlvStatus
  documentIds: string[]
  decisionId: string
  buyerLoan: string
}

/**
 * One SLV with a unique text in every text field, also in those of its
 * variances, documents, comments and history.
 */
async function slvOf(
  { db, now, canaries }: Deps,
  people: People,
  of: 'A' | 'B',
  status: SlvStatus,
) {
  const a = makers(db, now)
  const [owner, underwriter] =
    of === 'A'
      ? [people.ownerA, people.underwriterA]
      : [people.ownerB, people.underwriterB]
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
  const inner = (what: string) =>
    canaries.plant(what, (actor) => seen(actor) && actor.role !== 'SELLER')
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
    withdrawDeclineReason: open('withdrawaldeclined'),
    statusComment: inner('statuscomment'),
    decisionCommentsInternal: inner('decisioninternal'),
    decisionComment: decided('decision'),
    currentGuideline: decided('guideline'),
    slrRecommendedDecision: 'DECLINED',
    tdRecommendedDecision: 'DECLINED',
  })
  const variance = {
    justification: open('justification'),
    currentGuideline: open('guide'),
  }
  await setRows(db, 'slvRequest', { id: slv.requestId }, variance)
  const decision = await addRow(db, 'slvDecisionRequest', {
    slvId: slv.id,
    slvRequestId: slv.requestId,
    decision: 'APPROVED',
    comment: decided('answer'),
    currentGuideline: decided('answerguide'),
  })
  const another = {
    ...wholeRequest,
    slvId: slv.id,
    position: 2,
    justification: open('justification'),
  }
  await addRow(db, 'slvRequest', another)
  const documentIds: string[] = []
  const file = async (
    kind: 'SELLER' | 'UNDERWRITER',
    name: string,
    more: object = {},
  ) => {
    const { key, ...row } = keptFile(`${name}.pdf`)
    canaries.audienceOf.set(key, never)
    const place = {
      slvId: slv.id,
      kind,
      resubmitCount: 0,
      uploadedById: owner.id,
      uploadedAt: now,
      ...more,
    }
    const { id } = await addRow(db, 'document', {
      ...row,
      ...place,
      storageKey: key,
    })
    documentIds.push(id)
    return id
  }
  await file('SELLER', open('file'))
  await file('UNDERWRITER', inner('underwriterfile'))
  // The history of deleted files stays visible to people who could open them.
  await file('SELLER', open('deletedfile'), {
    deletedAt: now,
    deletedById: owner.id,
  })
  await file('UNDERWRITER', inner('deletedfile'), {
    deletedAt: now,
    deletedById: underwriter.id,
  })
  const example = await file('UNDERWRITER', open('example'))
  const round = { slvId: slv.id, resubmitCount: 0 }
  const wanted = {
    name: open('asked'),
    note: open('note'),
    askedAt: now,
    exampleDocumentId: example,
  }
  await addRow(db, 'slvPendingDocument', { ...round, ...wanted })
  const say = (
    type: 'INTERNAL' | 'EXTERNAL',
    message: string,
    more: object = {},
  ) =>
    addRow(db, 'comment', {
      slvId: slv.id,
      type,
      message,
      authorId: underwriter.id,
      createdAt: now,
      ...more,
    })
  await say('EXTERNAL', open('comment'))
  await say('INTERNAL', inner('internalcomment'))
  await say('INTERNAL', canaries.plant('deletedcomment', never), {
    deletedAt: now,
  })
  for (const [actor, action, fromStatus, toStatus, what] of [
    [
      people.manager,
      'set-slr-completed',
      'SLR_REVIEW',
      'SLR_COMPLETED',
      'slrcomment',
    ],
    [underwriter, 'start-review-process', 'PENDING', 'REVIEW', 'movecomment'],
  ] as const) {
    const entry = {
      actorId: actor.id,
      action,
      fromStatus,
      toStatus,
      comment: inner(what),
    }
    await addRow(db, 'slvHistory', { ...round, at: now, ...entry })
  }
  return {
    id: slv.id,
    status,
    documentIds,
    decisionId: decision.id,
    buyerLoan,
  } satisfies CanarySlv
}

/**
 * Each person's views, one of them shared in their company: their names and
 * filters.
 */
async function viewsOf(
  { db, now, canaries }: Deps,
  owner: Actor,
  list: 'SLV' | 'TDOC',
) {
  for (const isShared of [true, false]) {
    const seen: Audience = ({ id, companyId }) =>
      id === owner.id || (isShared && companyId === owner.companyId)
    const [name, search] = [
      canaries.plant('viewname', seen),
      `search=${canaries.plant('viewsearch', seen)}`,
    ]
    const view = {
      userId: owner.id,
      companyId: owner.companyId,
      list,
      name,
      search,
      isShared,
      createdAt: now,
    }
    await addRow(db, 'savedView', view)
  }
}

/** Plants texts in every field, each with a rule for who may see it. */
export async function plantCanaries(deps: Deps) {
  const people = await peopleOf(deps)
  const slvs: CanarySlv[] = []
  for (const of of ['A', 'B'] as const)
    for (const status of statuses[of])
      slvs.push(await slvOf(deps, people, of, status))
  // A copy of an ended round is stored; its texts stay as secret as they were.
  const ended = await slvOf(deps, people, 'A', 'DECLINED')
  await setDraftResubmitted(
    await ctxFor(deps.db, people.ownerA, deps.now),
    ended.id,
  )
  slvs.push(ended)
  for (const owner of [people.ownerA, people.ownerB, people.chief])
    await viewsOf(deps, owner, 'SLV')
  for (const owner of [people.reviewerX, people.reviewerY])
    await viewsOf(deps, owner, 'TDOC')
  const { deskX, deskY, reviewerX, reviewerY, outsider: inner } = people
  const tdocs = [
    await tdocOf(
      { ...deps, desk: deskX, inner, reviewer: reviewerX },
      'ACTIVE',
    ),
    await tdocOf(
      { ...deps, desk: deskX, inner: deskX, reviewer: reviewerX },
      'PURCHASED',
    ),
    await tdocOf({ ...deps, desk: deskY, inner, reviewer: reviewerY }, 'TPR'),
  ]
  return { people, slvs, tdocs }
}
