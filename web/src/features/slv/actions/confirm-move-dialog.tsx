import type { SlvDetail } from '@portal/contract/slv/answers'
import type { ReactNode } from 'react'
import { useMove } from '../queries.ts'
import { type DialogProps, MoveDialog } from './move-dialog.tsx'

/** Moves that need no words, but a second look. */
export type ConfirmedAction = 'set-withdraw-approved' | 'set-withdraw-declined' | 'set-draft-resubmitted'

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
    text: ({ resubmitCount }) => (
      <p>
        Round {resubmitCount + 2} opens as your draft with the same request. Nothing is sent until you send it. Round{' '}
        {resubmitCount + 1} and its decision stay readable.
      </p>
    ),
  },
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
  return (
    <MoveDialog
      slv={slv}
      action={action}
      isDanger={isDanger}
      submitLabel={submit}
      onClose={onClose}
      onSend={() => move.mutateAsync(null)}
    >
      {text(slv)}
    </MoveDialog>
  )
}
