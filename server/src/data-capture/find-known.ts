import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'
import type { LockedTdoc } from '../tdoc/lock.ts'
import type { Wish } from './read-capture.ts'

export type Known = { id: string; buyerLoanNumber: string }

/** Whether a row names the loan of a Tdoc by its own number; LoanDock knows others, such as the seller's. */
export const namesLoanOf = (
  known: Pick<Known, 'buyerLoanNumber'> | undefined,
  { buyerLoanNumber }: Pick<Wish, 'buyerLoanNumber'>,
): boolean => known?.buyerLoanNumber.toLowerCase() === buyerLoanNumber.toLowerCase()

/** The Tdocs that have these images, by the image's name in small letters. */
export async function findByImages(db: Db, names: readonly string[]): Promise<Map<string, Known>> {
  const lower = [...new Set(names.map((name) => name.toLowerCase()))]
  if (lower.length === 0) return new Map()
  const rows = await db
    .selectFrom('tdoc')
    .select(['id', 'buyerLoanNumber', ({ fn }) => fn<string>('lower', ['imageFileName']).as('name')])
    .where((eb) => eb(eb.fn<string>('lower', ['imageFileName']), '=', eb.fn.any(eb.val(lower))))
    .where('type', '<>', 'ESCALATION')
    .execute()
  return new Map(rows.map(({ name, ...known }): [string, Known] => [name, known]))
}

/** Of these loans those that a vendor has Tdocs of. */
export async function findVendorLoans(db: Db, vendorId: string, numbers: readonly string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set()
  const rows = await db
    .selectFrom('tdoc')
    .select('buyerLoanNumber')
    .distinct()
    .where((eb) => eb('buyerLoanNumber', '=', eb.fn.any(eb.val([...new Set(numbers)]))))
    .where('vendorId', '=', vendorId)
    .execute()
  return new Set(rows.map(({ buyerLoanNumber }) => buyerLoanNumber))
}

export const saidKey = (tdocId: string, message: string) => `${tdocId} ${message}`

/** What the asker's company has said openly about these Tdocs, and still stands, each as `saidKey` has it. */
export async function findSaid({ db, actor }: Ctx, tdocs: readonly LockedTdoc[]): Promise<Set<string>> {
  const answered = tdocs.flatMap(({ id, status }) => (status === 'REVIEW_PENDING' ? [id] : []))
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
  return new Set(rows.map(({ tdocId, message }) => saidKey(tdocId ?? '', message)))
}

/** Of these Tdocs those that were returned to the reviewer after this: what they sent before is no answer to that. */
export async function findReturned(db: Db, tdocs: readonly LockedTdoc[], after: Date): Promise<Set<string>> {
  const returned = tdocs.flatMap(({ id, isReturned }) => (isReturned ? [id] : []))
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
