import { keysOf, words } from '../lib/typed.ts'
import type { Role } from '../user/model.ts'
import type { HistoryAction } from './api.ts'
import { innerActions, isMasked } from './visible.ts'

type Group = { label: string; actions: readonly HistoryAction[] }

/** The choices of the history filter; each action is in one. */
export const historyGroups = {
  request: {
    label: 'Request opened or sent',
    actions: words('open-draft create-post-close send-request set-draft-resubmitted set-resubmitted discard-draft'),
  },
  edits: { label: 'Information edits', actions: ['save'] },
  variances: { label: 'Variances', actions: ['add-request', 'update-request', 'delete-request'] },
  review: { label: 'Review started or reopened', actions: ['start-review-process', 'reopen'] },
  decision: {
    label: 'Decision',
    actions: ['make-final-decision', 'add-decision-request', 'update-decision-request', 'delete-decision-request'],
  },
  documents: {
    label: 'Documents',
    actions: words(
      'set-pending-documents upload-pending-documents add-document add-underwriter-document delete-document',
      'delete-underwriter-document send-document',
    ),
  },
  slr: {
    label: 'SLR review',
    actions: words(
      'set-slr-pending set-slr-review set-slr-pending-info set-slr-info-received set-slr-completed assign-slr',
    ),
  },
  tradeDesk: {
    label: 'Trade desk review',
    actions: ['set-td-pending', 'set-td-review', 'set-td-completed', 'assign-td'],
  },
  withdrawal: {
    label: 'Withdrawal',
    actions: ['set-withdraw-pending', 'set-withdraw-approved', 'set-withdraw-declined'],
  },
  assignment: { label: 'Assignment', actions: ['assign-first', 'assign-requests', 'assign-seller'] },
  report: { label: 'Report sent', actions: ['send-report'] },
  conversation: { label: 'Comments changed or deleted', actions: ['turn-comment', 'delete-comment'] },
} as const satisfies Record<string, Group>
export type HistoryGroup = keyof typeof historyGroups
export const historyGroupNames = keysOf(historyGroups)

/** The actions of a group that a role sees. */
export const actionsIn = (group: HistoryGroup, role: Role): HistoryAction[] => {
  const inner: readonly HistoryAction[] = innerActions
  const actions: readonly HistoryAction[] = historyGroups[group].actions
  return actions.filter((action) => !isMasked(role) || !inner.includes(action))
}

/** The groups with actions that a role sees. */
export const historyGroupsFor = (role: Role): HistoryGroup[] =>
  historyGroupNames.filter((group) => actionsIn(group, role).length > 0)
