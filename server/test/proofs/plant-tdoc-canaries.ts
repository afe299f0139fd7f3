import { allTo } from '@portal/contract/assignment/model'
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
import { addRow, setRows } from '../rows.ts'
import { tdocMaker } from '../tdoc-makers.ts'
import type { Canaries } from './canaries.ts'

export type CanaryTdoc = {
  id: string
  categoryId: string
  commentId: string
  facts: TdocFacts
}

type Deps = {
  db: Db
  now: Date
  canaries: Canaries
  desk: Actor
  inner: Actor
  reviewer: Actor
}

/**
 * A Tdoc of a reviewer's vendor with a unique text in every text field and in
 * its conversation. It is assigned to `desk`, and `inner` writes internal
 * comments.
 */
export async function tdocOf(
  { db, now, canaries, desk, inner, reviewer }: Deps,
  loanKind: LoanKind,
) {
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
  const inside = (what: string) =>
    canaries.plant(what, (actor) => seen(actor) && actor.role === 'UNDERWRITER')
  const key = `stored-${reviewer.id}-${loanKind}`
  canaries.audienceOf.set(key, () => false)
  const makeTdoc = tdocMaker(db, now)
  const tdoc = await makeTdoc({
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
  const say = (
    author: Actor,
    type: 'INTERNAL' | 'EXTERNAL',
    message: string,
    more: object = {},
  ) =>
    addRow(db, 'comment', {
      tdocId: tdoc.id,
      type,
      message,
      authorId: author.id,
      createdAt: now,
      ...more,
    })
  await say(desk, 'EXTERNAL', open('comment'))
  await say(inner, 'INTERNAL', inside('internalcomment'))
  const deleted = canaries.plant('deletedcomment', () => false)
  await say(inner, 'EXTERNAL', deleted, { deletedAt: now })
  const own = await say(reviewer, 'EXTERNAL', open('answer'))
  // Reviewers see neither internal categories nor their history.
  const categoryId = tdoc.categoryIds.COLLATERAL ?? ''
  await setRows(
    db,
    'reviewCategory',
    { id: categoryId },
    { reviewerId: inner.id },
  )
  const write = (
    actor: Actor,
    entry: Omit<Parameters<typeof writeTdocHistory>[1], 'tdocId'>,
  ) => writeTdocHistory({ db, now, actor }, { tdocId: tdoc.id, ...entry })
  const from = (field: string, before: string) => [
    { field, before, after: null },
  ]
  await write(inner, {
    action: 'turn-comment',
    changes: from('comment', inside('turned')),
  })
  await write(desk, {
    action: 'set-underwriter',
    changes: from('assignedUnderwriter', open('assigned')),
  })
  const changes = from('reviewer', inside('categoryreviewer'))
  await write(inner, { categoryId, action: 'category-set-reviewer', changes })
  return {
    id: tdoc.id,
    categoryId: tdoc.categoryIds.TPR ?? '',
    commentId: own.id,
    facts,
  } satisfies CanaryTdoc
}

/**
 * A Tdoc's story of assignments, responses and comments, in which each step
 * notifies someone.
 */
export async function tdocStory({
  db,
  now,
  canaries,
  desk,
  inner,
  reviewer,
}: Deps) {
  const isTheirs = ({ id }: Actor) =>
    [desk, inner, reviewer].some((one) => one.id === id)
  const as = (actor: Actor) => ctxFor(db, actor, now)
  const makeTdoc = tdocMaker(db, now)
  const { id } = await makeTdoc({
    vendorId: reviewer.companyId,
    imageFileName: canaries.plant('image', isTheirs),
    borrowerLastName: canaries.plant('borrower', isTheirs),
  })
  const secret = canaries.plant('internalcomment', () => false)
  const words = { tdocId: id, message: secret, mentions: [] }
  await setUnderwriters(await as(inner), allTo(desk.id, [id]))
  await setResponse(await as(reviewer), id, {
    tprResponse: 'RECEIVED',
    comment: secret,
  })
  await setStatus(await as(desk), [id], 'NEW')
  await addTdocComment(await as(desk), {
    ...words,
    type: 'INTERNAL',
    mentions: [inner.id],
  })
  await addTdocComment(await as(desk), {
    ...words,
    type: 'EXTERNAL',
    mentions: [reviewer.id],
  })
  await addTdocComment(await as(reviewer), { ...words, type: 'EXTERNAL' })
}
