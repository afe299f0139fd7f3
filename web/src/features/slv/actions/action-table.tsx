import { Stack } from '@mantine/core'
import { reminderHours } from '@portal/contract/document/model'
import { isMissing } from '@portal/contract/document/texts'
import { isOneOf } from '@portal/contract/lib/typed'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { isDecided, slvStatusLabels } from '@portal/contract/slv/status'
import {
  type SlvAction,
  slvTransitions,
} from '@portal/contract/slv/transitions'
import type { ReactNode } from 'react'
import * as format from '../../../lib/text/format.ts'
import { effectiveStatus } from '../../../records/slv/slv-status.tsx'
import type { DialogField } from './dialog-fields.tsx'

export type DialogRow = {
  kind: 'dialog'
  submit: string
  text?: (slv: SlvDetail) => ReactNode
  fields?: readonly DialogField[]
  isDanger?: boolean
  size?: 'lg'
}

type ActionRow =
  | DialogRow
  | ReturnType<typeof assignment>
  | { kind: 'click' | 'elsewhere' }

type TextField = Extract<DialogField, { kind: 'text' }>

const text = (
  name: TextField['name'],
  label: string,
  description: string,
): TextField => ({
  kind: 'text',
  name,
  label,
  description,
})

const comment = (label: string, reader: string) =>
  text(
    'statusComment',
    label,
    `${reader} sees this. It is never shown to the seller.`,
  )

const dialog = (submit: string, rest: Omit<DialogRow, 'kind' | 'submit'>) =>
  ({ kind: 'dialog', submit, ...rest }) as const

/** `label` names the assignee. */
const assignment = (label: string) => ({ kind: 'assignment', label }) as const

/** 'The decision of 11/22/2026 (Approved)'; a withdrawal has no decision. */
const inEffect = (slv: SlvDetail): string => {
  const status = effectiveStatus(slv)
  return isDecided(status) && slv.decisionDate
    ? `The decision of ${format.date(slv.decisionDate)} (${slvStatusLabels[status]})`
    : 'The withdrawal'
}

const withdrawalText = (result: string) => (slv: SlvDetail) => (
  <Stack gap="xs">
    {slv.withdrawReason && (
      <p>
        {slv.ownerName} wants to withdraw: “{slv.withdrawReason}”
      </p>
    )}
    <p>{result}</p>
  </Stack>
)

/** Who is reminded of what, and when they were reminded last. */
const ReminderText = ({ slv }: { slv: SlvDetail }) => {
  const reminders = slv.pendingDocuments.flatMap(
    ({ remindedAt }) => remindedAt ?? [],
  )
  const last = reminders.toSorted().at(-1)
  return (
    <Stack gap="xs">
      <p>
        {slv.ownerName} gets a notification and an email about the requested
        documents. You can send one every {reminderHours} hours.
      </p>
      {last && <p>The last reminder was sent on {format.dateTime(last)}.</p>}
    </Stack>
  )
}

/** Which documents are no longer needed. */
const WaivedText = ({ slv }: { slv: SlvDetail }) => {
  const missing = slv.pendingDocuments.filter(isMissing)
  return (
    <Stack gap="xs">
      <p>The SLV returns to you in review, and your clock runs again.</p>
      {missing.length > 0 && (
        <p>
          No longer requested: {missing.map(({ name }) => name).join('; ')}.
        </p>
      )}
    </Stack>
  )
}

/**
 * Every action of an SLV. Labels and messages are in `slvTransitions`, bodies
 * in `slvMoves`.
 */
