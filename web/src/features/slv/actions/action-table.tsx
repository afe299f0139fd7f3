import type { SlvDetail } from '@portal/contract/slv/answers'
import { isDecided, slvStatusLabels } from '@portal/contract/slv/status'
import { type SlvAction, slvTransitions } from '@portal/contract/slv/transitions'
import type { Permission } from '@portal/contract/user/model'
import type { ReactNode } from 'react'
import * as format from '../../../lib/text/format.ts'
import { effectiveStatus } from '../slv-status.tsx'

/** A field of an action's dialog. `name` is its name in the body of the call. */
export type ActionField =
  | {
      kind: 'text'
      name: 'statusComment' | 'withdrawReason' | 'reopenReason'
      label: string
      description: string
      isOptional?: boolean
    }
  | { kind: 'reviewer'; name: 'underwriterManagerId' | 'tradeDeskId'; permission: Permission }
  | { kind: 'decision'; name: 'slrRecommendedDecision' | 'tdRecommendedDecision' }
  | { kind: 'price'; name: 'priceAdjustment' }
  | { kind: 'documents'; name: 'pendingDocuments' }

export type DialogRow = {
  kind: 'dialog'
  submit: string
  text?: (slv: SlvDetail) => ReactNode
  fields?: readonly ActionField[]
  isDanger?: boolean
  size?: 'lg'
}

type AssignmentRow = {
  kind: 'assignment'
  label: string
  field: string
  /** What the assignee must have; null for sellers, who are chosen from the SLVs' company. */
  permission: Permission | null
}

/** `past` is how the history tells it. */
type ActionRow = { past: string } & (DialogRow | AssignmentRow | { kind: 'click' | 'final-decision' | 'elsewhere' })

type TextField = Extract<ActionField, { kind: 'text' }>

const text = (name: TextField['name'], label: string, description: string, isOptional = false) =>
  ({ kind: 'text', name, label, description, isOptional }) satisfies TextField

const comment = (label: string, reader: string) =>
  text('statusComment', label, `${reader} sees this. It is never shown to the seller.`)

/** 'The decision of 11/22/2026 (Approved)'; a withdrawal has no decision. */
const inEffect = (slv: SlvDetail): string => {
  const status = effectiveStatus(slv)
  return isDecided(status) && slv.decisionDate
    ? `The decision of ${format.date(slv.decisionDate)} (${slvStatusLabels[status]})`
    : 'The withdrawal'
}

const withdrawalText = (result: string) => (slv: SlvDetail) => (
  <div>
    {slv.withdrawReason && (
      <p>
        {slv.ownerName} wants to withdraw: “{slv.withdrawReason}”
      </p>
    )}
    <p>{result}</p>
  </div>
)

