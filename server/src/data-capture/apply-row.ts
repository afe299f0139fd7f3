import type { Loan } from '@portal/contract/loan/model'
import { mayViewTdoc } from '@portal/contract/tdoc/policy'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'
import { AppError } from '../lib/errors.ts'
import { insertTdoc, loanFactsOf } from '../tdoc/insert-tdoc.ts'
import { lockTdocs } from '../tdoc/lock.ts'
import { setResponse } from '../tdoc/set-response.ts'
import type { Wish } from './read-capture.ts'

/** Why a row is not applied: nothing was written of it. */
export class Rejection extends Error {}

type Known = { id: string; buyerLoanNumber: string }

/** Whether a row names the loan of a Tdoc by its own number; LoanDock knows others, such as the seller's. */
export const namesLoanOf = (known: Known | undefined, { buyerLoanNumber }: Pick<Wish, 'buyerLoanNumber'>): boolean =>
  known?.buyerLoanNumber.toLowerCase() === buyerLoanNumber.toLowerCase()

/** The Tdocs that have these images, by the image's name in small letters. */
export async function findByImages(db: Db, names: readonly string[]) {
  const lower = [...new Set(names.map((name) => name.toLowerCase()))]
  if (lower.length === 0) return new Map<string, Known>()
  const rows = await db
    .selectFrom('tdoc')
    .select(['id', 'buyerLoanNumber', ({ fn }) => fn<string>('lower', ['imageFileName']).as('name')])
    .where(({ fn }) => fn<string>('lower', ['imageFileName']), 'in', lower)
    .where('type', '<>', 'ESCALATION')
    .execute()
  return new Map(rows.map(({ name, ...known }): [string, Known] => [name, known]))
}

/**
 * Does what a row asks for by the verbs that its uploader would use: answers the Tdoc of their vendor that has the image,
 * or makes one for a loan of LoanDock. Returns its id. Throws Rejection, with nothing written.
 */
export async function applyRow(
  ctx: Ctx,
  wish: Wish,
  known: Known | undefined,
  loan: Loan | null | undefined,
): Promise<string> {
  const { buyerLoanNumber, imageFileName, ...response } = wish
  if (known) {
    const [tdoc] = await lockTdocs(ctx, [known.id])
    // Somebody else's: of whose is not told.
    if (!tdoc || !mayViewTdoc(ctx.actor, tdoc)) throw new Rejection('This image file name is in use')
    if (!namesLoanOf(tdoc, wish) && tdoc.buyerLoanNumber !== loan?.loanNumber)
      throw new Rejection('This image belongs to another loan')
    await setResponse(ctx, known.id, response).catch(asRejection)
    return known.id
  }
  if (!loan) throw new Rejection('LoanDock does not know this loan')
  const id = await insertTdoc(ctx, {
    ...loanFactsOf(loan),
    type: 'AUTOMATIC',
    imageFileName,
    vendorId: ctx.actor.companyId,
    categories: ['TPR'],
    receivedAt: ctx.now,
  })
  await setResponse(ctx, id, response)
  return id
}

/** What a verb refuses before it writes is the row's rejection; all else is a failure. */
function asRejection(error: unknown): never {
  if (error instanceof AppError && ['conflict', 'not_found', 'forbidden', 'bad_request'].includes(error.code))
    throw new Rejection(error.message, { cause: error })
  throw error
}
