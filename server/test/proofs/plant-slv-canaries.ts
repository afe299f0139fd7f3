import { mayView, type SlvFacts } from '@portal/contract/slv/policy'
import { isDecided, type SlvStatus } from '@portal/contract/slv/status'
import type { Actor } from '@portal/contract/user/model'
import type { Db } from '../../src/lib/database/db.ts'
import { keptFile } from '../files.ts'
import { makers, wholeRequest } from '../makers.ts'
import { addRow, findRow, setRows } from '../rows.ts'
import type { Audience, Canaries } from './canaries.ts'
import { noReader, type People } from './canary-people.ts'

type Deps = { db: Db; now: Date; canaries: Canaries }

export type CanarySlv = {
  id: string
  status: SlvStatus
  documentIds: string[]
  decisionId: string
  buyerLoan: string
}

type Sides = { owner: Actor; underwriter: Actor }

/**
 * One SLV of a seller's company with a unique text in every text field, also in
 * those of its variances, documents, comments and history.
 */
export async function plantSlv(
  deps: Deps,
  people: People,
  company: 'A' | 'B',
  status: SlvStatus,
): Promise<CanarySlv> {
  const sides =
    company === 'A'
      ? { owner: people.ownerA, underwriter: people.underwriterA }
      : { owner: people.ownerB, underwriter: people.underwriterB }
  const facts = await describeSlv(deps, people, sides, status)
  const texts = planter(deps, facts)

  const slv = await addSlv(deps, facts, texts)
  const decisionId = await addVariances(deps, slv, texts)
  const documentIds = await addDocuments(deps, slv.id, sides, texts)
  await addComments(deps, slv.id, sides, texts)
  await addHistory(deps, slv.id, people, sides, texts)
  if (status === 'APPROVED') await addCondition(deps, slv.id, sides, texts)
  return {
    id: slv.id,
    status,
    documentIds,
    decisionId,
    buyerLoan: slv.buyerLoan,
  }
}

async function describeSlv(
  { db }: Deps,
  people: People,
  { owner, underwriter }: Sides,
  status: SlvStatus,
): Promise<SlvFacts> {
  const { bddId } = await findRow(db, 'company', { id: owner.companyId })
  return {
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
    slrRecommendedDecision: 'DECLINED',
    tdRecommendedDecision: 'DECLINED',
    taggedIds: [],
    statusBeforeWithdrawal: null,
  }
}

type Texts = ReturnType<typeof planter>

/** Plants texts of an SLV, by who may see them. */
function planter({ canaries }: Deps, facts: SlvFacts) {
  const everyViewer: Audience = (actor) => mayView(actor, facts)
  const staffViewers: Audience = (actor) =>
    everyViewer(actor) && actor.role !== 'SELLER'
  const decisionViewers = isDecided(facts.statusInEffect ?? facts.status)
    ? everyViewer
    : staffViewers
  return {
    open: (field: string) => canaries.plant(field, everyViewer),
    internal: (field: string) => canaries.plant(field, staffViewers),
    /** For everyone once the SLV is decided. */
    decision: (field: string) => canaries.plant(field, decisionViewers),
    secret: (field: string) => canaries.plant(field, noReader),
  }
}

async function addSlv({ db, now }: Deps, facts: SlvFacts, texts: Texts) {
  const buyerLoan = texts.open('loan')
  const { id, requestId } = await makers(db, now).slv({
    status: facts.status,
    sellerId: facts.sellerId,
    underwriterId: facts.underwriterId,
    underwriterManagerId: facts.underwriterManagerId,
    tradeDeskId: facts.tradeDeskId,
    buyerLoan,
    sellerLoan: texts.open('sellerloan'),
    requestorName: texts.open('requestor'),
    email: `${texts.open('mail').toLowerCase()}@x.example`,
    borrowerLastName: texts.open('borrower'),
    subjectPropertyAddress: texts.open('address'),
    city: texts.open('city'),
    buyerNonAgencyProgram: texts.open('program'),
    buyerNonAgencyProductName: texts.open('product'),
    withdrawReason: texts.open('withdrawal'),
    withdrawDeclineReason: texts.open('withdrawaldeclined'),
    statusComment: texts.internal('statuscomment'),
    decisionCommentsInternal: texts.internal('decisioninternal'),
    priceReason: texts.internal('pricereason'),
    decisionComment: texts.decision('decision'),
    currentGuideline: texts.decision('guideline'),
    slrRecommendedDecision: 'DECLINED',
    tdRecommendedDecision: 'DECLINED',
  })
  return { id, requestId, buyerLoan }
}

