import { getKeys } from '../lib/typed.ts'
import type { Role } from '../user/model.ts'
import { type HistoryAction, historyActions } from './api.ts'
import { internalActions, isMasked } from './visible.ts'

/** The choices of the history filter. */
export const historyGroupLabels = {
  request: 'Request opened or sent',
  edits: 'Information edits',
  variances: 'Variances',
  review: 'Review started or reopened',
  decision: 'Decision',
  documents: 'Documents',
  slr: 'SLR review',
  tradeDesk: 'Trade desk review',
  withdrawal: 'Withdrawal',
  assignment: 'Assignment',
  report: 'Report sent',
  conversation: 'Changes to comments',
}
export type HistoryGroup = keyof typeof historyGroupLabels
export const historyGroupNames = getKeys(historyGroupLabels)

/**
 * What someone did, in the past tense, and the choice of the filter that shows
 * it.
 */
export const historyTable: Record<
  HistoryAction,
  { title: string; group: HistoryGroup }
> = {
  'open-draft': { title: 'Opened the draft', group: 'request' },
  'create-post-close': {
    title: 'Created the post-close SLV',
    group: 'request',
  },
  'send-request': { title: 'Sent the request', group: 'request' },
  'set-draft-resubmitted': { title: 'Opened a new round', group: 'request' },
  'set-resubmitted': { title: 'Sent the resubmission', group: 'request' },
  'discard-draft': { title: 'Discarded the draft', group: 'request' },
  save: { title: 'Edited', group: 'edits' },
  'add-request': { title: 'Added a variance', group: 'variances' },
  'update-request': { title: 'Changed a variance', group: 'variances' },
  'delete-request': { title: 'Removed a variance', group: 'variances' },
  'start-review-process': { title: 'Started the review', group: 'review' },
  reopen: { title: 'Reopened the request', group: 'review' },
  'make-final-decision': {
    title: 'Made the final decision',
    group: 'decision',
  },
  'add-decision-request': { title: 'Answered a variance', group: 'decision' },
  'update-decision-request': { title: 'Changed an answer', group: 'decision' },
  'delete-decision-request': { title: 'Deleted an answer', group: 'decision' },
  'add-condition': { title: 'Added a condition', group: 'decision' },
  'change-condition': { title: 'Changed a condition', group: 'decision' },
  'answer-condition': { title: 'Answered a condition', group: 'decision' },
  'set-pending-documents': { title: 'Requested documents', group: 'documents' },
  'upload-pending-documents': {
    title: 'Sent the documents',
    group: 'documents',
  },
  'send-pending-documents': {
    title: 'Sent the documents',
    group: 'documents',
  },
  remind: {
    title: 'Reminded the seller of the requested documents',
    group: 'documents',
  },
  'set-review': {
    title: 'Continued without the requested documents',
    group: 'documents',
  },
  'answer-pending-document': {
    title: 'Answered a requested document',
    group: 'documents',
  },
  'withdraw-pending-answer': {
    title: 'Withdrew the answer to a requested document',
    group: 'documents',
  },
  'accept-pending-answer': {
    title: 'Accepted the answer to a requested document',
    group: 'documents',
  },
  'add-document': { title: 'Added a document', group: 'documents' },
  'add-underwriter-document': {
    title: 'Added an underwriter document',
    group: 'documents',
  },
  'delete-document': { title: 'Deleted a document', group: 'documents' },
  'delete-underwriter-document': {
    title: 'Deleted an underwriter document',
    group: 'documents',
  },
  'set-document-factors': {
    title: 'Changed the factors that a document supports',
    group: 'documents',
  },
  'verify-document-factor': {
    title: 'Verified a document for a factor',
    group: 'documents',
  },
  'send-document': {
    title: 'Sent a document to LoanDock again',
    group: 'documents',
  },
  'set-slr-pending': { title: 'Requested an SLR review', group: 'slr' },
  'set-slr-review': { title: 'Started the SLR review', group: 'slr' },
  'set-slr-pending-info': { title: 'Requested information', group: 'slr' },
  'set-slr-info-received': { title: 'Sent information to SLR', group: 'slr' },
  'set-slr-completed': { title: 'Completed the SLR review', group: 'slr' },
  'assign-slr': { title: 'Reassigned the SLR reviewer', group: 'slr' },
  'set-td-pending': {
    title: 'Requested a trade desk review',
    group: 'tradeDesk',
  },
  'set-td-review': {
    title: 'Started the trade desk review',
    group: 'tradeDesk',
  },
  'set-td-completed': {
    title: 'Completed the trade desk review',
    group: 'tradeDesk',
  },
  'assign-td': {
    title: 'Reassigned the trade desk reviewer',
    group: 'tradeDesk',
  },
  'set-withdraw-pending': {
    title: 'Requested a withdrawal',
    group: 'withdrawal',
  },
  'set-withdraw-approved': {
    title: 'Approved the withdrawal',
    group: 'withdrawal',
  },
  'set-withdraw-declined': {
    title: 'Declined the withdrawal',
    group: 'withdrawal',
  },
  'cancel-withdrawal': {
    title: 'Canceled the withdrawal',
    group: 'withdrawal',
  },
  'assign-first': { title: 'Assigned the underwriter', group: 'assignment' },
  'assign-requests': {
    title: 'Reassigned the underwriter',
    group: 'assignment',
  },
  'assign-seller': { title: 'Reassigned the seller', group: 'assignment' },
  'send-report': { title: 'Sent the report', group: 'report' },
  'turn-comment': {
    title: 'Changed comment visibility',
    group: 'conversation',
  },
  'delete-comment': { title: 'Deleted a comment', group: 'conversation' },
  'dismiss-comment': {
    title: 'Marked a comment as needing no answer',
    group: 'conversation',
  },
}

/** The actions of a group that a role sees. */
export const actionsIn = (group: HistoryGroup, role: Role): HistoryAction[] => {
  const inner: readonly HistoryAction[] = internalActions
  return historyActions.filter(
    (action) =>
      historyTable[action].group === group &&
      (!isMasked(role) || !inner.includes(action)),
  )
}

/** The groups with actions that a role sees. */
export const historyGroupsFor = (role: Role): HistoryGroup[] =>
  historyGroupNames.filter((group) => actionsIn(group, role).length > 0)
