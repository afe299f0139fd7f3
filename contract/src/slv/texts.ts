import type { Role } from '../user/model.ts'
import type { Need } from './needs.ts'
import type { SlvStatus } from './status.ts'

/** What each status means, for the help page. */
export const slvStatusMeanings: Record<SlvStatus, string> = {
  DRAFT: 'The seller is still filling in the request. It was not sent.',
  PENDING: 'The request was sent and waits for an underwriter to start.',
  REVIEW: 'The buyer is reviewing the request.',
  PENDING_DOCUMENTS:
    'The underwriter requested documents. The request waits for the seller.',
  DOCUMENTS_RECEIVED:
    'The seller sent the requested documents. The underwriter continues.',
  SLR_PENDING: 'The request waits for an SLR review.',
  SLR_PENDING_INFO: 'The SLR reviewer asked the underwriter for information.',
  SLR_INFO_RECEIVED: 'The underwriter answered the SLR reviewer.',
  SLR_REVIEW: 'An SLR reviewer is reviewing the request.',
  SLR_COMPLETED: 'The SLR review is done. The underwriter continues.',
  TD_PENDING: 'The request waits for the trade desk.',
  TD_REVIEW: 'The trade desk is reviewing the request.',
  TD_COMPLETED: 'The trade desk review is done. The underwriter continues.',
  WITHDRAW_PENDING:
    'The seller asked to withdraw the request. The underwriter answers.',
  WITHDRAWN_APPROVED: 'The request was withdrawn.',
  DRAFT_RESUBMITTED:
    'The seller is preparing a new round of a decided request.',
  RESUBMITTED: 'The seller sent a new round of a decided request.',
  APPROVED: 'The variances were approved, possibly with conditions.',
  DECLINED: 'The variances were denied. The reason is on the request.',
  NOT_NEEDED: 'The loan meets the guidelines, so no variance is needed.',
}

/** What the buyer looks for in a request. */
export const approvableAdvice = [
  'Name every guideline that the loan misses as its own variance, with the figure that you request.',
  'Support each variance with a compensating factor, and attach a document that proves it.',
  'Check the figures against the loan: LTV, DTI or DSCR, FICO and reserves.',
  'Answer each requested document with a file, a file that you already sent, or the reason why you can’t provide it. Then send them, and the review continues.',
] as const

export const slvTerms = [
  {
    term: 'Variance',
    meaning: 'A request to accept one guideline that the loan does not meet.',
  },
  {
    term: 'Compensating factor',
    meaning: 'A strength of the loan that offsets the risk of the variance.',
  },
  {
    term: 'Condition',
    meaning: 'What must be done before an approval can be used.',
  },
  {
    term: 'Cutoff',
    meaning:
      'Requests sent at or after this time count as received the next business day.',
  },
] as const

/** How sellers answer requested documents. */
export const requestedDocumentsAdvice = [
  'Answer each document with a file, with a file that you already sent, or with the reason that you can’t provide it.',
  'Until you send the answers, you can add files, change an answer or withdraw it.',
  'Once every document is answered, select “Send to the underwriter”. The review continues only after that.',
  'If you don’t send the documents by the due date, you and the underwriter are notified.',
] as const

const needMeanings: Record<Need, string> = {
  UNSENT:
    'Every requested document is answered, but the answers haven’t been sent.',
  DOCUMENTS: 'The underwriter requested documents, and some are missing.',
  COMMENT:
    'The buyer commented last. Answer the comment, or select “No answer needed”.',
  CONDITIONS: 'Some conditions of the approval have no answer yet.',
  DENIED:
    'The request was denied in the last 30 days. It can be resubmitted with other figures.',
  DRAFT: 'The request hasn’t been sent. Finish and send it, or discard it.',
  WITHDRAWAL:
    'You asked to withdraw the request, and the underwriter hasn’t answered yet.',
}

/** Why an SLV is in “Needs you”, and what ends that. */
export const needMeaning = (need: Need, role: Role): string =>
  need === 'COMMENT' && role !== 'SELLER'
    ? 'The buyer commented last. Once you read the comment, the SLV leaves the list.'
    : needMeanings[need]
