import type { Loan } from '@portal/contract/loan/model'
import type { CategoryType } from '@portal/contract/review-category/model'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { mayViewTdoc } from '@portal/contract/tdoc/policy'
import { isUnderwriter } from '@portal/contract/user/policy'
import { type Ctx, transact } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'
import { badRequest } from '../lib/errors.ts'
import { findActor } from '../user/find-actor.ts'
import { hold } from '../user/find-person.ts'
import { findVendorNamed } from '../user/find-vendor-named.ts'
import { addTdocComment } from './add-comment.ts'
import { checkImageFileName } from './check-image-file-name.ts'
import { getTdoc } from './detail.ts'
import { imageInUse, insertTdoc, loanFactsOf } from './insert-tdoc.ts'
import { type LockedTdoc, lockTdoc } from './lock.ts'
import { admitTdoc } from './perform.ts'
import { writeTdocHistory } from './write-history.ts'

type Words = { categories: readonly CategoryType[]; comment?: string | undefined }
type ByHand = Words & { imageFileName: string; vendorName?: string | null | undefined }

/**
 * A MANUAL Tdoc for a loan that was looked up before. Throws 400 for a vendor that there is not, 409 for an image file name
 * in use.
 */
export const createTdoc = (
  ctx: Ctx,
  loan: Loan,
  { imageFileName, vendorName, categories, comment }: ByHand,
): Promise<Tdoc> =>
  transact(ctx, async (inner) => {
    const vendorId = vendorName ? await vendorNamed(inner.db, vendorName) : null
    // The unique index has the last word; this only answers the common case without an error of the database.
    if ((await checkImageFileName(inner, imageFileName)).exists) throw imageInUse()
    const facts = { ...loanFactsOf(loan), imageFileName, vendorId, categories, receivedAt: inner.now }
    const id = await insertTdoc(inner, { ...facts, type: 'MANUAL' })
    if (comment) await addTdocComment(inner, { id }, { type: 'INTERNAL', message: comment })
    return getTdoc(inner, id)
  })

async function vendorNamed(db: Db, name: string): Promise<string> {
  const id = await findVendorNamed(db, name)
  if (!id) throw badRequest([{ field: 'vendorName', error: 'There is no such vendor' }])
  return id
}

/** Whoever has a Tdoc to do, held, if they are there and see it; nobody else. */
async function stillFit(db: Db, tdoc: LockedTdoc): Promise<string | null> {
  const id = tdoc.assignedUnderwriterId
  if (id === null) return null
  await hold(db, id)
  const person = await findActor(db, id)
  return person && isUnderwriter(person) && mayViewTdoc(person, tdoc) ? id : null
}

/**
 * An ESCALATION beside its original: of the same loan, image and vendor, and with the same underwriter to do it; why stands
 * in its internal conversation. Throws 404 for an original that the asker may not see.
 */
export const createEscalation = (
  ctx: Ctx,
  { originalTdocId, comment, categories }: Words & { originalTdocId: string; comment: string },
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
      assignedUnderwriterId: await stillFit(inner.db, original),
      categories,
      receivedAt: inner.now,
    })
    const changes = [{ field: 'escalation', before: null, after: id }]
    await writeTdocHistory(inner, { tdocId: original.id, action: 'escalate', changes })
    await addTdocComment(inner, { id }, { type: 'INTERNAL', message: comment })
    return getTdoc(inner, id)
  })
