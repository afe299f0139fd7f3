import type { Loan } from '@portal/contract/loan/model'
import type { CategoryType } from '@portal/contract/review-category/model'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { mayViewTdoc } from '@portal/contract/tdoc/policy'
import { isUnderwriter } from '@portal/contract/user/policy'
import { type Ctx, transact } from '../../lib/ctx.ts'
import type { Db } from '../../lib/database/db.ts'
import { badRequest } from '../../lib/errors.ts'
import { findActor } from '../../user/find-actor.ts'
import { findVendorNamed } from '../../user/find-vendor.ts'
import { lockPerson } from '../../user/lock-person.ts'
import { addTdocComment } from '../activity/add-comment.ts'
import { writeTdocHistory } from '../activity/write-history.ts'
import { getTdoc } from '../detail.ts'
import { type LockedTdoc, lockTdoc } from '../lock.ts'
import { admitTdoc } from '../perform.ts'
import { checkImageFileName } from './check-image-file-name.ts'
import { imageInUse, insertTdoc, loanFactsOf } from './insert-tdoc.ts'

type Notes = { categories: readonly CategoryType[]; comment?: string | undefined }
type ByHand = Notes & { imageFileName: string; vendorName?: string | null | undefined }

/** Creates a MANUAL Tdoc for a loan. Throws 400 for an unknown vendor, 409 for an image file name in use. */
export const createTdoc = (
  ctx: Ctx,
  loan: Loan,
  { imageFileName, vendorName, categories, comment }: ByHand,
): Promise<Tdoc> =>
  transact(ctx, async (inner) => {
    const vendorId = vendorName ? await vendorNamed(inner.db, vendorName) : null
    // The unique index decides; this check avoids a database error in the common case.
    if ((await checkImageFileName(inner, imageFileName)).exists) throw imageInUse()
    const facts = { ...loanFactsOf(loan), imageFileName, vendorId, categories, receivedAt: inner.now }
    const id = await insertTdoc(inner, { ...facts, type: 'MANUAL' })
    if (comment) await addTdocComment(inner, { id }, { type: 'INTERNAL', message: comment })
    return getTdoc(inner, id)
  })

async function vendorNamed(db: Db, name: string): Promise<string> {
  const id = await findVendorNamed(db, name)
  if (!id) throw badRequest([{ field: 'vendorName', error: 'This vendor does not exist' }])
  return id
}

async function findEligibleUnderwriter(db: Db, tdoc: LockedTdoc): Promise<string | null> {
  const id = tdoc.assignedUnderwriterId
  if (id === null) return null
  await lockPerson(db, id)
  const person = await findActor(db, id)
  return person && isUnderwriter(person) && mayViewTdoc(person, tdoc) ? id : null
}

/** Creates an ESCALATION of a Tdoc, with the reason as an internal comment. Throws 404 for a hidden original. */
export const createEscalation = (
  ctx: Ctx,
  { originalTdocId, comment, categories }: Notes & { originalTdocId: string; comment: string },
): Promise<Tdoc> =>
  transact(ctx, async (inner) => {
    const original = await lockTdoc(inner, originalTdocId)
    await admitTdoc(inner, original, 'escalate')
    const { loanKind, buyerLoanNumber, sellerName, corrId, borrowerLastName, productCode, currentLdStatus } = original
    const id = await insertTdoc(inner, {
      ...{ loanKind, buyerLoanNumber, sellerName, corrId, borrowerLastName, productCode, currentLdStatus },
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
    await writeTdocHistory(inner, { tdocId: original.id, action: 'escalate', changes })
    await addTdocComment(inner, { id }, { type: 'INTERNAL', message: comment })
    return getTdoc(inner, id)
  })
