import { Button, List, Paper, Stack } from '@mantine/core'
import { slvAssignments } from '@portal/contract/slv/api'
import type { SlvRow } from '@portal/contract/slv/row'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { problemsOf } from '../../../lib/call-error.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { sellersQuery, underwritersQuery } from '../../user/queries.ts'
import { type SlvAssignment, useAssign } from '../queries.ts'
import { numberOf } from '../shared/slv-status.tsx'
import { actionLabel, actionTable } from './action-table.tsx'
import { PersonSelect } from './inputs.tsx'

type AssignDialogProps = {
  action: SlvAssignment
  slvs: readonly Pick<SlvRow, 'id' | 'buyerLoan' | 'sellerLoan' | 'borrowerLastName' | 'sellerName'>[]
  isOver?: boolean
  prepare?: () => Promise<unknown>
  onAssigned: () => void
  onRefused?: (reasons: ReadonlyMap<string, string>) => void
  onLeaveOut?: (ids: readonly string[]) => void
  onClose: () => void
  children?: ReactNode
}

/** Reassigns SLVs, all or none. When it is refused, it names the SLVs that can't be reassigned, and why. */
export const AssignDialog = (props: AssignDialogProps) => {
  const { action, slvs, isOver = false, prepare, onAssigned, onRefused, onLeaveOut, onClose, children } = props
  const { label, field } = actionTable[action]
  const [personId, setPersonId] = useState<string | null>(null)
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map())
  const people = useAssignees(action, slvs[0]?.sellerName)
  const assign = useAssign(action, onAssigned)
  const refused = slvs.filter(({ id }) => reasons.has(id))

  const submit = async () => {
    if (personId === null) return
    const ids = slvs.map(({ id }) => id)
    await prepare?.()
    try {
      await assign.mutateAsync(slvAssignments[action].body.parse({ [field]: personId, proxyLoanIds: ids }))
    } catch (error) {
      const refusals = new Map(ids.flatMap((id) => reasonsFor(error, id)))
      setReasons(refusals)
      onRefused?.(refusals)
      throw error
    }
  }

  return (
    <FormDialog
      title={actionLabel(action)}
      onClose={onClose}
      submitLabel={slvs.length === 1 ? 'Reassign' : `Reassign ${slvs.length} SLVs`}
      isSubmitDisabled={isOver || personId === null || slvs.length === 0}
      onSubmit={submit}
    >
      {children}
      <PersonSelect
        label={label}
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
        <Paper p="sm" bd="1px solid var(--mantine-color-error)">
          <Stack gap="xs" align="flex-start">
            Nothing was reassigned. These SLVs can’t be:
            <List mah="12rem" fz="inherit" style={{ overflow: 'auto' }}>
              {refused.map((slv) => (
                <List.Item key={slv.id}>
                  <strong>{numberOf(slv)}</strong> {slv.borrowerLastName}: {reasons.get(slv.id)}
                </List.Item>
              ))}
            </List>
            {onLeaveOut && refused.length < slvs.length && (
              <Button variant="default" onClick={() => onLeaveOut(refused.map(({ id }) => id))}>
                Leave {refused.length === 1 ? 'it' : 'them'} out
              </Button>
            )}
          </Stack>
        </Paper>
      )}
    </FormDialog>
  )
}

/** Who can take over: active, with the permission that the work needs; sellers only of the SLVs' own company. */
const useAssignees = (action: SlvAssignment, companyName: string | undefined) => {
  const { permission } = actionTable[action]
  const underwriters = useQuery({ ...underwritersQuery(permission ?? undefined), enabled: permission !== null })
  const sellers = useQuery({
    ...sellersQuery,
    enabled: permission === null,
    select: (people) => people.filter((person) => person.companyName === companyName),
  })
  return permission === null ? sellers : underwriters
}

/** Why an SLV could not be reassigned; the server names it `proxyLoanIds.{id}`. */
const reasonsFor = (error: unknown, id: string) =>
  problemsOf(error)
    .filter(({ field }) => field === `proxyLoanIds.${id}`)
    .map((problem): [string, string] => [id, problem.error])
