import type { LoanKind } from '@portal/contract/tdoc/model'
import { mayViewTdoc, type TdocFacts } from '@portal/contract/tdoc/policy'
import type { Actor } from '@portal/contract/user/model'
import type { Db } from '../../src/lib/db.ts'
import { writeTdocHistory } from '../../src/tdoc/write-history.ts'
import { tdocMaker } from '../tdoc-house.ts'
import type { Birds } from './aviary.ts'

export type PlantedTdoc = { id: string; categoryId: string; commentId: string; facts: TdocFacts }

type Nest = { db: Db; now: Date; birds: Birds; desk: Actor; inner: Actor; reviewer: Actor }

/**
 * A Tdoc of a reviewer's vendor with a text of its own in every field that holds text and in its conversation; `desk` has
 * it to do, `inner` speaks to the house alone.
 */
export async function tdocOf(
  { db, now, birds, desk, inner, reviewer }: Nest,
  loanKind: LoanKind,
): Promise<PlantedTdoc> {
  const facts: TdocFacts = {
    status: 'NEW',
    loanKind,
    vendorId: reviewer.companyId,
    assignedUnderwriterId: desk.id,
    reviewUnderwriterId: desk.id,
    categories: [{ type: 'TPR', status: 'REVIEW_REQUIRED' }],
  }
  const seen = (actor: Actor) => mayViewTdoc(actor, facts)
  const open = (what: string) => birds.plant(what, seen)
  const inside = (what: string) => birds.plant(what, (actor) => seen(actor) && actor.role === 'UNDERWRITER')
  const key = `stored-${reviewer.id}-${loanKind}`
  birds.sightOf.set(key, () => false)
  const tdoc = await tdocMaker(
    db,
    now,
  )({
    loanKind,
    vendorId: facts.vendorId,
    assignedUnderwriterId: desk.id,
    reviewUnderwriterId: desk.id,
    createdById: desk.id,
    categories: { TPR: 'REVIEW_REQUIRED' },
    imageKey: key,
    imageType: 'PDF',
    imageSize: 1,
    imageSha256: Buffer.alloc(32, 1),
    buyerLoanNumber: open('loan'),
    imageFileName: open('image'),
    sellerName: open('seller'),
    corrId: open('corr'),
    borrowerLastName: open('borrower'),
    productCode: open('product'),
    currentLdStatus: open('ldstatus'),
  })
  const said = (author: Actor, type: 'INTERNAL' | 'EXTERNAL', message: string, more: object = {}) =>
    db
      .insertInto('comment')
      .values({ tdocId: tdoc.id, type, message, authorId: author.id, createdAt: now, ...more })
      .returning('id')
      .executeTakeFirstOrThrow()
  await said(desk, 'EXTERNAL', open('comment'))
  await said(inner, 'INTERNAL', inside('internalcomment'))
  await said(
    inner,
    'EXTERNAL',
    birds.plant('deletedcomment', () => false),
    { deletedAt: now },
  )
  const own = await said(reviewer, 'EXTERNAL', open('answer'))
  const told = { tdocId: tdoc.id, changes: [{ field: 'comment', before: inside('turned'), after: null }] }
  await writeTdocHistory({ db, now, actor: inner }, { ...told, action: 'turn-comment' })
  await writeTdocHistory(
    { db, now, actor: desk },
    {
      tdocId: tdoc.id,
      action: 'set-underwriter',
      changes: [{ field: 'assignedUnderwriter', before: null, after: open('told') }],
    },
  )
  return { id: tdoc.id, categoryId: tdoc.categoryIds.TPR ?? '', commentId: own.id, facts }
}
