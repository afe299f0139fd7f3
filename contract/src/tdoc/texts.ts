import type { TdocStatus, TprResponse } from './model.ts'
import type { TdocNeed } from './needs.ts'

/** What each status means, for the help page. */
export const tdocStatusMeanings: Record<TdocStatus, string> = {
  NEW: 'The Tdoc has no response yet, or it was returned to the reviewers.',
  REVIEW_PENDING:
    'The reviewers responded. The buyer continues the review, unless the response is Not Reviewed.',
  COMPLETE: 'All required parts of the review are done.',
}

/** What a reviewer says with each response. */
export const tprResponseMeanings: Record<TprResponse, string> = {
  RECEIVED: 'You received the document. The buyer continues the review.',
  NOT_RECEIVED:
    'You didn’t receive the document. The buyer continues the review.',
  NOT_REVIEWED:
    'You haven’t reviewed the document yet. Set the estimated date of review. The Tdoc stays with you until you set another response.',
  BY_PASSED:
    'You skip the review of this document. The buyer continues the review.',
}

/** Why a Tdoc is in “Needs you”, and what ends that. */
export const tdocNeedMeanings: Record<TdocNeed, string> = {
  RETURNED:
    'The underwriter returned the Tdoc. Read the comment and set a response again.',
  COMMENT:
    'The buyer commented last. Answer the comment, or select “No answer needed”.',
  REVIEW: 'You responded Not Reviewed. Set another response after your review.',
  RESPOND: 'The Tdoc has no response yet. Set one.',
}

/** How reviewers respond to many Tdocs with one file. */
export const responseFileAdvice = [
  'On the eFolder page, download your open Tdocs as Excel or CSV. Fill in the response, its estimated date and the comment; leave the other columns as they are.',
  'Upload the file. The preview shows what it changes; nothing is saved until you apply it.',
  'New Tdocs are created only if you select them. Download the rejected rows, correct them, and upload that file.',
] as const
