import type { HistoryAction } from '@portal/contract/history/api'
import { isOneOf } from '@portal/contract/lib/typed'
import { type SlvAction, slvActions } from '@portal/contract/slv/transitions'
import { actionTable } from '../slv/actions/action-table.tsx'

/** What someone did, in the past tense. */
export const historyTitle = (action: HistoryAction): string =>
  isOneOf(slvActions, action) ? actionTable[action].past : otherTitles[action]

const otherTitles: Record<Exclude<HistoryAction, SlvAction>, string> = {
  'open-draft': 'Opened the draft',
  'create-post-close': 'Created the post-close SLV',
  'assign-first': 'Assigned the underwriter',
  'add-request': 'Added a variance',
  'update-request': 'Changed a variance',
  'delete-request': 'Removed a variance',
  'add-decision-request': 'Answered a variance',
  'update-decision-request': 'Changed an answer',
  'delete-decision-request': 'Deleted an answer',
  'add-document': 'Added a document',
  'add-underwriter-document': 'Added an underwriter document',
  'delete-document': 'Deleted a document',
  'delete-underwriter-document': 'Deleted an underwriter document',
  'send-document': 'Sent a document to LoanDock again',
  'turn-comment': 'Changed who can read a comment',
  'delete-comment': 'Deleted a comment',
  'send-report': 'Sent the report',
}
