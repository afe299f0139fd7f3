import { slvMoves } from '@portal/contract/slv/api'
import { Reopen } from '@portal/contract/slv/bodies'
import type { SlvAction } from '@portal/contract/slv/transitions'
import { useFlush } from '../../../lib/autosave/pending-writes.tsx'
import { reportMove } from '../../../records/slv/last-change.ts'
import { useMove } from '../../../records/slv/queries.ts'
import { discardTyping } from '../form/editor.ts'
import {
  type ActionOf,
  actionTable,
  type DialogRow,
  isKind,
} from './action-table.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { DialogFields, useDialogForm } from './dialog-fields.tsx'
import {
  ChangedWhileOpen,
  type DialogProps,
  MoveDialog,
} from './move-dialog.tsx'

export const ActionDialog = ({
  action,
  ...props
}: DialogProps & { action: SlvAction }) => {
  if (isKind(action, 'dialog'))
    return <FieldsDialog action={action} {...props} />
  if (isKind(action, 'assignment'))
    return <AssignSlvDialog action={action} {...props} />
  return null
}

const FieldsDialog = ({
  slv,
  action,
  onClose,
  onMoved,
}: DialogProps & { action: ActionOf<'dialog'> }) => {
  const {
    submit,
    text,
    fields = [],
    isDanger,
    size,
  }: DialogRow = actionTable[action]
  const body = action === 'reopen' ? Reopen : slvMoves[action].body
  const isDiscard = action === 'discard-draft'
  const flush = useFlush()
  const { mutateAsync } = useMove(slv.id, action, () => {
    if (isDiscard) discardTyping(slv.id)
    onMoved()
  })
  const form = useDialogForm({
    name: `${slv.id} ${action}`,
    initial: { priceAdjustment: slv.priceAdjustment ?? null },
    body,
  })
  const send = async () => {
    // A draft that is discarded needn't be saved first.
    await flush().catch((error) => {
      if (!isDiscard) throw error
    })
    await mutateAsync(fields.length > 0 ? body.parse(form.values) : null)
  }
  return (
    <MoveDialog
      slv={slv}
      action={action}
      size={size}
      isDanger={isDanger}
      submitLabel={submit}
      onClose={onClose}
      onSubmit={() => form.submit(send)}
    >
      {text?.(slv)}
      <DialogFields slv={slv} fields={fields} form={form} />
    </MoveDialog>
  )
}

const AssignSlvDialog = ({
  slv,
  action,
  onClose,
  onMoved,
}: DialogProps & { action: ActionOf<'assignment'> }) => (
  <AssignDialog
    action={action}
    slvs={[slv]}
    chosen={{ ids: [slv.id] }}
    total={1}
    isOver={!slv.availableActions.includes(action)}
    prepare={useFlush()}
    onAssigned={() => {
      reportMove(slv.id, 'Reassigned')
      onMoved()
    }}
    onClose={onClose}
  >
    <ChangedWhileOpen slv={slv} />
  </AssignDialog>
)
