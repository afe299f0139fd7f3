import { Button } from '@mantine/core'
import type { SlvRow } from '@portal/contract/slv/row'
import { type ReactNode, useState } from 'react'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { numberOf } from '../loan-number.ts'
import { type SlvAssignment, useAssign } from '../queries.ts'
import { actionLabel } from './action-table.ts'
import classes from './assign-dialog.module.css'
import { assigneeLabels, assignmentBodies, useAssignees, whysIn } from './assignment.ts'
import { PersonSelect } from './person-select.tsx'

type AssignDialogProps = {
  action: SlvAssignment
  slvs: readonly Pick<SlvRow, 'id' | 'buyerLoan' | 'sellerLoan' | 'borrowerLastName' | 'sellerName'>[]
  /** The reassignment is no longer open: the dialog stands still. */
  isOver?: boolean
  /** What must be done before anything is sent. */
  prepare?: () => Promise<unknown>
  /** Said as soon as the server has handed them over. */
  onAssigned: () => void
  onRefused?: (whys: ReadonlyMap<string, string>) => void
  onLeaveOut?: (ids: readonly string[]) => void
  onClose: () => void
  /** What else there is to know. */
  children?: ReactNode
}

/** Chooses who takes SLVs over, all or none of them. Refused, it names those that stand in the way. */
export const AssignDialog = (props: AssignDialogProps) => {
  const { action, slvs, isOver = false, prepare, onAssigned, onRefused, onLeaveOut, onClose, children } = props
  const [personId, setPersonId] = useState<string | null>(null)
  const [whys, setWhys] = useState<ReadonlyMap<string, string>>(new Map())
  const people = useAssignees(action, slvs[0]?.sellerName)
  const assign = useAssign(action, onAssigned)
  const refused = slvs.filter(({ id }) => whys.has(id))

  const submit = async () => {
    if (personId === null) return
    const ids = slvs.map(({ id }) => id)
    await prepare?.()
    try {
      await assign.mutateAsync(assignmentBodies[action](personId, ids))
    } catch (error) {
      const found = whysIn(error, ids)
      setWhys(found)
      onRefused?.(found)
      throw error
    }
  }

  return (
    <FormDialog
      isOpen
      title={actionLabel(action)}
      onClose={onClose}
      submitLabel={slvs.length === 1 ? 'Reassign' : `Reassign ${slvs.length} SLVs`}
      isSubmitDisabled={isOver || personId === null || slvs.length === 0}
      onSubmit={submit}
    >
      {children}
      <PersonSelect
        label={assigneeLabels[action]}
        placeholder="Search by name"
        people={people}
        value={personId}
        onChange={setPersonId}
        limit={50}
        openOnFocus={false}
        data-autofocus
        required
      />
      {refused.length > 0 && (
        <div className={classes.refusals}>
          <p>Nothing was reassigned, because of:</p>
          <ul>
            {refused.map((slv) => (
              <li key={slv.id}>
                <strong>{numberOf(slv)}</strong> {slv.borrowerLastName}: {whys.get(slv.id)}
              </li>
            ))}
          </ul>
          {onLeaveOut && refused.length < slvs.length && (
            <Button variant="default" onClick={() => onLeaveOut(refused.map(({ id }) => id))}>
              Leave {refused.length === 1 ? 'it' : 'them'} out
            </Button>
          )}
        </div>
      )}
    </FormDialog>
  )
}
