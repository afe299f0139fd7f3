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

const purchased = {
  loanKind: 'PURCHASED' as const,
  vendorId: null,
  assignedUnderwriterId: null,
  reviewUnderwriterId: null,
}

/**
 * Makes a Tdoc in a relation to a persona: assigned to them and of their
 * vendor, only of their vendor, of another vendor, or of no vendor and
 * purchased. With a wrong parent, only its children are missing.
 */
export function tdocsOf(
  db: Db,
  now: Date,
  { actor, underwriter, vendors }: People,
) {
  const idsIn = (relation: Relation, isOwn: boolean) => {
    if (relation === 'unassigned') return purchased
    const assigned = isOwn && actor.role === 'UNDERWRITER' ? actor : underwriter
    return {
      loanKind: 'ACTIVE' as const,
      vendorId: relation === 'other company' ? vendors.other : vendors.own,
      assignedUnderwriterId: assigned.id,
      reviewUnderwriterId: null,
    }
  }
  return async (relation: Relation): Promise<TdocThing> => {
    if (relation === 'missing')
      return { id: missingId, facts: null, isOwnComment: false, ...noChildren }
    const isOwn = relation === 'own' || relation === 'wrong parent'
    const ids = idsIn(relation, isOwn)
    const tdoc = await tdocMaker(
      db,
      now,
    )({ ...ids, categories: { TPR: 'REVIEW_REQUIRED' } })
    const isOwnComment =
      isOwn && (actor.role === 'UNDERWRITER' || actor.role === 'TPR')
    const authorId = isOwnComment ? actor.id : underwriter.id
    const words = {
      tdocId: tdoc.id,
      type: 'EXTERNAL',
      message: 'Words',
      authorId,
      createdAt: now,
    } as const
    const comment = await addRow(db, 'comment', words)
    const vendorId = ids.vendorId ?? vendors.own
    const capture = await addRow(db, 'captureUpload', {
      vendorId,
      uploadedById: underwriter.id,
      uploadedAt: now,
      state: 'APPLIED',
      endedAt: now,
      rowCount: 0,
      fileName: 'Answers.csv',
      fileType: 'CSV',
      fileKey: `answers-${tdoc.id}`,
      fileSize: 1,
      fileSha256: Buffer.alloc(32),
    })
    const children = {
      categoryId: tdoc.categoryIds.TPR ?? missingId,
      commentId: comment.id,
      captureId: capture.id,
      isOwnCapture: vendorId === actor.companyId,
    }
    const facts: TdocFacts = {
      ...ids,
      status: 'NEW',
      categories: [{ type: 'TPR', status: 'REVIEW_REQUIRED' }],
    }
    return {
      id: tdoc.id,
      facts,
      isOwnComment,
      ...(relation === 'wrong parent' ? noChildren : children),
    }
  }
}
