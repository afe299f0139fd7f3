import type { PreviewRow } from '@portal/contract/data-capture/model'
import { getKeys } from '@portal/contract/lib/typed'
import type { Loan } from '@portal/contract/loan/model'
import { mayViewTdoc, type TdocFacts } from '@portal/contract/tdoc/policy'
import type { Ctx } from '../lib/ctx.ts'
import { AppError } from '../lib/errors.ts'
import type { TdocRow } from '../tdoc/columns.ts'
import { admitTdoc } from '../tdoc/perform.ts'
import { type Response, responseColumns } from '../tdoc/set-response.ts'
import { commentKey, isSameLoan } from './find-known.ts'
import type { Answer, AnswerLine } from './read-capture.ts'

export class Rejection extends Error {}

/** A loan; null if LoanDock doesn't have it. */
export type FoundLoan = Loan | null | 'UNREADABLE'

const unreadableLoan = 'LoanDock returned an unreadable response for this loan'
/** The same sentence for an unknown image and another vendor's. */
const unknownImage = 'Your company has no Tdoc with this image file name'
/**
 * The same sentence for an unknown loan and another vendor's: a file must not
 * reveal which loans exist.
 */
const unknownLoan =
  'LoanDock does not have this loan, or it is not assigned to your company'
const missingResponse = 'The response is missing'

export type AnsweredTdoc = Pick<
  TdocRow,
  'status' | 'isReturned' | 'tprResponse'
>

/** Whether the reviewer's response still counts: it isn't asked for again. */
export const isAnswered = ({ status, isReturned }: AnsweredTdoc): boolean =>
  status === 'REVIEW_PENDING' && !isReturned

type Changes = PreviewRow['changes']

/** What a row does to its Tdoc; null if nothing. */
export type Effect = { response: Response; changes: Changes } | null

type Facts = {
  loans: ReadonlyMap<string, FoundLoan>
  /** The comments of the vendor, as `commentKey`s. */
  comments: ReadonlySet<string>
  /** Tdocs that were returned after the file was uploaded. */
  returned: ReadonlySet<string>
}

/**
 * What a row does to the Tdoc that it names. Throws a Rejection, or a refusal
 * of the transition.
 */
export async function findEffect(
  ctx: Ctx,
  { loans, comments, returned }: Facts,
  answer: Answer,
  tdoc: TdocRow & TdocFacts,
): Promise<Effect> {
  checkLoan(answer, tdoc, loans.get(answer.buyerLoanNumber))
  const { tprResponse, ...rest } = answer
  if (tprResponse === undefined) {
    refuseUnlessBlank(answer, tdoc)
    return null
  }
  await admitTdoc(ctx, tdoc, 'set-response')
  if (returned.has(tdoc.id))
    throw new Rejection('The Tdoc was returned after this file was uploaded')

  const isKnownComment = comments.has(commentKey(tdoc.id, rest.comment ?? ''))
  const response = {
    ...rest,
    tprResponse,
    comment: isKnownComment ? undefined : rest.comment,
  }
  const changes = findChanges(tdoc, response)
  return changes.length === 0 ? null : { response, changes }
}

/** The changes of a response. One that no longer counts has no old value. */
export function findChanges(
  tdoc: AnsweredTdoc & Pick<TdocRow, 'tprEstimatedDateOfReview'>,
  response: Response,
): Changes {
  const before = {
    tprResponse: isAnswered(tdoc) ? tdoc.tprResponse : null,
    tprEstimatedDateOfReview: tdoc.tprEstimatedDateOfReview,
    comment: null,
  }
  const after = {
    ...responseColumns(tdoc, response),
    comment: response.comment ?? null,
  }
  return getKeys(before).flatMap((column) =>
    before[column] === after[column]
      ? []
      : [{ column, before: before[column], after: after[column] }],
  )
}

/**
 * A row without a response is accepted if it says nothing else that is new, as
 * a row of "Download my open Tdocs" that was left as it is.
 */
function refuseUnlessBlank(answer: Answer, tdoc: TdocRow) {
  const { tprEstimatedDateOfReview: day } = answer
  const isSameDay = day === undefined || day === tdoc.tprEstimatedDateOfReview
  if (!isSameDay) throw new Rejection(missingResponse)
}

function checkLoan(
  answer: Answer,
  tdoc: Pick<TdocRow, 'buyerLoanNumber'>,
  loan: FoundLoan | undefined,
) {
  if (isSameLoan(tdoc, answer)) return
  if (loan === 'UNREADABLE') throw new Rejection(unreadableLoan)
  if (tdoc.buyerLoanNumber !== loan?.loanNumber)
    throw new Rejection('This image belongs to another loan')
}

/** Throws if an earlier row with the same image was applied. */
export function refuseRepeat(
  { earlierRows = [] }: AnswerLine,
  applied: ReadonlySet<number>,
) {
  const earlier = earlierRows.find((row) => applied.has(row))
  if (earlier !== undefined)
    throw new Rejection(`This image is already listed in row ${earlier}`)
}

/** Throws if the caller may not see the Tdoc, or if there is none. */
export function refuseHidden<Tdoc extends TdocFacts>(
  { actor }: Pick<Ctx, 'actor'>,
  createsTdocs: boolean,
  tdoc: Tdoc | undefined,
): asserts tdoc is Tdoc {
  if (tdoc && mayViewTdoc(actor, tdoc)) return
  throw new Rejection(
    createsTdocs ? 'This image file name is already in use' : unknownImage,
  )
}

/** Why a row whose image no Tdoc has creates none. */
export function whyNotCreated(
  createsTdocs: boolean,
  { tprResponse }: Answer,
  loan: FoundLoan | undefined,
): string {
  if (!createsTdocs) return unknownImage
  if (tprResponse === undefined) return missingResponse
  return loan === 'UNREADABLE' ? unreadableLoan : unknownLoan
}

/** The reason of a rejected row. Throws errors that aren't one. */
export function toReason(error: unknown): string {
  const isRefused =
    error instanceof AppError &&
    ['conflict', 'not_found', 'forbidden', 'bad_request'].includes(error.code)
  if (isRefused || error instanceof Rejection) return error.message
  throw error
}
