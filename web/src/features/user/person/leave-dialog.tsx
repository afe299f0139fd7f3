import { dropText } from '../../../lib/kept-text.ts'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { draftName } from './use-rights-draft.ts'

type LeaveDialogProps = { userId: string; onStay: () => void; onLeave: () => void }

/** Asks before a drawer with unsaved changes is closed. */
export const LeaveDialog = ({ userId, onStay, onLeave }: LeaveDialogProps) => (
  <ConfirmDialog
    title="Close without saving?"
    text="What you changed of this person is not saved yet. Closing discards it."
    confirmLabel="Discard and close"
    isDanger
    isOpen
    onClose={onStay}
    onConfirm={async () => {
      dropText(draftName(userId))
      onLeave()
    }}
  />
)
