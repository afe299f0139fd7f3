import { Textarea } from '@mantine/core'
import { Reopen } from '@portal/contract/slv/bodies'
import { z } from 'zod'
import { useMove } from '../queries.ts'
import { type DialogProps, MoveDialog } from './move-dialog.tsx'
import { useDialogForm } from './use-dialog-form.ts'

/** Opens a decided SLV again, and says why. */
export const ReopenDialog = ({ slv, onClose, onMoved }: DialogProps) => {
  const move = useMove(slv.id, 'start-review-process', onMoved)
  const form = useDialogForm({
    name: `${slv.id} reopen`,
    initial: { reopenReason: '' },
    typed: z.object({ reopenReason: z.string() }),
    body: Reopen,
  })
  return (
    <MoveDialog
      slv={slv}
      action="reopen"
      isDanger
      submitLabel="Reopen"
      onClose={onClose}
      check={form.submit}
      onSend={() => move.mutateAsync(form.values)}
    >
      <Textarea
        {...form.field('reopenReason')}
        label="Why are you reopening this decision?"
        description="The seller sees this in the history, and the seller and their BDD are notified. The decision is no longer in effect."
        withAsterisk
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus
        value={form.values.reopenReason}
        onChange={(event) => form.set({ reopenReason: event.currentTarget.value })}
      />
    </MoveDialog>
  )
}
