import { Textarea } from '@mantine/core'
import { Withdraw } from '@portal/contract/slv/bodies'
import { z } from 'zod'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { ChangedNotice } from '../changed-notice.tsx'
import { useFlush } from '../pending-writes.tsx'
import { useMove } from '../queries.ts'
import { actionLabel } from './action-table.ts'
import type { DialogProps } from './comment-dialog.tsx'
import { useDialogForm } from './use-dialog-form.ts'

/** The seller asks to withdraw the request, and says why. */
export const WithdrawDialog = ({ slv, onClose, onMoved }: DialogProps) => {
  const flush = useFlush()
  const move = useMove(slv.id, 'set-withdraw-pending')
  const form = useDialogForm({
    name: `${slv.id} set-withdraw-pending`,
    initial: { withdrawReason: '' },
    typed: z.object({ withdrawReason: z.string() }),
    body: Withdraw,
  })
  return (
    <FormDialog
      isOpen
      isDanger
      title={actionLabel('set-withdraw-pending')}
      submitLabel="Ask to withdraw"
      onClose={onClose}
      onSubmit={() =>
        form.submit(async (values) => {
          await flush()
          await move.mutateAsync(values)
          onMoved()
        })
      }
    >
      <ChangedNotice slv={slv} />
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
    </FormDialog>
  )
}
