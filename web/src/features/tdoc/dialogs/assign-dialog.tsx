import type { Tdoc } from '@portal/contract/tdoc/answers'
import { tdocTransitions } from '@portal/contract/tdoc/transitions'
import { count } from '../../../lib/text/format.ts'
import type { Chosen } from '../../../records/assignment/queries.ts'
import { changeLabel } from '../../../records/tdoc/change.ts'
import { getName } from '../../../records/tdoc/texts.ts'
import { SecondaryButton } from '../../../ui/presets.ts'
import { ReassignDialog } from '../../assignment/shared/reassign-dialog.tsx'
import { SplitPicker } from '../../assignment/shared/split-picker.tsx'
import { useSplit } from '../../assignment/shared/use-split.ts'
import { useAssignTdocs } from '../writes.ts'

type AssignDialogProps = {
  kind: 'underwriter' | 'reviewer'
  chosen: Chosen
  total: number
  tdocOf: (id: string) => Tdoc | undefined
  onAssigned: () => void
  /** Null if all that match are chosen, which can't be unassigned together. */
  onUnassign: (() => void) | null
  onLeaveOut: (ids: readonly string[]) => void
  onClose: () => void
}

const actions = {
  underwriter: 'set-underwriter',
  reviewer: 'set-reviewer',
} as const
const noun = ['Tdoc', 'Tdocs'] as const

/**
 * Sets the underwriter or the reviewer of several Tdocs: one person, or several
 * evenly.
 */
export const AssignDialog = ({
  kind,
  chosen,
  total,
  tdocOf,
  onAssigned,
  onUnassign,
  ...rest
}: AssignDialogProps) => {
  const split = useSplit(actions[kind], chosen)
  const assign = useAssignTdocs(kind)
  const { assignments } = split
  const number = assignments?.length ?? total
  return (
    <ReassignDialog
      {...rest}
      title={tdocTransitions[actions[kind]].label}
      submitLabel={`Assign ${count(number)} ${noun[number === 1 ? 0 : 1]}`}
      noun={noun}
      idField="tdocIds"
      assignments={assignments}
      onSubmit={async (to) => {
        await assign.mutateAsync(to)
        onAssigned()
      }}
      nameOf={(id) => {
        const tdoc = tdocOf(id)
        return (
          <strong>
            {tdoc ? getName(tdoc) : 'A Tdoc that is not on this page'}
          </strong>
        )
      }}
      start={
        onUnassign && (
          <SecondaryButton onClick={onUnassign}>Unassign</SecondaryButton>
        )
      }
    >
      <SplitPicker label={changeLabel(kind)} noun={noun} split={split} />
    </ReassignDialog>
  )
}
