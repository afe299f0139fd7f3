import { isOneOf } from '../lib/typed.ts'
import { type SlvStatus, statusFor } from '../slv/status.ts'
import { visibleFields } from '../slv/visible-fields.ts'
import type { Role } from '../user/model.ts'
import type { HistoryAction, HistoryEntry } from './api.ts'
import type { Change } from './model.ts'

/**
 * Actions whose word is meant for both sides. Every other comment is the
 * buyer's own: most are the statusComment that goes with a stage, which sellers
 * never see (product.md §1), and why an answer to a variance was taken back is
 * part of preparing the decision.
 */
const openComments = [
  'set-withdraw-pending',
  'set-withdraw-declined',
  'reopen',
  'answer-pending-document',
  'assign-seller',
  'set-review',
  'answer-condition',
  'change-condition',
] as const satisfies readonly HistoryAction[]

/** Entries about the buyer's internal reviews, which sellers never see. */
export const internalActions = [
  'set-slr-pending',
  'set-slr-review',
  'set-slr-pending-info',
  'set-slr-info-received',
  'set-slr-completed',
  'set-td-pending',
  'set-td-review',
  'set-td-completed',
  'assign-slr',
  'assign-td',
  'add-decision-request',
  'update-decision-request',
  'delete-decision-request',
  'add-underwriter-document',
  'delete-underwriter-document',
  'send-document',
  'turn-comment',
  'delete-comment',
  'dismiss-comment',
  'send-report',
] as const satisfies readonly HistoryAction[]

/** 'slvRequests.justification' belongs to slvRequests. */
const getField = (change: Pick<Change, 'field'>): string =>
  change.field.split('.')[0] ?? ''

/** Whether a role sees only part of the history. */
export const isMasked = (role: Role): boolean => role === 'SELLER'

/**
 * The changes that a role may see: values after the entry by its new status,
 * values before by its old one, so that sellers see a decision but not its
 * drafts.
 */
export const visibleChanges = (
  role: Role,
  {
    fromStatus,
    toStatus,
    changes,
  }: Pick<HistoryEntry, 'fromStatus' | 'toStatus' | 'changes'>,
): Change[] => {
  const after = visibleFields(role, toStatus)
  const before = visibleFields(role, fromStatus ?? toStatus)
  return changes
    .filter((change) => after.has(getField(change)))
    .map((change) =>
      before.has(getField(change)) ? change : { ...change, before: null },
    )
}

/**
 * Whether an entry shows a role anything. `search.ts` on the server is this
 * rule as SQL; a test compares them.
 */
export const isVisibleEntry = (
  role: Role,
  entry: Pick<HistoryEntry, 'action' | 'fromStatus' | 'toStatus' | 'changes'>,
): boolean => {
  if (!isMasked(role)) return true
  if (isOneOf(internalActions, entry.action)) return false
  return (
    shown(role, entry.fromStatus) !== shown(role, entry.toStatus) ||
    visibleChanges(role, entry).length > 0
  )
}

const shown = (role: Role, status: SlvStatus | null) =>
  status && statusFor(role, status)

export const presentEntry = (
  role: Role,
  entry: HistoryEntry,
): HistoryEntry => ({
  ...entry,
  fromStatus: shown(role, entry.fromStatus),
  toStatus: statusFor(role, entry.toStatus),
  comment:
    !isMasked(role) || isOneOf(openComments, entry.action)
      ? entry.comment
      : null,
  changes: visibleChanges(role, entry),
})
