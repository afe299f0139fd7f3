import type { LoanKind } from '@portal/contract/tdoc/model'
import { mayViewTdoc, type TdocFacts } from '@portal/contract/tdoc/policy'
import type { Actor } from '@portal/contract/user/model'
import { addTdocComment } from '../../src/conversation/add-comment.ts'
import type { Db } from '../../src/lib/database/db.ts'
import { writeTdocHistory } from '../../src/tdoc/activity/write-history.ts'
import { setUnderwriters } from '../../src/tdoc/assign.ts'
import { setResponse } from '../../src/tdoc/set-response.ts'
import { setStatus } from '../../src/tdoc/set-status.ts'
import { ctxFor } from '../makers.ts'
import { addRow } from '../rows.ts'
import { tdocMaker } from '../tdoc-makers.ts'
import type { Canaries } from './canaries.ts'

export type CanaryTdoc = { id: string; categoryId: string; commentId: string; facts: TdocFacts }

type Deps = { db: Db; now: Date; canaries: Canaries; desk: Actor; inner: Actor; reviewer: Actor }

/**
 * A Tdoc of a reviewer's vendor with a text of its own in every field that holds text and in its conversation; `desk` has
 * it to do, `inner` speaks to the house alone.
 */
export async function tdocOf(
  { db, now, canaries, desk, inner, reviewer }: Deps,
  loanKind: LoanKind,
): Promise<CanaryTdoc> {
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
  const open = (what: string) => canaries.plant(what, seen)
  const inside = (what: string) => canaries.plant(what, (actor) => seen(actor) && actor.role === 'UNDERWRITER')
  const key = `stored-${reviewer.id}-${loanKind}`
  canaries.audienceOf.set(key, () => false)
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
    addRow(db, 'comment', { tdocId: tdoc.id, type, message, authorId: author.id, createdAt: now, ...more })
  await said(desk, 'EXTERNAL', open('comment'))
  await said(inner, 'INTERNAL', inside('internalcomment'))
  await said(
    inner,
    'EXTERNAL',
    canaries.plant('deletedcomment', () => false),
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
export async function tdocStory({ db, now, canaries, desk, inner, reviewer }: Deps) {
  const isTheirs = ({ id }: Actor) => [desk, inner, reviewer].some((one) => one.id === id)
  const as = (actor: Actor) => ctxFor(db, actor, now)
  const { id } = await tdocMaker(
    db,
    now,
  )({
    vendorId: reviewer.companyId,
    imageFileName: canaries.plant('image', isTheirs),
    borrowerLastName: canaries.plant('borrower', isTheirs),
  })
  const secret = canaries.plant('internalcomment', () => false)
  const words = { tdocId: id, message: secret, mentions: [] }
  await setUnderwriters(await as(inner), desk.id, [id])
  await setResponse(await as(reviewer), id, { tprResponse: 'RECEIVED', comment: secret })
  await setStatus(await as(desk), [id], 'NEW')
  await addTdocComment(await as(desk), { ...words, type: 'INTERNAL', mentions: [inner.id] })
  await addTdocComment(await as(desk), { ...words, type: 'EXTERNAL', mentions: [reviewer.id] })
  await addTdocComment(await as(reviewer), { ...words, type: 'EXTERNAL' })
}
