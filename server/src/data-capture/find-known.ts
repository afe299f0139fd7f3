import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import type { TdocRow } from '../tdoc/columns.ts'
import type { LockedTdoc } from '../tdoc/lock.ts'
import type { Answer } from './read-capture.ts'

export type KnownTdoc = { id: string; buyerLoanNumber: string }

/**
 * Whether a row names a Tdoc's loan by the buyer's number. It may also have
 * another number, such as the seller's.
 */
export const isSameLoan = (
  tdoc: Pick<KnownTdoc, 'buyerLoanNumber'>,
  { buyerLoanNumber }: Answer,
): boolean =>
  tdoc.buyerLoanNumber.toLowerCase() === buyerLoanNumber.toLowerCase()

/**
 * The Tdocs with the images of these answers, by the lower-case image file
 * name.
 */
export async function findByImages(
  db: Db,
  answers: readonly Answer[],
): Promise<Map<string, KnownTdoc>> {
  const lower = [
    ...new Set(answers.map(({ imageFileName }) => imageFileName.toLowerCase())),
  ]
  if (lower.length === 0) return new Map()
  const rows = await db
    .selectFrom('tdoc')
    .select([
      'id',
      'buyerLoanNumber',
      ({ fn }) => fn<string>('lower', ['imageFileName']).as('name'),
    ])
    .where((eb) =>
      eb(
        eb.fn<string>('lower', ['imageFileName']),
        '=',
        eb.fn.any(eb.val(lower)),
      ),
    )
    .where('type', '<>', 'ESCALATION')
    .execute()
  return new Map(
    rows.map(({ name, ...known }): [string, KnownTdoc] => [name, known]),
  )
}

export async function findVendorLoans(
  db: Db,
  vendorId: string,
  numbers: readonly string[],
): Promise<Set<string>> {
  if (numbers.length === 0) return new Set()
  const rows = await db
    .selectFrom('tdoc')
    .select('buyerLoanNumber')
    .distinct()
    .where((eb) =>
      eb('buyerLoanNumber', '=', eb.fn.any(eb.val([...new Set(numbers)]))),
    )
    .where('vendorId', '=', vendorId)
    .execute()
  return new Set(rows.map(({ buyerLoanNumber }) => buyerLoanNumber))
}

export const commentKey = (tdocId: string, message: string) =>
  `${tdocId} ${message}`

/**
 * The external comments of the actor's company on these Tdocs, as
 * `commentKey`s.
 */
export async function findComments(
  { db, actor }: Ctx,
  tdocs: readonly Pick<TdocRow, 'id' | 'status'>[],
): Promise<Set<string>> {
  const answered = tdocs.flatMap(({ id, status }) =>
    status === 'REVIEW_PENDING' ? [id] : [],
  )
  if (answered.length === 0) return new Set()
  const rows = await db
    .selectFrom('comment')
    .innerJoin('appUser', 'appUser.id', 'comment.authorId')
    .select(['comment.tdocId', 'comment.message'])
    .where((eb) => eb('comment.tdocId', '=', eb.fn.any(eb.val(answered))))
    .where('comment.type', '=', 'EXTERNAL')
    .where('comment.deletedAt', 'is', null)
    .where('appUser.companyId', '=', actor.companyId)
    .execute()
  return new Set(
    rows.map(({ tdocId, message }) => commentKey(tdocId ?? '', message)),
  )
}

/** Those of these Tdocs that were returned to the reviewer after this time. */
export async function findReturned(
  db: Db,
  tdocs: readonly LockedTdoc[],
  after: Date,
): Promise<Set<string>> {
  const returned = tdocs.flatMap(({ id, isReturned }) =>
    isReturned ? [id] : [],
  )
  if (returned.length === 0) return new Set()
  const rows = await db
    .selectFrom('tdocInterval')
    .select('tdocId')
    .where((eb) => eb('tdocId', '=', eb.fn.any(eb.val(returned))))
    .where('closedAt', 'is', null)
    .where('openedAt', '>', after)
    .execute()
  return new Set(rows.map(({ tdocId }) => tdocId))
}
