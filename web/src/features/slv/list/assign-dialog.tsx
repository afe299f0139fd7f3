import { Button, Select } from '@mantine/core'
import { slvTransitions } from '@portal/contract/slv/transitions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemsOf } from '../../../lib/call-error.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { sellersQuery, underwritersQuery } from '../../user/queries.ts'
import { type AssignmentBody, type SlvAssignment, useAssign } from '../queries.ts'
import { fitsAssignment, misfit, neededOf } from './bulk-actions.ts'
import { numberOf } from './columns.tsx'
import classes from './slv-list.module.css'
import type { RowSelection } from './use-row-selection.ts'

type AssignDialogProps = { action: SlvAssignment; selection: RowSelection; onClose: () => void }

/** Chooses who takes the selected SLVs over. Refused as a whole, it names the rows that stand in the way. */
export const AssignDialog = ({ action, selection, onClose }: AssignDialogProps) => {
  const rows = selection.rows.filter((row) => fitsAssignment(action, row))
  const staying = selection.rows.length - rows.length
  const [personId, setPersonId] = useState<string | null>(null)
  const [isOpen, setIsOpen] = useState(true)
  const people = usePeople(action, rows[0]?.sellerName)
  const assign = useAssign(action)
  const refused = rows.filter(({ id }) => selection.refused.has(id))

  const submit = async () => {
    if (personId === null) return
    const ids = rows.map(({ id }) => id)
    try {
      await assign.mutateAsync(bodies[action](personId, ids))
      selection.clear()
    } catch (error) {
      selection.refuse(whysIn(problemsOf(error), ids))
      throw error
    }
  }

  return (
    <FormDialog
      title={slvTransitions[action].label}
      isOpen={isOpen}
      onClose={() => {
        setIsOpen(false)
        onClose()
      }}
      submitLabel={`Reassign ${rows.length} SLV${rows.length === 1 ? '' : 's'}`}
      isSubmitDisabled={personId === null || rows.length === 0}
      onSubmit={submit}
    >
      <Select
        label="Reassign to"
        placeholder="Search by name"
        data={people.options}
        value={personId}
        onChange={setPersonId}
        searchable
        limit={50}
        openOnFocus={false}
        nothingFoundMessage={people.isPending ? 'Reading…' : 'Nobody of this name'}
        error={people.isError && 'The list of people could not be read'}
        data-autofocus
        required
      />
      {staying > 0 && (
        <p className={classes.note}>
          {staying} of the {selection.rows.length} selected stay as they are: {misfit[action]}.
        </p>
      )}
      {refused.length > 0 && (
        <div className={classes.refusals}>
          <p>Nothing was reassigned, because of:</p>
          <ul>
            {refused.map((row) => (
              <li key={row.id}>
                <strong>{numberOf(row)}</strong> {row.borrowerLastName}: {selection.refused.get(row.id)}
              </li>
            ))}
          </ul>
          {refused.length < rows.length && (
            <Button variant="default" onClick={() => selection.leaveOut(refused.map(({ id }) => id))}>
              Leave {refused.length === 1 ? 'it' : 'them'} out
            </Button>
          )}
        </div>
      )}
    </FormDialog>
  )
}

/** Who may take over: active, and holding what the work needs; sellers only of the SLVs' own company. */
const usePeople = (action: SlvAssignment, companyName: string | undefined) => {
  const needed = neededOf[action]
  const underwriters = useQuery({ ...underwritersQuery(needed ?? undefined), enabled: needed !== null })
  const sellers = useQuery({ ...sellersQuery, enabled: needed === null })
  const { data, isPending, isError } = needed === null ? sellers : underwriters
  const people = needed === null ? data?.filter((person) => person.companyName === companyName) : data
  return { options: people?.map(({ id, name }) => ({ value: id, label: name })) ?? [], isPending, isError }
}

const bodies: { [A in SlvAssignment]: (personId: string, proxyLoanIds: string[]) => AssignmentBody<A> } = {
  'assign-requests': (underwriterId, proxyLoanIds) => ({ underwriterId, proxyLoanIds }),
  'assign-slr': (underwriterManagerId, proxyLoanIds) => ({ underwriterManagerId, proxyLoanIds }),
  'assign-td': (tradeDeskId, proxyLoanIds) => ({ tradeDeskId, proxyLoanIds }),
  'assign-seller': (sellerId, proxyLoanIds) => ({ sellerId, proxyLoanIds }),
}

/** The server names a row as `proxyLoanIds.{id}`. */
const whysIn = (problems: readonly { field: string; error: string }[], ids: readonly string[]) =>
  new Map(
    problems.flatMap(({ field, error }) => {
      const named = field.startsWith('proxyLoanIds.') ? field.slice('proxyLoanIds.'.length) : ''
      return ids.includes(named) ? [[named, error] as const] : []
    }),
  )
