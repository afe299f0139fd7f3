import type { SlvDetail } from '@portal/contract/slv/answers'
import type { SlvAction } from '@portal/contract/slv/transitions'
import { type ComponentProps, useState } from 'react'
import { isOwnChange } from '../../../records/slv/queries.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { actionLabel } from './action-table.tsx'
import { ChangedNotice } from './changed-notice.tsx'

/**
 * The props of an action's dialog. `onMoved` is called as soon as the server
 * has moved the SLV.
 */
export type DialogProps = {
  slv: SlvDetail
  onClose: () => void
  onMoved: () => void
}

type MoveDialogProps = Omit<ComponentProps<typeof FormDialog>, 'title'> & {
  slv: SlvDetail
  action: SlvAction
}

/**
 * The dialog of one move. It shows what someone else changed meanwhile, and
 * can't be sent once the move is no longer possible.
 */
export const MoveDialog = ({
  slv,
  action,
  isSubmitDisabled = false,
  children,
  ...dialog
}: MoveDialogProps) => (
  <FormDialog
    {...dialog}
    title={actionLabel(action)}
    isSubmitDisabled={
      isSubmitDisabled || !slv.availableActions.includes(action)
    }
  >
    <ChangedWhileOpen slv={slv} />
    {children}
  </FormDialog>
)

/** What someone else changed since the dialog was opened. */
export const ChangedWhileOpen = ({ slv }: { slv: SlvDetail }) => {
  const [seen, setSeen] = useState(slv)
  // What this person typed before may be saved only now.
  if (isOwnChange(seen, slv)) setSeen(slv)
  return (
    <ChangedNotice seen={seen} slv={slv}>
      This SLV changed while the dialog was open. Continue, or cancel to review
      it.
    </ChangedNotice>
  )
}
