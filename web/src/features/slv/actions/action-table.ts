import { type SlvAction, slvTransitions } from '@portal/contract/slv/transitions'
import type { SlvAssignment } from '../queries.ts'

/** Actions that happen at a click; the rest asks something first. */
const oneClick = ['start-review-process', 'set-slr-review', 'set-td-review'] as const
export type OneClickAction = (typeof oneClick)[number]
export const isOneClick = (action: SlvAction): action is OneClickAction => oneClick.some((known) => known === action)

const assignments: readonly SlvAction[] = ['assign-requests', 'assign-slr', 'assign-td', 'assign-seller']
export const isAssignment = (action: SlvAction): action is SlvAssignment => assignments.includes(action)

/** Moves that stand where they belong to: typing saves, the form's foot sends, documents go where their files are. */
const elsewhere: readonly SlvAction[] = ['save', 'send-request', 'set-resubmitted', 'upload-pending-documents']

/** What the bar draws: of the moves that this page knows, those that stand nowhere else. */
export const isDrawn = (action: SlvAction) => action in slvTransitions && !elsewhere.includes(action)

/** The step that people most likely came for, of those that are open to them. */
const likely: readonly SlvAction[] = [
  'set-withdraw-approved',
  'set-slr-info-received',
  'set-slr-completed',
  'set-slr-review',
  'set-td-completed',
  'set-td-review',
  'make-final-decision',
  'start-review-process',
]

/** The one action to highlight; undefined when none stands out, as once all is decided. */
export const primaryOf = (actions: readonly SlvAction[]): SlvAction | undefined =>
  likely.find((action) => actions.includes(action))

export const actionLabel = (action: SlvAction) => slvTransitions[action].label
