import type { LoanKind } from '@portal/contract/tdoc/model'
import { mayViewTdoc, type TdocFacts } from '@portal/contract/tdoc/policy'
import type { Actor } from '@portal/contract/user/model'
import { addTdocComment } from '../../src/conversation/add-comment.ts'
import type { Db } from '../../src/lib/db.ts'
import { setUnderwriters } from '../../src/tdoc/assign.ts'
import { setResponse } from '../../src/tdoc/set-response.ts'
import { setStatus } from '../../src/tdoc/set-status.ts'
import { writeTdocHistory } from '../../src/tdoc/write-history.ts'
import { ctxFor } from '../house.ts'
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
    categories: [
      { type: 'TPR', status: 'REVIEW_REQUIRED' },
      { type: 'COLLATERAL', status: 'REVIEW_REQUIRED' },
    ],
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
    categories: { TPR: 'REVIEW_REQUIRED', COLLATERAL: 'REVIEW_REQUIRED' },
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
  // A category of the house: neither it nor what happened to it is told to reviewers.
  const categoryId = tdoc.categoryIds.COLLATERAL ?? ''
  await db.updateTable('reviewCategory').set({ reviewerId: inner.id }).where('id', '=', categoryId).execute()
  const changes = [{ field: 'reviewer', before: inside('categoryreviewer'), after: null }]
  await writeTdocHistory(
    { db, now, actor: inner },
    { tdocId: tdoc.id, categoryId, action: 'category-set-reviewer', changes },
  )
  return { id: tdoc.id, categoryId: tdoc.categoryIds.TPR ?? '', commentId: own.id, facts }
}

/** A Tdoc that goes from hand to hand and is talked about, each step of which tells somebody. */
export async function tdocStory({ db, now, birds, desk, inner, reviewer }: Nest) {
  const isTheirs = ({ id }: Actor) => [desk, inner, reviewer].some((one) => one.id === id)
  const as = (actor: Actor) => ctxFor(db, actor, now)
  const { id } = await tdocMaker(
    db,
    now,
  )({
    vendorId: reviewer.companyId,
    imageFileName: birds.plant('image', isTheirs),
    borrowerLastName: birds.plant('borrower', isTheirs),
  })
  const secret = birds.plant('internalcomment', () => false)
  const words = { tdocId: id, message: secret, mentions: [] }
  await setUnderwriters(await as(inner), desk.id, [id])
  await setResponse(await as(reviewer), id, { tprResponse: 'RECEIVED', comment: secret })
  await setStatus(await as(desk), [id], 'NEW')
  await addTdocComment(await as(desk), { ...words, type: 'INTERNAL', mentions: [inner.id] })
  await addTdocComment(await as(desk), { ...words, type: 'EXTERNAL', mentions: [reviewer.id] })
  await addTdocComment(await as(reviewer), { ...words, type: 'EXTERNAL' })
}
