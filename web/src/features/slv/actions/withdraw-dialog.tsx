import { Textarea } from '@mantine/core'
import { Withdraw } from '@portal/contract/slv/bodies'
import { z } from 'zod'
import { useMove } from '../queries.ts'
import { type DialogProps, MoveDialog } from './move-dialog.tsx'
import { useDialogForm } from './use-dialog-form.ts'

/** The seller asks to withdraw the request, and says why. */
export const WithdrawDialog = ({ slv, onClose, onMoved }: DialogProps) => {
  const move = useMove(slv.id, 'set-withdraw-pending', onMoved)
  const form = useDialogForm({
    name: `${slv.id} set-withdraw-pending`,
    initial: { withdrawReason: '' },
    typed: z.object({ withdrawReason: z.string() }),
    body: Withdraw,
  })
  return (
    <MoveDialog
      slv={slv}
      action="set-withdraw-pending"
      isDanger
      submitLabel="Ask to withdraw"
      onClose={onClose}
      check={form.submit}
      onSend={() => move.mutateAsync(form.values)}
    >
      <Textarea
        {...form.field('withdrawReason')}
        label="Why do you withdraw this request?"
        description="The underwriter reads this and answers. The review rests until then."
        withAsterisk
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus
        value={form.values.withdrawReason}
        onChange={(event) => form.set({ withdrawReason: event.currentTarget.value })}
      />
    </MoveDialog>
  )
}
