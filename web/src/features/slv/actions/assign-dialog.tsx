import { slvAssignments } from '@portal/contract/slv/api'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { sellersQuery, underwritersQuery } from '../../user/queries.ts'
import { neededOf } from '../list/bulk-actions.ts'
import { type AssignmentBody, type SlvAssignment, useAssign } from '../queries.ts'
import { type DialogProps, MoveDialog } from './move-dialog.tsx'
import { PersonSelect } from './person-select.tsx'
import { useDialogForm } from './use-dialog-form.ts'

/** As the server calls whom an SLV is given to. */
const fields = {
  'assign-requests': 'underwriterId',
  'assign-slr': 'underwriterManagerId',
  'assign-td': 'tradeDeskId',
  'assign-seller': 'sellerId',
} as const satisfies Record<SlvAssignment, string>

const labels: Record<SlvAssignment, string> = {
  'assign-requests': 'Underwriter',
  'assign-slr': 'SLR reviewer',
  'assign-td': 'Trade desk reviewer',
  'assign-seller': 'Seller',
}

const bodyOf = (action: SlvAssignment, id: string, slvId: string): AssignmentBody<SlvAssignment> => {
  const proxyLoanIds = [slvId]
  if (action === 'assign-requests') return { underwriterId: id, proxyLoanIds }
  if (action === 'assign-slr') return { underwriterManagerId: id, proxyLoanIds }
  if (action === 'assign-td') return { tradeDeskId: id, proxyLoanIds }
  return { sellerId: id, proxyLoanIds }
}

/** Gives this one SLV to somebody else. */
export const AssignDialog = ({ slv, action, onClose, onMoved }: DialogProps & { action: SlvAssignment }) => {
  const assign = useAssign(action, onMoved)
  const field = fields[action]
  const needed = neededOf[action]
  const underwriters = useQuery({ ...underwritersQuery(needed ?? undefined), enabled: needed !== null })
  const sellers = useQuery({
    ...sellersQuery,
    enabled: needed === null,
    select: (people) => people.filter(({ companyName }) => companyName === slv.sellerName),
  })
  const form = useDialogForm({
    name: `${slv.id} ${action}`,
    initial: { [field]: null, proxyLoanIds: [slv.id] },
    typed: z.object({ [field]: z.string().nullable(), proxyLoanIds: z.array(z.string()) }),
    body: slvAssignments[action].body,
  })
  const chosen = form.values[field]
  const refused = form.problems.find((problem) => problem.field.startsWith('proxyLoanIds'))?.error

  return (
    <MoveDialog
      slv={slv}
      action={action}
      size="sm"
      submitLabel="Reassign"
      onClose={onClose}
      check={form.submit}
      onSend={() => assign.mutateAsync(bodyOf(action, String(chosen), slv.id))}
    >
      <PersonSelect
        {...form.field(field)}
        label={labels[action]}
        withAsterisk
        data-autofocus
        people={needed === null ? sellers : underwriters}
        value={typeof chosen === 'string' ? chosen : null}
        onChange={(id) => form.set({ [field]: id })}
      />
      {refused && <p role="alert">{refused}</p>}
    </MoveDialog>
  )
}
