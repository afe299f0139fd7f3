import type { Loan } from '@portal/contract/loan/model'
import type { CategoryType } from '@portal/contract/review-category/model'
import type { TdocType } from '@portal/contract/tdoc/model'
import type { Ctx } from '../lib/ctx.ts'
import { conflict, violates } from '../lib/errors.ts'
import type { Teller } from '../notification/notify.ts'
import { keepCalendar } from '../sla/keep-calendar.ts'
import type { TdocRow } from './columns.ts'
import { openTdocClock } from './move-clocks.ts'
import { findReviewers, tellOfTdoc } from './notify.ts'
import { writeTdocHistory } from './write-history.ts'

/** What a Tdoc takes over of its loan. */
export type LoanFacts = Pick<
  TdocRow,
  'loanKind' | 'buyerLoanNumber' | 'sellerName' | 'corrId' | 'borrowerLastName' | 'productCode' | 'currentLdStatus'
>

/** A loan of LoanDock, as a Tdoc keeps it. */
export const loanFactsOf = (loan: Loan): LoanFacts => ({
  loanKind: loan.kind,
  buyerLoanNumber: loan.loanNumber,
  sellerName: loan.seller.name,
  corrId: loan.seller.corrId,
  borrowerLastName: loan.borrowerLastName,
  productCode: loan.productName,
  currentLdStatus: loan.status,
})

type NewTdoc = LoanFacts & {
  type: TdocType
  imageFileName: string
  vendorId: string | null
  categories: readonly CategoryType[]
  /** When it came; the buyer's clock counts from it. */
  receivedAt: Date
  sftpTransmittalDate?: Date | null
  originalTdocId?: string | null
  assignedUnderwriterId?: string | null
  image?: { key: string; type: string; size: number; sha256: Buffer } | null
}

/** Who makes it, when and where: a request's ctx, or nobody's, for intake. */
export type Maker = Teller & Pick<Ctx, 'sla'>

/**
 * A new Tdoc with its categories, its running clock and the first line of its activity log, in the caller's transaction;
 * whoever has it to do is told, and the vendor's reviewers when it was made by hand. Throws 409 for an image file name in use.
 */
export async function insertTdoc(maker: Maker, { categories, receivedAt, image, ...tdoc }: NewTdoc): Promise<string> {
  const { db, actor } = maker
  const { days } = await keepCalendar(maker)
  const types = [...new Set(categories)]
  const { id } = await db
    .insertInto('tdoc')
    .values({
      ...tdoc,
      tdocReceivedDate: receivedAt,
      createdById: actor?.id ?? null,
      clockParty: 'BUYER',
      clockSince: days.receivedOrdinal(receivedAt),
      categoriesTotal: types.length,
      ...(image && { imageKey: image.key, imageType: image.type, imageSize: image.size, imageSha256: image.sha256 }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error) => {
      throw violates(error, 'tdoc_image_file_name') ? imageInUse() : error
    })
  await openTdocClock(maker, id, receivedAt)
  if (types.length > 0)
    await db
      .insertInto('reviewCategory')
      .values(types.map((type) => ({ tdocId: id, type })))
      .execute()
  await writeTdocHistory(maker, { tdocId: id, action: 'create' })
  const noticed = { ...tdoc, id, assignedUnderwriterId: tdoc.assignedUnderwriterId ?? null, reviewUnderwriterId: null }
  const reviewers = tdoc.type === 'AUTOMATIC' ? [] : await findReviewers(db, tdoc.vendorId)
  await tellOfTdoc(maker, 'TDOC_RECEIVED', noticed, [noticed.assignedUnderwriterId, ...reviewers])
  return id
}

/** 409: the image file name is in use; of whose Tdoc is not told. */
export const imageInUse = () =>
  conflict('This image file name is in use', [{ field: 'imageFileName', error: 'In use already' }])