/** Two variances, the first with an answer, whose id is returned. */
async function addVariances(
  { db }: Deps,
  { id: slvId, requestId }: { id: string; requestId: string },
  texts: Texts,
): Promise<string> {
  await setRows(
    db,
    'slvRequest',
    { id: requestId },
    {
      justification: texts.open('justification'),
      currentGuideline: texts.open('guide'),
    },
  )
  const answer = await addRow(db, 'slvDecisionRequest', {
    slvId,
    slvRequestId: requestId,
    decision: 'APPROVED',
    comment: texts.decision('answer'),
    currentGuideline: texts.decision('answerguide'),
  })
  await addRow(db, 'slvRequest', {
    ...wholeRequest,
    slvId,
    position: 2,
    justification: texts.open('justification'),
  })
  return answer.id
}

/**
 * Documents of both sides, some of them deleted, and a requested document.
 * Returns the ids of the documents.
 */
async function addDocuments(
  { db, now, canaries }: Deps,
  slvId: string,
  { owner, underwriter }: Sides,
  texts: Texts,
): Promise<string[]> {
  const addDocument = async (
    kind: 'SELLER' | 'UNDERWRITER',
    name: string,
    deletedBy?: Actor,
  ): Promise<string> => {
    const { key, ...file } = keptFile(`${name}.pdf`)
    canaries.audienceOf.set(key, noReader)
    const { id } = await addRow(db, 'document', {
      ...file,
      slvId,
      kind,
      resubmitCount: 0,
      uploadedById: owner.id,
      uploadedAt: now,
      storageKey: key,
      ...(deletedBy && { deletedAt: now, deletedById: deletedBy.id }),
    })
    return id
  }

  // The history of deleted files stays visible to people who could open them.
  const documentIds = [
    await addDocument('SELLER', texts.open('file')),
    await addDocument('UNDERWRITER', texts.internal('underwriterfile')),
    await addDocument('SELLER', texts.open('deletedfile'), owner),
    await addDocument(
      'UNDERWRITER',
      texts.internal('deletedfile'),
      underwriter,
    ),
  ]
  const exampleDocumentId = await addDocument(
    'UNDERWRITER',
    texts.open('example'),
  )
  await addRow(db, 'slvPendingDocument', {
    slvId,
    resubmitCount: 0,
    name: texts.open('asked'),
    note: texts.open('note'),
    askedAt: now,
    answerKind: 'CANNOT',
    answerReason: texts.open('answer'),
    answeredById: owner.id,
    answeredAt: now,
    exampleDocumentId,
  })
  return [...documentIds, exampleDocumentId]
}

/** A condition of the approval, answered and waived. */
const addCondition = (
  { db, now }: Deps,
  slvId: string,
  { owner, underwriter }: Sides,
  texts: Texts,
) =>
  addRow(db, 'slvCondition', {
    slvId,
    resubmitCount: 0,
    position: 1,
    text: texts.decision('condition'),
    timing: 'PRIOR_TO_DOCS',
    message: texts.decision('conditionanswer'),
    answeredById: owner.id,
    answeredAt: now,
    status: 'WAIVED',
    reason: texts.decision('waiver'),
    markedById: underwriter.id,
    markedAt: now,
  })

async function addComments(
  { db, now }: Deps,
  slvId: string,
  { underwriter }: Sides,
  texts: Texts,
) {
  const comment = { slvId, authorId: underwriter.id, createdAt: now }
  await addRow(db, 'comment', {
    ...comment,
    type: 'EXTERNAL',
    message: texts.open('comment'),
  })
  await addRow(db, 'comment', {
    ...comment,
    type: 'INTERNAL',
    message: texts.internal('internalcomment'),
  })
  await addRow(db, 'comment', {
    ...comment,
    type: 'INTERNAL',
    message: texts.secret('deletedcomment'),
    deletedAt: now,
  })
}

async function addHistory(
  { db, now }: Deps,
  slvId: string,
  { manager }: People,
  { underwriter }: Sides,
  texts: Texts,
) {
  const entry = { slvId, resubmitCount: 0, at: now }
  await addRow(db, 'slvHistory', {
    ...entry,
    actorId: manager.id,
    action: 'set-slr-completed',
    fromStatus: 'SLR_REVIEW',
    toStatus: 'SLR_COMPLETED',
    comment: texts.internal('slrcomment'),
  })
  await addRow(db, 'slvHistory', {
    ...entry,
    actorId: underwriter.id,
    action: 'start-review-process',
    fromStatus: 'PENDING',
    toStatus: 'REVIEW',
    comment: texts.internal('movecomment'),
  })
}
