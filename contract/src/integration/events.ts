import type { HistoryAction, HistoryEntry } from '../history/api.ts'
import { isVisibleEntry } from '../history/visible.ts'
import { isOneOf } from '../lib/typed.ts'
import { statusFor } from '../slv/status.ts'
import type { TdocEventAction } from '../tdoc/answers.ts'
import { seesTdocs } from '../tdoc/policy.ts'
import type { Actor, Role } from '../user/model.ts'
import { slvEvents, type WebhookEvent, webhookEvents } from './model.ts'

/** The events that someone can subscribe to. */
export const eventsFor = (actor: Actor): readonly WebhookEvent[] =>
  seesTdocs(actor) ? webhookEvents : slvEvents

const assignments = [
  'assign-first',
  'assign-requests',
  'assign-slr',
  'assign-td',
  'assign-seller',
] as const satisfies readonly HistoryAction[]

const conditionActions = [
  'add-condition',
  'change-condition',
  'answer-condition',
] as const satisfies readonly HistoryAction[]

type SlvEntry = Pick<
  HistoryEntry,
  'action' | 'fromStatus' | 'toStatus' | 'changes'
>

/**
 * The events of an SLV's history entry for a role: none for an entry that the
 * role can't see, and no status change between internal stages that a seller
 * sees as one status. A draft decision isn't an event.
 */
export function findSlvEvents(role: Role, entry: SlvEntry): WebhookEvent[] {
  const { action, fromStatus, toStatus } = entry
  if (!isVisibleEntry(role, entry)) return []
  const hasMoved =
    fromStatus === null ||
    statusFor(role, fromStatus) !== statusFor(role, toStatus)
  return [
    ...(hasMoved ? (['slv.status_changed'] as const) : []),
    ...(action === 'make-final-decision' ? (['slv.decided'] as const) : []),
    ...(action === 'set-pending-documents'
      ? (['slv.documents_requested'] as const)
      : []),
    ...(isOneOf<HistoryAction>(assignments, action)
      ? (['slv.assigned'] as const)
      : []),
    ...(isOneOf<HistoryAction>(conditionActions, action)
      ? (['slv.condition_changed'] as const)
      : []),
  ]
}

const tdocEventOf: Partial<Record<TdocEventAction, WebhookEvent>> = {
  create: 'tdoc.created',
  'ask-review': 'tdoc.status_changed',
  return: 'tdoc.status_changed',
  complete: 'tdoc.status_changed',
  'set-response': 'tdoc.response_added',
}

/** The event of a history entry of a Tdoc. */
export const findTdocEvents = (action: TdocEventAction): WebhookEvent[] =>
  [tdocEventOf[action] ?? []].flat()
