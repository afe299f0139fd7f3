import { Text } from '@mantine/core'
import { AssignDialog } from '../actions/assign-dialog.tsx'
import type { SlvAssignment } from '../queries.ts'
import { fitsAssignment, misfit } from './bulk-actions.ts'
import type { RowSelection } from './use-row-selection.ts'

type AssignSelectedDialogProps = { action: SlvAssignment; selection: RowSelection; onClose: () => void }

export const AssignSelectedDialog = ({ action, selection, onClose }: AssignSelectedDialogProps) => {
  const rows = selection.rows.filter((row) => fitsAssignment(action, row))
  const staying = selection.rows.length - rows.length
  const beyond = rows.filter(({ id }) => selection.isBeyond(id)).length
  return (
    <AssignDialog
      action={action}
      slvs={rows}
      onAssigned={selection.clear}
      onRefused={selection.refuse}
      onLeaveOut={selection.leaveOut}
      onClose={onClose}
    >
      {staying > 0 && (
        <Text c="dimmed">
          {staying} of the {selection.rows.length} selected stay as they are: {misfit[action]}.
        </Text>
      )}
      {beyond > 0 && (
        <Text c="dimmed">
          {beyond} of the {rows.length} {beyond === 1 ? 'is' : 'are'} not on this page.
        </Text>
      )}
    </AssignDialog>
  )
}
