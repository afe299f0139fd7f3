import { Readable } from 'node:stream'
import type { SlvFacts } from '@portal/contract/slv/policy'
import type { SlvStatus } from '@portal/contract/slv/status'
import { factsFor, type Persona } from '@portal/contract/test/personas'
import type { Actor } from '@portal/contract/user/model'
import type { Db } from '../../src/lib/database/db.ts'
import type { FileStore } from '../../src/lib/files/files.ts'
import { answerVariances } from '../actions.ts'
import { keptFile } from '../files.ts'
import { makers, wholeRequest } from '../makers.ts'
import { addRow, findRow } from '../rows.ts'
import {
  columnsOf,
  missingId,
  ownFacts,
  type Relation,
} from './relation-ids.ts'
import type { WorldPeople } from './world-people.ts'

/** The parts of one SLV whose ids are in addresses and bodies. */
type SlvChildren = {
  requestId: string
  freeRequestId: string
  decisionId: string
  documentId: string
  commentId: string
  askedId: string
  conditionId: string
}

/** Ids of an SLV and of everything that belongs to it. */
export type SlvThing = SlvChildren & {
  id: string
  facts: SlvFacts | null
  isOwnComment: boolean
  /** Its children belong to another SLV, or to none. */
  isAlien: boolean
}

export const missingSlv: SlvThing = {
  id: missingId,
  facts: null,
  isOwnComment: false,
  isAlien: true,
  requestId: missingId,
  freeRequestId: missingId,
  decisionId: missingId,
  documentId: missingId,
  commentId: missingId,
  askedId: missingId,
  conditionId: missingId,
}

type Deps = { db: Db; now: Date; files: FileStore }

/** Makes an SLV in a status and in a relation to the persona. */
export async function createSlvThing(
  deps: Deps,
  persona: Persona,
  people: WorldPeople,
  relation: Relation,
  status: SlvStatus,
): Promise<SlvThing> {
  const { db, now } = deps
  const facts = await chooseFacts(db, persona, people, relation, status)
  const slv = await makers(db, now).slv(columnsOf(facts))
  const variances = await addVariances(db, slv, status)
  const { actor, stranger } = people
  await addDocument(deps, slv.id, status, 'UNDERWRITER', stranger.id)
  const document = await addDocument(
    deps,
    slv.id,
    status,
    'SELLER',
    facts.sellerId,
  )
  const authorId = relation === 'own' ? actor.id : facts.sellerId
  const comment = await addRow(db, 'comment', {
    slvId: slv.id,
    type: 'EXTERNAL',
    message: 'Words',
    authorId,
    createdAt: now,
  })
  const requestedDocument = await addRow(db, 'slvPendingDocument', {
    slvId: slv.id,
    resubmitCount: 0,
    name: 'W-2',
    note: '',
    askedAt: now,
    answerKind: 'CANNOT',
    answerReason: 'There is none',
    answeredById: facts.sellerId,
    answeredAt: now,
  })
  const condition = await addRow(db, 'slvCondition', {
    slvId: slv.id,
    resubmitCount: 0,
    position: 0,
    text: 'Two months of statements',
    timing: 'PRIOR_TO_FUNDING',
  })
  return {
    id: slv.id,
    facts,
    isOwnComment: authorId === actor.id,
    isAlien: false,
    ...variances,
    documentId: document.id,
    commentId: comment.id,
    askedId: requestedDocument.id,
    conditionId: condition.id,
  }
}

async function chooseFacts(
  db: Db,
  persona: Persona,
  people: WorldPeople,
  relation: Relation,
  status: SlvStatus,
): Promise<SlvFacts> {
  const facts =
    relation === 'own'
      ? ownFacts(persona, status, {
          actorId: people.actor.id,
          strangerId: people.stranger.id,
          companyId: people.home.id,
          sellerId: people.colleague.id,
        })
      : othersFacts(persona, people, relation, status)
  const { bddId } = await findRow(db, 'company', { id: facts.companyId })
  return { ...facts, bddId }
}

/** Of an SLV to which the persona has no relation but its company. */
function othersFacts(
  persona: Persona,
  people: WorldPeople,
  relation: Relation,
  status: SlvStatus,
): SlvFacts {
  const seller = chooseSeller(persona, people, relation)
  const { stranger } = people
  return {
    ...factsFor({ ...persona, facts: {} }, status),
    sellerId: seller.id,
    companyId: seller.companyId,
    createdById: seller.id,
    sentById: seller.id,
    underwriterId: relation === 'unassigned' ? null : stranger.id,
  }
}

function chooseSeller(
  persona: Persona,
  { outsider, ownColleague, colleague }: WorldPeople,
  relation: Relation,
): Actor {
  if (relation === 'other company') return outsider
  return persona.role === 'SELLER' ? ownColleague : colleague
}

/** Two variances, the first with an answer. */
async function addVariances(
  db: Db,
  { id: slvId, requestId }: { id: string; requestId: string },
  status: SlvStatus,
) {
  const freeRequest = await addRow(db, 'slvRequest', {
    ...wholeRequest,
    slvId,
    position: 2,
  })
  const decision = await addRow(db, 'slvDecisionRequest', {
    slvId,
    slvRequestId: requestId,
    decision: 'APPROVED',
    currentGuideline: '',
    comment: '',
  })
  // The decision is tried in this status, and needs every answer.
  if (status === 'SLR_COMPLETED') await answerVariances({ db }, slvId)
  return {
    requestId,
    freeRequestId: freeRequest.id,
    decisionId: decision.id,
  }
}

async function addDocument(
  { db, now, files }: Deps,
  slvId: string,
  status: SlvStatus,
  kind: 'SELLER' | 'UNDERWRITER',
  uploadedById: string,
) {
  const { key, ...file } = keptFile(`${kind}.txt`)
  // Files are read in this status only.
  const storageKey = status === 'REVIEW' ? await store(files, file.size) : key
  return addRow(db, 'document', {
    ...file,
    type: 'TXT',
    slvId,
    kind,
    resubmitCount: 0,
    uploadedById,
    uploadedAt: now,
    storageKey,
  })
}

async function store(files: FileStore, size: number): Promise<string> {
  const received = await files.receive(Readable.from([Buffer.alloc(size, 'x')]))
  const key = await received.keep()
  await received.drop()
  return key
}
