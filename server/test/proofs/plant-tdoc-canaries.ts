import type { LoanKind } from '@portal/contract/tdoc/model'
import { mayViewTdoc, type TdocFacts } from '@portal/contract/tdoc/policy'
import type { Actor } from '@portal/contract/user/model'
import type { Db } from '../../src/lib/database/db.ts'
import { writeTdocHistory } from '../../src/tdoc/activity/write-history.ts'
import { addRow, setRows } from '../rows.ts'
import { tdocMaker } from '../tdoc-makers.ts'
import type { Audience, Canaries } from './canaries.ts'
import { noReader } from './canary-people.ts'

export type CanaryTdoc = {
  id: string
  categoryId: string
  commentId: string
  facts: TdocFacts
}

type Deps = { db: Db; now: Date; canaries: Canaries }

type TdocOptions = {
  loanKind: LoanKind
  /** The underwriter to whom it is assigned. */
  desk: Actor
  internalAuthor: Actor
  /** Its vendor is their company. */
  reviewer: Actor
}

/**
 * A Tdoc of a reviewer's vendor with a unique text in every text field, in its
 * conversation and in its history.
 */
export async function plantTdoc(
  deps: Deps,
  options: TdocOptions,
): Promise<CanaryTdoc> {
  const { loanKind, desk, reviewer } = options
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
  const texts = planter(deps, facts)

  const tdoc = await addTdoc(deps, options, texts)
  const commentId = await addComments(deps, tdoc.id, options, texts)
  await addHistory(deps, tdoc, options, texts)
  return {
    id: tdoc.id,
    categoryId: tdoc.categoryIds.TPR ?? '',
    commentId,
    facts,
  }
}

type Texts = ReturnType<typeof planter>

/** Plants texts of a Tdoc, by who may see them. */
function planter({ canaries }: Deps, facts: TdocFacts) {
  const everyViewer: Audience = (actor) => mayViewTdoc(actor, facts)
  const underwriters: Audience = (actor) =>
    everyViewer(actor) && actor.role === 'UNDERWRITER'
  return {
    open: (field: string) => canaries.plant(field, everyViewer),
    internal: (field: string) => canaries.plant(field, underwriters),
    secret: (field: string) => canaries.plant(field, noReader),
  }
}

async function addTdoc(
  { db, now, canaries }: Deps,
  { loanKind, desk, reviewer }: TdocOptions,
  texts: Texts,
) {
  const imageKey = `stored-${reviewer.id}-${loanKind}`
  canaries.audienceOf.set(imageKey, noReader)
  const makeTdoc = tdocMaker(db, now)
  return makeTdoc({
    loanKind,
    vendorId: reviewer.companyId,
    assignedUnderwriterId: desk.id,
    reviewUnderwriterId: desk.id,
    createdById: desk.id,
    categories: { TPR: 'REVIEW_REQUIRED', COLLATERAL: 'REVIEW_REQUIRED' },
    imageKey,
    imageType: 'PDF',
    imageSize: 1,
    imageSha256: Buffer.alloc(32, 1),
    buyerLoanNumber: texts.open('loan'),
    imageFileName: texts.open('image'),
    sellerName: texts.open('seller'),
    corrId: texts.open('corr'),
    borrowerLastName: texts.open('borrower'),
    productCode: texts.open('product'),
    currentLdStatus: texts.open('ldstatus'),
  })
}

/** Returns the id of the reviewer's comment. */
async function addComments(
  { db, now }: Deps,
  tdocId: string,
  { desk, internalAuthor, reviewer }: TdocOptions,
  texts: Texts,
): Promise<string> {
  const comment = { tdocId, createdAt: now }
  await addRow(db, 'comment', {
    ...comment,
    type: 'EXTERNAL',
    message: texts.open('comment'),
    authorId: desk.id,
  })
  await addRow(db, 'comment', {
    ...comment,
    type: 'INTERNAL',
    message: texts.internal('internalcomment'),
    authorId: internalAuthor.id,
  })
  await addRow(db, 'comment', {
    ...comment,
    type: 'EXTERNAL',
    message: texts.secret('deletedcomment'),
    authorId: internalAuthor.id,
    deletedAt: now,
  })
  const { id } = await addRow(db, 'comment', {
    ...comment,
    type: 'EXTERNAL',
    message: texts.open('answer'),
    authorId: reviewer.id,
  })
  return id
}

/** Reviewers see neither internal categories nor their history. */
async function addHistory(
  { db, now }: Deps,
  tdoc: Awaited<ReturnType<typeof addTdoc>>,
  { desk, internalAuthor }: TdocOptions,
  texts: Texts,
) {
  const { id: tdocId } = tdoc
  const categoryId = tdoc.categoryIds.COLLATERAL ?? ''
  await setRows(
    db,
    'reviewCategory',
    { id: categoryId },
    { reviewerId: internalAuthor.id },
  )
  const internalCtx = { db, now, actor: internalAuthor }
  await writeTdocHistory(internalCtx, {
    tdocId,
    action: 'turn-comment',
    changes: [
      { field: 'comment', before: texts.internal('turned'), after: null },
    ],
  })
  await writeTdocHistory(
    { db, now, actor: desk },
    {
      tdocId,
      action: 'set-underwriter',
      changes: [
        {
          field: 'assignedUnderwriter',
          before: texts.open('assigned'),
          after: null,
        },
      ],
    },
  )
  await writeTdocHistory(internalCtx, {
    tdocId,
    categoryId,
    action: 'category-set-reviewer',
    changes: [
      {
        field: 'reviewer',
        before: texts.internal('categoryreviewer'),
        after: null,
      },
    ],
  })
}
