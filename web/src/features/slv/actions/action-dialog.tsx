import { slvMoves } from '@portal/contract/slv/api'
import { Reopen } from '@portal/contract/slv/bodies'
import type { SlvAction } from '@portal/contract/slv/transitions'
import { ChangedNotice } from '../changed-notice.tsx'
import { FinalDecisionDialog } from '../decision/final-decision-dialog.tsx'
import { discardTyping } from '../form/use-editor.ts'
import { useFlush } from '../pending-writes.tsx'
import { useMove } from '../queries.ts'
import { ActionFields, ActionValues } from './action-fields.tsx'
import { type ActionOf, actionTable, type DialogRow, isKind } from './action-table.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { type DialogProps, MoveDialog } from './move-dialog.tsx'
import { useDialogForm } from './use-dialog-form.ts'

export const ActionDialog = ({ action, ...props }: DialogProps & { action: SlvAction }) => {
  if (isKind(action, 'dialog')) return <FieldsDialog action={action} {...props} />
  if (isKind(action, 'assignment')) return <AssignSlvDialog action={action} {...props} />
  return isKind(action, 'final-decision') ? <FinalDecisionDialog {...props} /> : null
}

type DialogAction = ActionOf<'dialog'>

/** The fields that the action table declares, checked by the contract's body and kept until they are sent. */
const FieldsDialog = ({ slv, action, onClose, onMoved }: DialogProps & { action: DialogAction }) => {
  const { submit, text, fields = [], isDanger = false, size }: DialogRow = actionTable[action]
  const body = action === 'reopen' ? Reopen : slvMoves[action].body
  const { mutateAsync } = useMove(slv.id, action, () => {
    if (action === 'discard-draft') discardTyping(slv.id)
    onMoved()
  })
  const form = useDialogForm({
    name: `${slv.id} ${action}`,
    initial: ActionValues.parse({ priceAdjustment: slv.priceAdjustment }),
    typed: ActionValues,
    body,
  })
  return (
    <MoveDialog
      slv={slv}
      action={action}
      {...(size && { size })}
      isDanger={isDanger}
      submitLabel={submit}
      onClose={onClose}
      check={form.submit}
      onSend={() => mutateAsync(fields.length > 0 ? body.parse(form.values) : null)}
    >
      {text?.(slv)}
      <ActionFields slvId={slv.id} fields={fields} form={form} />
    </MoveDialog>
  )
}

const AssignSlvDialog = ({ slv, action, onClose, onMoved }: DialogProps & { action: ActionOf<'assignment'> }) => (
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
