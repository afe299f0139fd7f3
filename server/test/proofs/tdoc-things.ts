import type { TdocFacts } from '@portal/contract/tdoc/policy'
import type { Actor } from '@portal/contract/user/model'
import type { Db } from '../../src/lib/database/db.ts'
import { addRow } from '../rows.ts'
import { tdocMaker } from '../tdoc-makers.ts'
import { missingId, type Relation } from './relation-ids.ts'

/** Ids of a Tdoc and of everything that belongs to it. */
export type TdocThing = {
  id: string
  facts: TdocFacts | null
  categoryId: string
  commentId: string
  isOwnComment: boolean
  /**
   * A data-capture file of its vendor, and whether that is the persona's
   * vendor.
   */
  captureId: string
  isOwnCapture: boolean
}

type People = {
  actor: Actor
  underwriter: Actor
  vendors: { own: string; other: string }
}

const noChildren = {
  categoryId: missingId,
  commentId: missingId,
  captureId: missingId,
  isOwnCapture: false,
}

const missingTdoc: TdocThing = {
  id: missingId,
  facts: null,
  isOwnComment: false,
  ...noChildren,
}

/**
 * Makes a Tdoc in a relation to a persona: assigned to them and of their
 * vendor, only of their vendor, of another vendor, or of no vendor and
 * purchased. With a wrong parent, only its children are missing.
 */
export async function createTdocThing(
  db: Db,
  now: Date,
  people: People,
  relation: Relation,
): Promise<TdocThing> {
  if (relation === 'missing') return missingTdoc

  const { actor, underwriter, vendors } = people
  const isOwn = relation === 'own' || relation === 'wrong parent'
  const assignment = chooseAssignment(people, relation, isOwn)
  const createTdoc = tdocMaker(db, now)
  const tdoc = await createTdoc({
    ...assignment,
    categories: { TPR: 'REVIEW_REQUIRED' },
  })
  const mayWrite = actor.role === 'UNDERWRITER' || actor.role === 'TPR'
  const isOwnComment = isOwn && mayWrite
  const comment = await addRow(db, 'comment', {
    tdocId: tdoc.id,
    type: 'EXTERNAL',
    message: 'Words',
    authorId: isOwnComment ? actor.id : underwriter.id,
    createdAt: now,
  })
  const vendorId = assignment.vendorId ?? vendors.own
  const capture = await addCapture(db, now, {
    vendorId,
    uploadedById: underwriter.id,
    fileKey: `answers-${tdoc.id}`,
  })
  const children = {
    categoryId: tdoc.categoryIds.TPR ?? missingId,
    commentId: comment.id,
    captureId: capture.id,
    isOwnCapture: vendorId === actor.companyId,
  }
  return {
    id: tdoc.id,
    facts: {
      ...assignment,
      status: 'NEW',
      categories: [{ type: 'TPR', status: 'REVIEW_REQUIRED' }],
    },
    isOwnComment,
    ...(relation === 'wrong parent' ? noChildren : children),
  }
}

/** The loan, vendor and underwriters of a Tdoc in this relation. */
function chooseAssignment(
  { actor, underwriter, vendors }: People,
  relation: Relation,
  isOwn: boolean,
) {
  if (relation === 'unassigned')
    return {
      loanKind: 'PURCHASED' as const,
      vendorId: null,
      assignedUnderwriterId: null,
      reviewUnderwriterId: null,
    }
  const isAssignedToActor = isOwn && actor.role === 'UNDERWRITER'
  return {
    loanKind: 'ACTIVE' as const,
    vendorId: relation === 'other company' ? vendors.other : vendors.own,
    assignedUnderwriterId: isAssignedToActor ? actor.id : underwriter.id,
    reviewUnderwriterId: null,
  }
}

function addCapture(
  db: Db,
  now: Date,
  upload: { vendorId: string; uploadedById: string; fileKey: string },
) {
  return addRow(db, 'captureUpload', {
    ...upload,
    uploadedAt: now,
    state: 'APPLIED',
    endedAt: now,
    rowCount: 0,
    fileName: 'Answers.csv',
    fileType: 'CSV',
    fileSize: 1,
    fileSha256: Buffer.alloc(32),
  })
}