export const actionTable = {
  save: { kind: 'elsewhere' },
  'send-request': { kind: 'elsewhere' },
  'set-resubmitted': { kind: 'elsewhere' },
  'upload-pending-documents': { kind: 'elsewhere' },
  'send-pending-documents': { kind: 'elsewhere' },
  'start-review-process': { kind: 'click' },
  'set-slr-review': { kind: 'click' },
  'set-td-review': { kind: 'click' },
  'make-final-decision': { kind: 'elsewhere' },
  'set-pending-documents': dialog('Request documents', {
    size: 'lg',
    fields: [
      { kind: 'documents', name: 'pendingDocuments' },
      {
        ...text(
          'statusComment',
          'Internal comment',
          'Never shown to the seller. Use the notes for what the seller needs to know.',
        ),
        isOptional: true,
      },
    ],
  }),
  remind: dialog('Remind seller', {
    text: (slv) => <ReminderText slv={slv} />,
  }),
  'set-review': dialog('Continue the review', {
    text: (slv) => <WaivedText slv={slv} />,
    fields: [
      text(
        'reason',
        'Why are you continuing without them?',
        'The seller sees this in the history and gets a notification.',
      ),
    ],
  }),
  'set-slr-pending': dialog('Request review', {
    fields: [
      {
        kind: 'reviewer',
        name: 'underwriterManagerId',
        permission: 'manageSlr',
      },
      comment('Comment', 'The reviewer'),
    ],
  }),
  'set-td-pending': dialog('Request review', {
    fields: [
      { kind: 'reviewer', name: 'tradeDeskId', permission: 'manageTradeDesk' },
      comment('Comment', 'The reviewer'),
    ],
  }),
  'set-slr-pending-info': dialog('Request information', {
    fields: [comment('What do you need to know?', 'The underwriter')],
  }),
  'set-slr-info-received': dialog('Send information', {
    text: ({ statusComment, underwriterManagerName }) =>
      statusComment && (
        <p>
          {underwriterManagerName ?? 'SLR'} asked: <b>{statusComment}</b>
        </p>
      ),
    fields: [comment('Your answer', 'The SLR reviewer')],
  }),
  'set-slr-completed': dialog('Complete review', {
    fields: [
      {
        kind: 'decision',
        name: 'slrRecommendedDecision',
        label: 'Recommendation',
      },
      comment('Comment', 'The underwriter'),
    ],
  }),
  'set-td-completed': dialog('Complete review', {
    fields: [
      {
        kind: 'decision',
        name: 'tdRecommendedDecision',
        label: 'Recommendation',
      },
      { kind: 'price', name: 'priceAdjustment' },
      comment('Comment', 'The underwriter'),
    ],
  }),
  reopen: dialog('Reopen', {
    isDanger: true,
    fields: [
      text(
        'reopenReason',
        'Why are you reopening this decision?',
        'The seller sees this in the history. The seller and their BDD are notified. The current decision will no longer be in effect.',
      ),
    ],
  }),
  'set-withdraw-pending': dialog('Request withdrawal', {
    isDanger: true,
    fields: [
      text(
        'withdrawReason',
        'Why do you want to withdraw this request?',
        'The underwriter sees this and approves or declines the withdrawal. The review is on hold until then.',
      ),
    ],
  }),
  'set-withdraw-approved': dialog('Approve withdrawal', {
    text: withdrawalText(
      'This ends the review and withdraws the request. The seller can resubmit it later.',
    ),
  }),
  'set-withdraw-declined': dialog('Decline withdrawal', {
    isDanger: true,
    text: withdrawalText('The review resumes where it left off.'),
    fields: [
      text(
        'withdrawDeclineReason',
        'Why are you declining the withdrawal?',
        'The seller sees this.',
      ),
    ],
  }),
  'cancel-withdrawal': dialog('Cancel withdrawal', {
    text: () => (
      <p>
        The review resumes where it left off. The underwriter gets a
        notification.
      </p>
    ),
  }),
  'set-draft-resubmitted': dialog('Open a new round', {
    text: (slv) => (
      <p>
        Round {slv.resubmitCount + 2} starts as a draft with the same request.{' '}
        {inEffect(slv)} stays in effect until you send the new round. Until
        then, you can discard the draft.
      </p>
    ),
  }),
  'discard-draft': dialog('Discard draft', {
    isDanger: true,
    text: (slv) =>
      slv.statusInEffect ? (
        <p>
          This deletes everything you entered in round {slv.resubmitCount + 1},
          including the files you added. {inEffect(slv)} stays in effect. The
          underwriter gets a notification.
        </p>
      ) : (
        <p>
          This request was never sent. Discarding it permanently deletes it,
          with its variances, files and comments.
        </p>
      ),
  }),
  'assign-requests': assignment('Underwriter'),
  'assign-slr': assignment('SLR reviewer'),
  'assign-td': assignment('Trade desk reviewer'),
  'assign-seller': assignment('Seller'),
} as const satisfies Record<SlvAction, ActionRow>

type ActionKind = ActionRow['kind']
export type ActionOf<K extends ActionKind> = {
  [A in SlvAction]: (typeof actionTable)[A]['kind'] extends K ? A : never
}[SlvAction]

export const isKind = <K extends ActionKind>(
  action: SlvAction,
  kind: K,
): action is ActionOf<K> => actionTable[action].kind === kind

export const actionLabel = (action: SlvAction) => slvTransitions[action].label

/**
 * The answers to a withdrawal, which the page of an SLV offers beside the
 * seller's reason.
 */
export const withdrawalActions = [
  'set-withdraw-approved',
  'set-withdraw-declined',
] as const

/**
 * Whether the action bar offers it. A newer server may name actions that this
 * page doesn't know yet.
 */
export const isInBar = (action: SlvAction) =>
  action in actionTable &&
  !isKind(action, 'elsewhere') &&
  !isOneOf(withdrawalActions, action)

const byLikelihood: readonly SlvAction[] = [
  'set-slr-info-received',
  'set-slr-completed',
  'set-slr-review',
  'set-td-completed',
  'set-td-review',
  'start-review-process',
]

/** The most likely action, which is highlighted. */
export const findPrimary = (
  actions: readonly SlvAction[],
): SlvAction | undefined =>
  byLikelihood.find((action) => actions.includes(action))
