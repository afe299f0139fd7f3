import { isOneOf } from '../lib/typed.ts'
import { type SlvStatus, statusFor } from '../slv/status.ts'
import { visibleFields } from '../slv/visible-fields.ts'
import type { Role } from '../user/model.ts'
import type { Change, HistoryAction, HistoryEntry } from './api.ts'

/**
 * Actions whose word is meant for both sides. Every other comment is the buyer's own: most are the statusComment that
 * goes with a stage, which sellers never see (product.md §1), and why an answer to a variance was taken back is part
 * of preparing the decision.
 */
export const openComments = ['set-withdraw-pending', 'reopen'] as const satisfies HistoryAction[]

/** What happens between the buyer's own desks: never told to a seller, whatever else the entry holds. */
export const innerActions = [
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
  'send-report',
] as const satisfies HistoryAction[]

/** The field that a change is about: 'slvRequests.justification' belongs to slvRequests. */
export const fieldOf = (change: Pick<Change, 'field'>): string => change.field.split('.')[0] ?? ''

/** Whether a role is told of everything, or of what its allow-list holds. */
export const isMasked = (role: Role): boolean => role === 'SELLER'

/**
 * The changes that a role may see of an entry. What a field holds after the entry is theirs by the status that the entry
 * led to; what it held before, by the status that it came from: a decision is told, its drafts are not.
 */
export const visibleChanges = (
  role: Role,
  { fromStatus, toStatus, changes }: Pick<HistoryEntry, 'fromStatus' | 'toStatus' | 'changes'>,
): Change[] => {
  const after = visibleFields(role, toStatus)
  const before = visibleFields(role, fromStatus ?? toStatus)
  return changes
    .filter((change) => after.has(fieldOf(change)))
    .map((change) => (before.has(fieldOf(change)) ? change : { ...change, before: null }))
}

/**
 * Whether an entry tells a role anything: a status that looks different to them, or a change of something that they see.
 * `search.ts` on the server is this rule as SQL; its test holds the two to the same answer.
 */
export const isTold = (
  role: Role,
  entry: Pick<HistoryEntry, 'action' | 'fromStatus' | 'toStatus' | 'changes'>,
): boolean => {
  if (!isMasked(role)) return true
  if (isOneOf(innerActions, entry.action)) return false
  return shown(role, entry.fromStatus) !== shown(role, entry.toStatus) || visibleChanges(role, entry).length > 0
}

const shown = (role: Role, status: SlvStatus | null) => status && statusFor(role, status)

/** An entry as a role may read it. */
export const presentEntry = (role: Role, entry: HistoryEntry): HistoryEntry => ({
  ...entry,
  fromStatus: shown(role, entry.fromStatus),
  toStatus: statusFor(role, entry.toStatus),
  comment: !isMasked(role) || isOneOf(openComments, entry.action) ? entry.comment : null,
  changes: visibleChanges(role, entry),
})
