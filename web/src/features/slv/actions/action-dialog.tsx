import type { SlvAction } from '@portal/contract/slv/transitions'
import { FinalDecisionDialog } from '../decision/final-decision-dialog.tsx'
import { AssignSlvDialog } from './assign-slv-dialog.tsx'
import { CommentDialog } from './comment-dialog.tsx'
import { ConfirmMoveDialog } from './confirm-move-dialog.tsx'
import { SlrDialog, TradeDeskDialog } from './hand-over-dialog.tsx'
import type { DialogProps } from './move-dialog.tsx'
import { SlrCompletedDialog, TdCompletedDialog } from './recommend-dialog.tsx'
import { ReopenDialog } from './reopen-dialog.tsx'
import { RequestDocumentsDialog } from './request-documents-dialog.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

/** What an action asks before it is done. Draws nothing for those that ask nothing. */
export const ActionDialog = ({ action, ...props }: DialogProps & { action: SlvAction }) => {
  switch (action) {
    case 'set-pending-documents':
      return <RequestDocumentsDialog {...props} />
    case 'set-slr-pending':
      return <SlrDialog {...props} />
    case 'set-td-pending':
      return <TradeDeskDialog {...props} />
    case 'set-slr-pending-info':
    case 'set-slr-info-received':
      return <CommentDialog action={action} {...props} />
    case 'set-slr-completed':
      return <SlrCompletedDialog {...props} />
    case 'set-td-completed':
      return <TdCompletedDialog {...props} />
    case 'make-final-decision':
      return <FinalDecisionDialog {...props} />
    case 'reopen':
      return <ReopenDialog {...props} />
    case 'set-withdraw-pending':
      return <WithdrawDialog {...props} />
    case 'set-withdraw-approved':
    case 'set-withdraw-declined':
    case 'set-draft-resubmitted':
    case 'discard-draft':
      return <ConfirmMoveDialog action={action} {...props} />
    case 'assign-requests':
    case 'assign-slr':
    case 'assign-td':
    case 'assign-seller':
      return <AssignSlvDialog action={action} {...props} />
    default:
      return null
  }
}
