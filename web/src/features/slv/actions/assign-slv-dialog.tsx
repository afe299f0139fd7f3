import { ChangedNotice } from '../changed-notice.tsx'
import { useFlush } from '../pending-writes.tsx'
import type { SlvAssignment } from '../queries.ts'
import { AssignDialog } from './assign-dialog.tsx'
import type { DialogProps } from './move-dialog.tsx'

/** Gives this one SLV to somebody else, once all that was typed on its page is saved. */
export const AssignSlvDialog = ({ slv, action, onClose, onMoved }: DialogProps & { action: SlvAssignment }) => (
  <AssignDialog
    action={action}
    slvs={[slv]}
    isOver={!slv.availableActions.includes(action)}
    prepare={useFlush()}
    onAssigned={onMoved}
    onClose={onClose}
  >
    <ChangedNotice slv={slv} />
  </AssignDialog>
)
