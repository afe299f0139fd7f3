import type { SlvDetail } from '@portal/contract/slv/answers'
import { isDecided, slvStatusLabels } from '@portal/contract/slv/status'
import type { ReactNode } from 'react'
import * as format from '../../../lib/format.ts'
import { shelfOf } from '../form/kept-edits.ts'
import { useMove } from '../queries.ts'
import { effectiveStatus } from '../slv-status.tsx'
import { type DialogProps, MoveDialog } from './move-dialog.tsx'

/** Moves that need no words, but a second look. */
export type ConfirmedAction =
  | 'set-withdraw-approved'
  | 'set-withdraw-declined'
  | 'set-draft-resubmitted'
  | 'discard-draft'

type Question = { submit: string; text: (slv: SlvDetail) => ReactNode; isDanger?: boolean }

const questions: Record<ConfirmedAction, Question> = {
  'set-withdraw-approved': {
    submit: 'Approve withdrawal',
    text: (slv) => (
      <Reason slv={slv}>The review ends here, and the request is withdrawn. The seller may resubmit it later.</Reason>
    ),
  },
  'set-withdraw-declined': {
    submit: 'Decline withdrawal',
    isDanger: true,
    text: (slv) => <Reason slv={slv}>The review goes on where it was when the seller asked.</Reason>,
  },
  'set-draft-resubmitted': {
    submit: 'Open a new round',
    text: (slv) => (
      <p>
        Round {slv.resubmitCount + 2} starts as a draft with the same request. {inEffect(slv)} stays in effect until you
        send the new round. Until then, you can discard the draft.
      </p>
    ),
  },
  'discard-draft': {
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
}

/** 'The decision of 11/22/2026 (Approved)'; a withdrawal has no decision. */
const inEffect = (slv: SlvDetail): string => {
  const status = effectiveStatus(slv)
  return isDecided(status) && slv.decisionDate
    ? `The decision of ${format.date(slv.decisionDate)} (${slvStatusLabels[status]})`
    : 'The withdrawal'
}

const Reason = ({ slv, children }: { slv: SlvDetail; children: ReactNode }) => (
  <div>
    {slv.withdrawReason && (
      <p>
        {slv.ownerName} wants to withdraw: “{slv.withdrawReason}”
      </p>
    )}
    <p>{children}</p>
  </div>
)

/** Says what will happen, and does it. */
export const ConfirmMoveDialog = ({ slv, action, onClose, onMoved }: DialogProps & { action: ConfirmedAction }) => {
  const move = useMove(slv.id, action, onMoved)
  const { submit, text, isDanger = false } = questions[action]
  const send = async () => {
    await move.mutateAsync(null)
    if (action === 'discard-draft') shelfOf(slv.id).keep(null)
  }
  return (
    <MoveDialog slv={slv} action={action} isDanger={isDanger} submitLabel={submit} onClose={onClose} onSend={send}>
      {text(slv)}
    </MoveDialog>
  )
}
