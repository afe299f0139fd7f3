import type { LoanKind } from '@portal/contract/tdoc/model'
import type { TdocFacts } from '@portal/contract/tdoc/policy'
import type { Actor } from '@portal/contract/user/model'
import type { Db } from '../../src/lib/database/db.ts'
import { addRow } from '../rows.ts'
import { tdocMaker } from '../tdoc-makers.ts'
import type { Relation } from './relation-ids.ts'

const nobody = '00000000-0000-4000-8000-000000000000'

/** Ids of a Tdoc and of everything that belongs to it. */
export type TdocThing = {
  id: string
  facts: TdocFacts | null
  categoryId: string
  commentId: string
  isOwnComment: boolean
  /** A data-capture file of its vendor, and whether that is the persona's. */
  captureId: string
  isOwnCapture: boolean
}

type People = { actor: Actor; underwriter: Actor; vendors: { own: string; other: string } }

/**
 * Tdocs in every relation to a persona, made when they are asked for: of their vendor and in their hands, of their vendor,
 * of another vendor, of none and purchased. With a wrong parent only its children are not there.
 */
export function tdocsOf(db: Db, now: Date, { actor, underwriter, vendors }: People) {
  const make = async (relation: Relation): Promise<TdocThing> => {
    if (relation === 'missing')
      return {
        ...{ id: nobody, facts: null, categoryId: nobody, commentId: nobody, isOwnComment: false },
        ...{ captureId: nobody, isOwnCapture: false },
      }
    const isOwn = relation === 'own' || relation === 'wrong parent'
    const isFree = relation === 'unassigned'
    const loanKind: LoanKind = isFree ? 'PURCHASED' : 'ACTIVE'
    const doer = isOwn && actor.role === 'UNDERWRITER' ? actor : underwriter
    const ids = {
      loanKind,
      vendorId: isFree ? null : relation === 'other company' ? vendors.other : vendors.own,
      assignedUnderwriterId: isFree ? null : doer.id,
      reviewUnderwriterId: null,
    }
    const tdoc = await tdocMaker(db, now)({ ...ids, categories: { TPR: 'REVIEW_REQUIRED' } })
    const isOwnComment = isOwn && (actor.role === 'UNDERWRITER' || actor.role === 'TPR')
    const { id: commentId } = await addRow(db, 'comment', {
      tdocId: tdoc.id,
      type: 'EXTERNAL',
      message: 'Words',
      authorId: isOwnComment ? actor.id : underwriter.id,
      createdAt: now,
    })
    const vendorId = ids.vendorId ?? vendors.own
    const { id: captureId } = await addRow(db, 'captureUpload', {
      ...{ vendorId, uploadedById: underwriter.id, uploadedAt: now, state: 'APPLIED', endedAt: now, rowCount: 0 },
      ...{ fileName: 'Answers.csv', fileType: 'CSV', fileKey: `answers-${tdoc.id}`, fileSize: 1 },
      fileSha256: Buffer.alloc(32),
    })
    const children =
      relation === 'wrong parent'
        ? { categoryId: nobody, commentId: nobody, captureId: nobody, isOwnCapture: false }
        : {
            ...{ categoryId: tdoc.categoryIds.TPR ?? nobody, commentId, captureId },
            isOwnCapture: vendorId === actor.companyId,
          }
    const facts: TdocFacts = { ...ids, status: 'NEW', categories: [{ type: 'TPR', status: 'REVIEW_REQUIRED' }] }
    return { id: tdoc.id, facts, isOwnComment, ...children }
  }
  const made = new Map<Relation, TdocThing>()
  return async (relation: Relation): Promise<TdocThing> => {
    const tdoc = made.get(relation) ?? (await make(relation))
    made.set(relation, tdoc)
    return tdoc
  }
}
