import type { CommentType } from '@portal/contract/conversation/model'
import { pick } from '@portal/contract/lib/typed'
import type { Loan } from '@portal/contract/loan/model'
import type { CategoryType } from '@portal/contract/review-category/model'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { toMode } from '@portal/contract/tdoc/model'
import { mayViewTdoc, tdocModeRules } from '@portal/contract/tdoc/policy'
import { isUnderwriter } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import { insertComment } from '../../conversation/add-comment.ts'
import { tdocTopic } from '../../conversation/find-topic.ts'
import { type Ctx, transact } from '../../lib/ctx.ts'
import type { Db } from '../../lib/database/db.ts'
import { badRequest, notFound } from '../../lib/errors.ts'
import type { LoanDock } from '../../lib/integrations/loan-dock.ts'
import { findPersonActor } from '../../user/find-actor.ts'
import { findVendorNamed } from '../../user/find-vendor.ts'
import { lockPerson } from '../../user/lock-person.ts'
import { writeTdocHistory } from '../activity/write-history.ts'
import { getTdoc } from '../detail.ts'
import { type LockedTdoc, lockTdoc } from '../lock.ts'
import { findTdocAssignees } from '../notify.ts'
import { admitTdoc } from '../perform.ts'
import {
  imageInUse,
  insertTdoc,
  loanFactNames,
  toLoanFacts,
} from './insert-tdoc.ts'

/**
 * The facts of a loan that a new Tdoc would copy. Throws 404 if LoanDock
 * doesn't know it, 502 if LoanDock fails.
 */
export async function checkTdocLoan(loanDock: LoanDock, number: string) {
  const loan = await loanDock.findLoan(number)
  if (!loan) throw notFound('Loan')
  const { currentLdStatus, ...facts } = toLoanFacts(loan)
  return { ...facts, currentLoanDockStatus: currentLdStatus }
}

/**
 * The loan of a new Tdoc. Throws 400 if LoanDock doesn't know it or the actor
 * doesn't have its queue.
 */
export async function loanForTdoc(
  { actor }: Ctx,
  loanDock: LoanDock,
  number: string,
): Promise<Loan> {
  const refuse = (error: string) =>
    badRequest([{ field: 'buyerLoanNumber', error }])
  const loan = await loanDock.findLoan(number)
  if (!loan) throw refuse('LoanDock does not have this loan')
  if (!tdocModeRules[toMode(loan.kind)](actor))
    throw refuse('You do not have access to the queue of purchased loans')
  return loan
}

/**
 * Whether any vendor's Tdoc uses an image file name, ignoring letter case;
 * doesn't reveal whose.
 */
export async function checkImageFileName(
  { db }: { db: Db },
  name: string,
): Promise<{ exists: boolean }> {
  const tdoc = await db
    .selectFrom('tdoc')
    .select('id')
    .where(sql`lower(image_file_name)`, '=', sql<string>`lower(${name})`)
    .where('type', '<>', 'ESCALATION')
    .limit(1)
    .executeTakeFirst()
  return { exists: tdoc !== undefined }
}

type TdocComment = { type: CommentType; message: string }

async function addTdocComment(
  ctx: Ctx,
  { id }: { id: string },
  { type, message }: TdocComment,
): Promise<void> {
  const tdoc = await lockTdoc(ctx, id)
  await insertComment(
    ctx,
    tdocTopic(tdoc),
    { type, message, mentions: [] },
    await findTdocAssignees(ctx.db, tdoc),
  )
}

type Notes = {
  categories: readonly CategoryType[]
  comment?: string | undefined
}
type ByHand = Notes & {
  imageFileName: string
  vendorName?: string | null | undefined
}

/**
 * Creates a MANUAL Tdoc for a loan. Throws 400 for an unknown vendor, 409 for
 * an image file name in use.
 */
export const createTdoc = (
  ctx: Ctx,
  loan: Loan,
  { imageFileName, vendorName, categories, comment }: ByHand,
): Promise<Tdoc> =>
  transact(ctx, async (inner) => {
    const vendorId = vendorName ? await vendorNamed(inner.db, vendorName) : null
    // The unique index decides; this check avoids a database error in the
    // common case.
    if ((await checkImageFileName(inner, imageFileName)).exists)
      throw imageInUse()
    const facts = {
      ...toLoanFacts(loan),
      imageFileName,
      vendorId,
      categories,
      receivedAt: inner.now,
    }
    const id = await insertTdoc(inner, { ...facts, type: 'MANUAL' })
    if (comment)
      await addTdocComment(
        inner,
        { id },
        { type: 'INTERNAL', message: comment },
      )
    return getTdoc(inner, id)
  })

async function vendorNamed(db: Db, name: string): Promise<string> {
  const id = await findVendorNamed(db, name)
  if (!id)
    throw badRequest([
      { field: 'vendorName', error: 'This vendor does not exist' },
    ])
  return id
}

async function findEligibleUnderwriter(
  db: Db,
  tdoc: LockedTdoc,
): Promise<string | null> {
  const id = tdoc.assignedUnderwriterId
  if (id === null) return null
  await lockPerson(db, id)
  const person = await findPersonActor(db, id)
  return person && isUnderwriter(person) && mayViewTdoc(person, tdoc)
    ? id
    : null
}

/**
 * Creates an ESCALATION of a Tdoc, with the reason as an internal comment.
 * Throws 404 for a hidden original.
 */
export const createEscalation = (
  ctx: Ctx,
  {
    originalTdocId,
    comment,
    categories,
  }: Notes & { originalTdocId: string; comment: string },
): Promise<Tdoc> =>
  transact(ctx, async (inner) => {
    const original = await lockTdoc(inner, originalTdocId)
    await admitTdoc(inner, original, 'escalate')
    const id = await insertTdoc(inner, {
      ...pick(original, loanFactNames),
      type: 'ESCALATION',
      // An escalation of an escalation is about the same original.
      originalTdocId: original.originalTdocId ?? original.id,
      imageFileName: original.imageFileName,
      vendorId: original.vendorId,
      assignedUnderwriterId: await findEligibleUnderwriter(inner.db, original),
      categories,
      receivedAt: inner.now,
    })
    const changes = [{ field: 'escalation', before: null, after: id }]
    await writeTdocHistory(inner, {
      tdocId: original.id,
      action: 'escalate',
      changes,
    })
    await addTdocComment(inner, { id }, { type: 'INTERNAL', message: comment })
    return getTdoc(inner, id)
  })
