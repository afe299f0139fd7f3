import type { SlvRow } from '@portal/contract/slv/row'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { count } from '../../../lib/text/format.ts'
import type { Chosen } from '../../../records/assignment/queries.ts'
import { type SlvAssignment, useAssign } from '../../../records/slv/queries.ts'
import { toNumber } from '../../../records/slv/slv-status.tsx'
import { sellersQuery } from '../../../records/user/queries.ts'
import {
  ReassignDialog,
  type ReassignDialogProps,
} from '../../assignment/shared/reassign-dialog.tsx'
import { SplitPicker } from '../../assignment/shared/split-picker.tsx'
import { useSplit } from '../../assignment/shared/use-split.ts'
import { actionLabel, actionTable } from './action-table.tsx'
import { PersonSelect } from './person-select.tsx'

type AssignDialogProps = Pick<
  ReassignDialogProps,
  'isOver' | 'onRefused' | 'onLeaveOut' | 'onClose'
> & {
  action: SlvAssignment
  /**
   * The SLVs that the page has loaded, to name those that can't be reassigned.
   */
  slvs: readonly Pick<
    SlvRow,
    'id' | 'buyerLoan' | 'sellerLoan' | 'borrowerLastName' | 'sellerName'
  >[]
  chosen: Chosen
  /** Moves only as much of this person's work as makes everyone's equal. */
  balanceOf?: string
  /** How many are chosen, as far as the page knows. */
  total: number
  prepare?: () => Promise<unknown>
  onAssigned: () => void
  children?: ReactNode
}

const noun = ['SLV', 'SLVs'] as const

export const AssignDialog = ({ action, ...props }: AssignDialogProps) =>
  action === 'assign-seller' ? (
    <SellerDialog {...props} />
  ) : (
    <SplitDialog action={action} {...props} />
  )

type SplitDialogProps = AssignDialogProps & {
  action: Exclude<SlvAssignment, 'assign-seller'>
}

const SplitDialog = ({
  chosen,
  balanceOf,
  total,
  children,
  ...props
}: SplitDialogProps) => {
  const split = useSplit(props.action, chosen, balanceOf)
  const { assignments } = split
  // How many move to make the work equal is known once someone is chosen.
  const chosenTotal = balanceOf === undefined ? total : null
  return (
    <ReassignDialog
      {...useReassign(props, assignments?.length ?? chosenTotal)}
      assignments={assignments}
    >
      {children}
      <SplitPicker
        label={actionTable[props.action].label}
        noun={noun}
        split={split}
      />
    </ReassignDialog>
  )
}

const SellerDialog = ({
  chosen: _,
  total,
  children,
  ...props
}: Omit<AssignDialogProps, 'action'>) => {
  const { slvs } = props
  const [sellerId, setSellerId] = useState<string | null>(null)
  const sellers = useQuery({
    ...sellersQuery,
    select: (people) =>
      people.filter((person) => person.companyName === slvs[0]?.sellerName),
  })
  return (
    <ReassignDialog
      {...useReassign({ ...props, action: 'assign-seller' }, total)}
      assignments={
        sellerId === null
          ? null
          : slvs.map(({ id }) => ({ id, personId: sellerId }))
      }
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

type ReassignProps = Omit<
  AssignDialogProps,
  'chosen' | 'balanceOf' | 'total' | 'children'
>

/**
 * What every reassignment of SLVs has in common, as properties of its dialog.
 */
const useReassign = (
  { action, slvs, prepare, onAssigned, ...rest }: ReassignProps,
  total: number | null,
) => {
  const assign = useAssign(action, onAssigned)
  return {
    ...rest,
    ...({ title: actionLabel(action), noun, idField: 'proxyLoanIds' } as const),
    submitLabel:
      total === null || total === 1
        ? 'Reassign'
        : `Reassign ${count(total)} SLVs`,
    onSubmit: async (
      assignments: Parameters<ReassignDialogProps['onSubmit']>[0],
    ) => {
      await prepare?.()
      await assign.mutateAsync({ assignments })
    },
    nameOf: (id: string) => {
      const slv = slvs.find((one) => one.id === id)
      return slv ? (
        <>
          <strong>{toNumber(slv)}</strong> {slv.borrowerLastName}
        </>
      ) : (
        'An SLV that is not on this page'
      )
    },
  }
}