/** Every action of an SLV. Labels and messages are in `slvTransitions`, bodies in `slvMoves`. */
export const actionTable = {
  save: { kind: 'elsewhere', past: 'Edited' },
  'send-request': { kind: 'elsewhere', past: 'Sent the request' },
  'set-resubmitted': { kind: 'elsewhere', past: 'Sent the resubmission' },
  'upload-pending-documents': { kind: 'elsewhere', past: 'Sent the documents' },
  'start-review-process': { kind: 'click', past: 'Started the review' },
  'set-slr-review': { kind: 'click', past: 'Started the SLR review' },
  'set-td-review': { kind: 'click', past: 'Started the trade desk review' },
  'make-final-decision': { kind: 'final-decision', past: 'Made the final decision' },
  'set-pending-documents': {
    kind: 'dialog',
    past: 'Asked for documents',
    submit: 'Request documents',
    size: 'lg',
    fields: [
      { kind: 'documents', name: 'pendingDocuments' },
      text(
        'statusComment',
        'Internal comment',
        'Never shown to the seller. Put what the seller needs to know in the notes.',
        true,
      ),
    ],
  },
  'set-slr-pending': {
    kind: 'dialog',
    past: 'Requested an SLR review',
    submit: 'Request review',
    fields: [
      { kind: 'reviewer', name: 'underwriterManagerId', permission: 'manageSlr' },
      comment('Comment', 'The reviewer'),
    ],
  },
  'set-td-pending': {
    kind: 'dialog',
    past: 'Requested a trade desk review',
    submit: 'Request review',
    fields: [
      { kind: 'reviewer', name: 'tradeDeskId', permission: 'manageTradeDesk' },
      comment('Comment', 'The reviewer'),
    ],
  },
  'set-slr-pending-info': {
    kind: 'dialog',
    past: 'Asked for information',
    submit: 'Request information',
    fields: [comment('What do you need to know?', 'The underwriter')],
  },
  'set-slr-info-received': {
    kind: 'dialog',
    past: 'Sent information to SLR',
    submit: 'Send information',
    text: ({ statusComment, underwriterManagerName }) =>
      statusComment && (
        <p>
          {underwriterManagerName ?? 'SLR'} asks: <b>{statusComment}</b>
        </p>
      ),
    fields: [comment('Your answer', 'The SLR reviewer')],
  },
  'set-slr-completed': {
    kind: 'dialog',
    past: 'Completed the SLR review',
    submit: 'Complete review',
    fields: [{ kind: 'decision', name: 'slrRecommendedDecision' }, comment('Comment', 'The underwriter')],
  },
  'set-td-completed': {
    kind: 'dialog',
    past: 'Completed the trade desk review',
    submit: 'Complete review',
    fields: [
      { kind: 'decision', name: 'tdRecommendedDecision' },
      { kind: 'price', name: 'priceAdjustment' },
      comment('Comment', 'The underwriter'),
    ],
  },
  reopen: {
    kind: 'dialog',
    past: 'Reopened the request',
    submit: 'Reopen',
    isDanger: true,
    fields: [
      text(
        'reopenReason',
        'Why are you reopening this decision?',
        'The seller sees this in the history, and the seller and their BDD are notified. The decision is no longer in effect.',
      ),
    ],
  },
  'set-withdraw-pending': {
    kind: 'dialog',
    past: 'Requested a withdrawal',
    submit: 'Ask to withdraw',
    isDanger: true,
    fields: [
      text(
        'withdrawReason',
        'Why are you withdrawing this request?',
        'The underwriter sees this and responds. The review is paused until then.',
      ),
    ],
  },
  'set-withdraw-approved': {
    kind: 'dialog',
    past: 'Approved the withdrawal',
    submit: 'Approve withdrawal',
    text: withdrawalText('This ends the review and withdraws the request. The seller can resubmit it later.'),
  },
  'set-withdraw-declined': {
    kind: 'dialog',
    past: 'Declined the withdrawal',
    submit: 'Decline withdrawal',
    isDanger: true,
    text: withdrawalText('The review continues from where it was when the seller asked.'),
  },
  'set-draft-resubmitted': {
    kind: 'dialog',
    past: 'Opened a new round',
    submit: 'Open a new round',
    text: (slv) => (
      <p>
        Round {slv.resubmitCount + 2} starts as a draft with the same request. {inEffect(slv)} stays in effect until you
        send the new round. Until then, you can discard the draft.
      </p>
    ),
  },
  'discard-draft': {
    kind: 'dialog',
    past: 'Discarded the draft',
    submit: 'Discard draft',
    isDanger: true,
    text: (slv) =>
      slv.statusInEffect ? (
        <p>
          This deletes everything you entered in round {slv.resubmitCount + 1}, including the files you added.{' '}
          {inEffect(slv)} stays in effect. The underwriter gets a notification.
        </p>
      ) : (
        <p>
          This request was never sent. Discarding it permanently deletes it, with its variances, files and comments.
        </p>
      ),
  },
  'assign-requests': {
    kind: 'assignment',
    past: 'Reassigned the underwriter',
    label: 'Underwriter',
    field: 'underwriterId',
    permission: 'myOwn',
  },
  'assign-slr': {
    kind: 'assignment',
    past: 'Reassigned the SLR reviewer',
    label: 'SLR reviewer',
    field: 'underwriterManagerId',
    permission: 'manageSlr',
  },
  'assign-td': {
    kind: 'assignment',
    past: 'Reassigned the trade desk reviewer',
    label: 'Trade desk reviewer',
    field: 'tradeDeskId',
    permission: 'manageTradeDesk',
  },
  'assign-seller': {
    kind: 'assignment',
    past: 'Reassigned the seller',
    label: 'Seller',
    field: 'sellerId',
    permission: null,
  },
} as const satisfies Record<SlvAction, ActionRow>

type ActionKind = ActionRow['kind']
export type ActionOf<K extends ActionKind> = {
  [A in SlvAction]: (typeof actionTable)[A]['kind'] extends K ? A : never
}[SlvAction]

export const isKind = <K extends ActionKind>(action: SlvAction, kind: K): action is ActionOf<K> =>
  actionTable[action].kind === kind

export const actionLabel = (action: SlvAction) => slvTransitions[action].label

/** Whether the action bar offers it. A newer server may name actions that this page doesn't know yet. */
export const isInBar = (action: SlvAction) => action in actionTable && !isKind(action, 'elsewhere')

const byLikelihood: readonly SlvAction[] = [
  'set-withdraw-approved',
  'set-slr-info-received',
  'set-slr-completed',
  'set-slr-review',
  'set-td-completed',
  'set-td-review',
  'make-final-decision',
  'start-review-process',
]

/** The one action to highlight; undefined when none stands out, as after the decision. */
export const primaryOf = (actions: readonly SlvAction[]): SlvAction | undefined =>
  byLikelihood.find((action) => actions.includes(action))
