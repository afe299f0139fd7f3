import type { CommentType } from '../conversation/model.ts'
import { mayRead, tdocCommentTypes } from '../conversation/policy.ts'
import type { HistoryAction, HistoryEntry } from '../history/api.ts'
import { isVisibleEntry } from '../history/visible.ts'
import { statusFor } from '../slv/status.ts'
import type { TdocEventAction } from '../tdoc/answers.ts'
import { seesTdocs } from '../tdoc/policy.ts'
import type { Actor, Role } from '../user/model.ts'
import {
  eventsOfSlvs,
  slvCommentEvent,
  tdocCommentEvent,
  type WebhookEvent,
  webhookEvents,
} from './model.ts'

/** The events that someone can subscribe to. */
export const eventsFor = (actor: Actor): readonly WebhookEvent[] =>
  seesTdocs(actor) ? webhookEvents : eventsOfSlvs

/** The events by what they are about, as people choose them. */
const eventTopics: readonly EventTopic[] = [
  {
    label: 'SLVs',
    events: [
      'slv.status_changed',
      'slv.decided',
      'slv.assigned',
      'slv.condition_changed',
    ],
  },
  {
    label: 'Documents',
    events: [
      'slv.documents_requested',
      'slv.document_answer_changed',
      'slv.document_added',
      'slv.document_removed',
    ],
  },
  {
    label: 'Tdocs',
    events: ['tdoc.created', 'tdoc.status_changed', 'tdoc.response_added'],
  },
  { label: 'Comments', events: [slvCommentEvent, tdocCommentEvent] },
]

type EventTopic = { label: string; events: readonly WebhookEvent[] }

/** The events that someone can subscribe to, by topic. */
export const eventTopicsFor = (actor: Actor): EventTopic[] => {
  const own = eventsFor(actor)
  return eventTopics
    .map(({ label, events }) => ({
      label,
      events: events.filter((event) => own.includes(event)),
    }))
    .filter(({ events }) => events.length > 0)
}

/** The event of an action, beside that of its change of status. */
const slvActionEvents: Partial<Record<HistoryAction, WebhookEvent>> = {
  'make-final-decision': 'slv.decided',
  'set-pending-documents': 'slv.documents_requested',
  'answer-pending-document': 'slv.document_answer_changed',
  'withdraw-pending-answer': 'slv.document_answer_changed',
  'accept-pending-answer': 'slv.document_answer_changed',
  'add-document': 'slv.document_added',
  'add-underwriter-document': 'slv.document_added',
  'delete-document': 'slv.document_removed',
  'delete-underwriter-document': 'slv.document_removed',
  'assign-first': 'slv.assigned',
  'assign-requests': 'slv.assigned',
  'assign-slr': 'slv.assigned',
  'assign-td': 'slv.assigned',
  'assign-seller': 'slv.assigned',
  'add-condition': 'slv.condition_changed',
  'change-condition': 'slv.condition_changed',
  'answer-condition': 'slv.condition_changed',
}

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
  const events: WebhookEvent[] = hasMoved ? ['slv.status_changed'] : []
  const actionEvent = slvActionEvents[action]
  return actionEvent ? [...events, actionEvent] : events
}

const tdocActionEvents: Partial<Record<TdocEventAction, WebhookEvent>> = {
  create: 'tdoc.created',
  'ask-review': 'tdoc.status_changed',
  return: 'tdoc.status_changed',
  complete: 'tdoc.status_changed',
  'set-response': 'tdoc.response_added',
}

/** The event of a history entry of a Tdoc. */
export const findTdocEvents = (action: TdocEventAction): WebhookEvent[] => {
  const event = tdocActionEvents[action]
  return event ? [event] : []
}

/** A new comment, or one whose type was changed from `formerType`. */
type CommentEntry = { type: CommentType; formerType: CommentType | null }

/**
 * The event of a comment for a role: one that it can read, and could not read
 * before.
 */
export function findCommentEvents(
  role: Role,
  topic: 'SLV' | 'TDOC',
  { type, formerType }: CommentEntry,
): WebhookEvent[] {
  const reads = (one: CommentType) =>
    topic === 'SLV' ? mayRead(role, one) : tdocCommentTypes(role).includes(one)
  const couldRead = formerType !== null && reads(formerType)
  if (!reads(type) || couldRead) return []
  return [topic === 'SLV' ? slvCommentEvent : tdocCommentEvent]
}
