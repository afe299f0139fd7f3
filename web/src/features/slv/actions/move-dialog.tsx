import type { SlvDetail } from '@portal/contract/slv/answers'
import type { SlvAction } from '@portal/contract/slv/transitions'
import type { ReactNode } from 'react'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { ChangedNotice } from '../changed-notice.tsx'
import { useFlush } from '../pending-writes.tsx'
import { actionLabel } from './action-table.tsx'

/** The props of an action's dialog. `onMoved` is called as soon as the server has moved the SLV. */
export type DialogProps = { slv: SlvDetail; onClose: () => void; onMoved: () => void }

type MoveDialogProps = {
  slv: SlvDetail
  action: SlvAction
  onClose: () => void
  submitLabel: string
  isSubmitDisabled?: boolean
  onSend: () => Promise<unknown>
  check?: (send: () => Promise<unknown>) => Promise<unknown>
  children: ReactNode
  size?: 'sm' | 'md' | 'lg'
  isDanger?: boolean
}

/** The dialog of one move. It shows what someone else changed meanwhile, and can't be sent once the move is no longer possible. */
export const MoveDialog = (props: MoveDialogProps) => {
  const { slv, action, onClose, submitLabel, isSubmitDisabled = false, onSend, children, size = 'md', isDanger } = props
  const { check = (send) => send() } = props
  const flush = useFlush()
  const send = async () => {
    // A draft that is discarded needn't be saved first.
    if (action === 'discard-draft') await flush().catch(() => undefined)
    else await flush()
    await onSend()
  }
  return (
    <FormDialog
      isOpen
      size={size}
      isDanger={isDanger ?? false}
      title={actionLabel(action)}
      submitLabel={submitLabel}
      isSubmitDisabled={isSubmitDisabled || !slv.availableActions.includes(action)}
      onClose={onClose}
      onSubmit={() => check(send)}
    >
      <ChangedNotice slv={slv} />
      {children}
    </FormDialog>
  )
}
