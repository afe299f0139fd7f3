import { Button, List, Paper, Stack } from '@mantine/core'
import type { AssignTo } from '@portal/contract/assignment/model'
import type { SlvRow } from '@portal/contract/slv/row'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { problemsOf } from '../../../lib/call-error.ts'
import { count } from '../../../lib/text/format.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import type { Chosen } from '../../assignment/queries.ts'
import { SplitPicker } from '../../assignment/shared/split-picker.tsx'
import { useSplit } from '../../assignment/shared/use-split.ts'
import { sellersQuery } from '../../user/queries.ts'
import { type SlvAssignment, useAssign } from '../queries.ts'
import { numberOf } from '../shared/slv-status.tsx'
import { actionLabel, actionTable } from './action-table.tsx'
import { PersonSelect } from './inputs.tsx'

type AssignDialogProps = {
  action: SlvAssignment
  /** The SLVs that the page has loaded, for the names of those that can't be reassigned. */
  slvs: readonly Pick<SlvRow, 'id' | 'buyerLoan' | 'sellerLoan' | 'borrowerLastName' | 'sellerName'>[]
  chosen: Chosen
  /** How many that are, as far as the page knows. */
  total: number
  isOver?: boolean
  prepare?: () => Promise<unknown>
  onAssigned: () => void
  onRefused?: (reasons: ReadonlyMap<string, string>) => void
  onLeaveOut?: (ids: readonly string[]) => void
  onClose: () => void
  children?: ReactNode
}

/** Reassigns one SLV or many, all or none. When it is refused, it names the SLVs that can't be reassigned, and why. */
export const AssignDialog = ({ action, ...props }: AssignDialogProps) =>
  action === 'assign-seller' ? <SellerDialog {...props} /> : <SplitDialog action={action} {...props} />

type SplitDialogProps = AssignDialogProps & { action: Exclude<SlvAssignment, 'assign-seller'> }

const SplitDialog = ({ action, chosen, total, children, ...props }: SplitDialogProps) => {
  const split = useSplit(action, chosen)
  const people = new Set(split.assignments?.map(({ personId }) => personId)).size
  return (
    <ReassignDialog
      {...props}
      action={action}
      assignments={split.assignments}
      total={split.assignments?.length ?? total}
      size={total > 1 || people > 1 ? 'lg' : 'md'}
    >
      {children}
      <SplitPicker label={actionTable[action].label} noun={['SLV', 'SLVs']} split={split} />
    </ReassignDialog>
  )
}

const SellerDialog = ({ slvs, chosen: _, children, ...props }: Omit<AssignDialogProps, 'action'>) => {
  const [sellerId, setSellerId] = useState<string | null>(null)
  const sellers = useQuery({
    ...sellersQuery,
    select: (people) => people.filter((person) => person.companyName === slvs[0]?.sellerName),
  })
  return (
    <ReassignDialog
      {...props}
      action="assign-seller"
      slvs={slvs}
      assignments={sellerId === null ? null : slvs.map(({ id }) => ({ id, personId: sellerId }))}
      size="md"
    >
      {children}
      <PersonSelect
        label={actionTable['assign-seller'].label}
        placeholder="Search by name"
        people={sellers}
        value={sellerId}
        onChange={setSellerId}
        limit={50}
        openOnFocus={false}
        data-autofocus
        required
      />
    </ReassignDialog>
  )
}

type ReassignDialogProps = Omit<AssignDialogProps, 'chosen'> & {
  assignments: readonly AssignTo[] | null
  size: 'md' | 'lg'
}

const ReassignDialog = (props: ReassignDialogProps) => {
  const { action, slvs, assignments, total, isOver = false, prepare, onAssigned, onRefused, onLeaveOut } = props
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map())
  const assign = useAssign(action, onAssigned)
  const refused = [...reasons].map(([id, reason]) => ({ id, reason, slv: slvs.find((one) => one.id === id) }))

  const submit = async () => {
    if (!assignments) return
    await prepare?.()
    try {
      await assign.mutateAsync({ assignments: [...assignments] })
    } catch (error) {
      const refusals = new Map(assignments.flatMap(({ id }) => reasonsFor(error, id)))
      setReasons(refusals)
      onRefused?.(refusals)
      throw error
    }
  }

  return (
    <FormDialog
      title={actionLabel(action)}
      onClose={props.onClose}
      size={props.size}
      submitLabel={total === 1 ? 'Reassign' : `Reassign ${count(total)} SLVs`}
      isSubmitDisabled={isOver || !assignments || assignments.length === 0}
      onSubmit={submit}
    >
      {props.children}
      {refused.length > 0 && (
        <Paper p="sm" bd="1px solid var(--mantine-color-error)">
          <Stack gap="xs" align="flex-start">
            Nothing was reassigned. These SLVs can’t be:
            <List mah="12rem" fz="inherit" style={{ overflow: 'auto' }}>
              {refused.map(({ id, reason, slv }) => (
                <List.Item key={id}>
                  <strong>{slv ? numberOf(slv) : 'An SLV that is not on this page'}</strong> {slv?.borrowerLastName}:{' '}
                  {reason}
                </List.Item>
              ))}
            </List>
            {onLeaveOut && refused.length < total && (
              <Button
                variant="default"
                onClick={() => {
                  onLeaveOut(refused.map(({ id }) => id))
                  setReasons(new Map())
                }}
              >
                Leave {refused.length === 1 ? 'it' : 'them'} out
              </Button>
            )}
          </Stack>
        </Paper>
      )}
    </FormDialog>
  )
}

/** Why an SLV could not be reassigned; the server names it `proxyLoanIds.{id}`. */
const reasonsFor = (error: unknown, id: string) =>
  problemsOf(error)
    .filter(({ field }) => field === `proxyLoanIds.${id}`)
    .map((problem): [string, string] => [id, problem.error])
