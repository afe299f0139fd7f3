import type { Loan } from '@portal/contract/loan/model'
import type { CategoryType } from '@portal/contract/review-category/model'
import type { TdocType } from '@portal/contract/tdoc/model'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { conflict } from '../lib/errors.ts'
import type { Teller } from '../notification/notify.ts'
import { keepCalendar } from '../sla/keep-calendar.ts'
import type { TdocRow } from './columns.ts'
import { openTdocClocks } from './move-clocks.ts'
import { findReviewers, tellOfTdoc } from './notify.ts'
import { writeTdocEvents } from './write-history.ts'

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
 * New Tdocs with their categories, their running clocks and the first lines of their activity logs, in the caller's
 * transaction; whoever has one to do is told, and the vendor's reviewers of what was made by hand. Each has an image of its
 * own. Answers with their ids by the image file name; what has a name in use is left out.
 */
export async function insertTdocs(maker: Maker, news: readonly NewTdoc[]): Promise<Map<string, string>> {
  if (news.length === 0) return new Map()
  const { db, actor } = maker
  const { days } = await keepCalendar(maker)
  const rows = await db
    .insertInto('tdoc')
    .values(
      news.map(({ categories, receivedAt, image, ...tdoc }) => ({
        ...tdoc,
        tdocReceivedDate: receivedAt,
        createdById: actor?.id ?? null,
        clockParty: 'BUYER' as const,
        clockSince: days.receivedOrdinal(receivedAt),
        categoriesTotal: new Set(categories).size,
        ...(image && { imageKey: image.key, imageType: image.type, imageSize: image.size, imageSha256: image.sha256 }),
      })),
    )
    .onConflict((conflict) =>
      conflict.expression(sql`lower(image_file_name)`).where('type', '<>', sql.lit('ESCALATION')).doNothing(),
    )
    .returning(['id', 'imageFileName'])
    .execute()
  const ids = new Map(rows.map(({ id, imageFileName }) => [imageFileName, id]))
  const made = news.flatMap((tdoc) => {
    const id = ids.get(tdoc.imageFileName)
    return id === undefined ? [] : [{ ...tdoc, id }]
  })
  await openTdocClocks(
    maker,
    made.map(({ id, receivedAt }) => ({ tdocId: id, openedAt: receivedAt })),
  )
  const categories = made.flatMap(({ id, categories }) =>
    [...new Set(categories)].map((type) => ({ tdocId: id, type })),
  )
  if (categories.length > 0) await db.insertInto('reviewCategory').values(categories).execute()
  await writeTdocEvents(
    maker,
    made.map(({ id }) => ({ tdocId: id, action: 'create' })),
  )
  for (const tdoc of made) {
    const noticed = { ...tdoc, assignedUnderwriterId: tdoc.assignedUnderwriterId ?? null, reviewUnderwriterId: null }
    const reviewers = tdoc.type === 'AUTOMATIC' ? [] : await findReviewers(db, tdoc.vendorId)
    await tellOfTdoc(maker, 'TDOC_RECEIVED', noticed, [noticed.assignedUnderwriterId, ...reviewers])
  }
  return ids
}

/** The same of one. Throws 409 for an image file name in use. */
export async function insertTdoc(maker: Maker, tdoc: NewTdoc): Promise<string> {
  const id = (await insertTdocs(maker, [tdoc])).get(tdoc.imageFileName)
  if (id === undefined) throw imageInUse()
  return id
}

/** 409: the image file name is in use; of whose Tdoc is not told. */
export const imageInUse = () =>
  conflict('This image file name is in use', [{ field: 'imageFileName', error: 'In use already' }])
