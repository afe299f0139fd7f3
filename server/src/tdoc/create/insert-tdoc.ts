import type { Loan } from '@portal/contract/loan/model'
import type { CategoryType } from '@portal/contract/review-category/model'
import type { TdocType } from '@portal/contract/tdoc/model'
import { sql } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'
import { conflict } from '../../lib/errors.ts'
import type { Notifier } from '../../lib/notify.ts'
import { lockCalendar } from '../../lib/sla.ts'
import { writeTdocEvents } from '../activity/write-history.ts'
import type { TdocRow } from '../columns.ts'
import { openTdocClocks } from '../move-clocks.ts'
import { findReviewers, notifyAboutTdoc } from '../notify.ts'

/** The facts that a Tdoc copies from its loan. */
export const loanFactNames = [
  'loanKind',
  'buyerLoanNumber',
  'sellerName',
  'corrId',
  'borrowerLastName',
  'productCode',
  'currentLdStatus',
] as const
export type LoanFacts = Pick<TdocRow, (typeof loanFactNames)[number]>

export const toLoanFacts = (loan: Loan): LoanFacts => ({
  loanKind: loan.kind,
  buyerLoanNumber: loan.loanNumber,
  sellerName: loan.seller.name,
  corrId: loan.seller.corrId,
  borrowerLastName: loan.borrowerLastName,
  productCode: loan.productName,
  currentLdStatus: loan.status,
})

export type NewTdoc = LoanFacts & {
  type: TdocType
  imageFileName: string
  vendorId: string | null
  categories: readonly CategoryType[]
  /** The buyer's clock starts then. */
  receivedAt: Date
  sftpTransmittalDate?: Date | null
  originalTdocId?: string | null
  assignedUnderwriterId?: string | null
  image?: { key: string; type: string; size: number; sha256: Buffer } | null
}

/** A request's ctx, or the system's for data capture. */
export type Creator = Notifier & Pick<Ctx, 'sla'>

/**
 * Inserts Tdocs in the caller's transaction and notifies people. Returns ids by
 * image file name; Tdocs whose name is in use are left out.
 */
export async function insertTdocs(
  creator: Creator,
  newTdocs: readonly NewTdoc[],
): Promise<Map<string, string>> {
  if (newTdocs.length === 0) return new Map()
  const { db } = creator
  const ids = await insertUnlessNameInUse(creator, newTdocs)
  const created = newTdocs.flatMap((tdoc) => {
    const id = ids.get(tdoc.imageFileName)
    return id === undefined ? [] : [{ ...tdoc, id }]
  })
  await openTdocClocks(
    creator,
    created.map(({ id, receivedAt }) => ({ tdocId: id, openedAt: receivedAt })),
  )
  const categories = created.flatMap(({ id, categories }) =>
    [...new Set(categories)].map((type) => ({ tdocId: id, type })),
  )
  if (categories.length > 0)
    await db.insertInto('reviewCategory').values(categories).execute()
  await writeTdocEvents(
    creator,
    created.map(({ id }) => ({ tdocId: id, action: 'create' })),
  )
  for (const tdoc of created) {
    const reviewers =
      tdoc.type === 'AUTOMATIC' ? [] : await findReviewers(db, tdoc.vendorId)
    await notifyAboutTdoc(creator, 'TDOC_RECEIVED', tdoc, [
      tdoc.assignedUnderwriterId ?? null,
      ...reviewers,
    ])
  }
  return ids
}

/** Returns the ids of the inserted Tdocs by image file name. */
async function insertUnlessNameInUse(
  creator: Creator,
  newTdocs: readonly NewTdoc[],
): Promise<Map<string, string>> {
  const { days } = await lockCalendar(creator)
  const rows = await creator.db
    .insertInto('tdoc')
    .values(
      newTdocs.map(({ categories, receivedAt, image, ...tdoc }) => ({
        ...tdoc,
        tdocReceivedDate: receivedAt,
        createdById: creator.actor?.id ?? null,
        clockParty: 'BUYER' as const,
        clockSince: days.receivedOrdinal(receivedAt),
        categoriesTotal: new Set(categories).size,
        ...(image && {
          imageKey: image.key,
          imageType: image.type,
          imageSize: image.size,
          imageSha256: image.sha256,
        }),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .expression(sql`lower(image_file_name)`)
        .where('type', '<>', sql.lit('ESCALATION'))
        .doNothing(),
    )
    .returning(['id', 'imageFileName'])
    .execute()
  return new Map(rows.map(({ id, imageFileName }) => [imageFileName, id]))
}

/** `insertTdocs` for one. Throws 409 for an image file name in use. */
export async function insertTdoc(
  creator: Creator,
  tdoc: NewTdoc,
): Promise<string> {
  const id = (await insertTdocs(creator, [tdoc])).get(tdoc.imageFileName)
  if (id === undefined) throw imageInUse()
  return id
}

export const imageInUse = () =>
  conflict('This image file name is already in use', [
    { field: 'imageFileName', error: 'Already in use' },
  ])
