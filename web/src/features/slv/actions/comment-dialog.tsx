import { Textarea } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { Info } from '@portal/contract/slv/bodies'
import { z } from 'zod'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { ChangedNotice } from '../changed-notice.tsx'
import { useFlush } from '../pending-writes.tsx'
import { useMove } from '../queries.ts'
import { actionLabel } from './action-table.ts'
import { useDialogForm } from './use-dialog-form.ts'

/** The two moves that need words alone. */
export type CommentAction = 'set-slr-pending-info' | 'set-slr-info-received'

const words: Record<CommentAction, { label: string; description: string; submit: string }> = {
  'set-slr-pending-info': {
    label: 'What do you need to know?',
    description: 'The underwriter reads this. Never shown to the seller.',
    submit: 'Request information',
  },
  'set-slr-info-received': {
    label: 'Your answer',
    description: 'The SLR reviewer reads this. Never shown to the seller.',
    submit: 'Send information',
  },
}

export type DialogProps = { slv: SlvDetail; onClose: () => void; onMoved: () => void }

/** Asks the underwriter for information, or sends it to the SLR reviewer. */
export const CommentDialog = ({ slv, action, onClose, onMoved }: DialogProps & { action: CommentAction }) => {
  const flush = useFlush()
  const move = useMove(slv.id, action)
  const { label, description, submit } = words[action]
  const form = useDialogForm({
    name: `${slv.id} ${action}`,
    initial: { statusComment: '' },
    typed: z.object({ statusComment: z.string() }),
    body: Info,
  })
  return (
    <FormDialog
      isOpen
      title={actionLabel(action)}
      submitLabel={submit}
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
      {action === 'set-slr-info-received' && slv.statusComment && <blockquote>{slv.statusComment}</blockquote>}
      <Textarea
        {...form.field('statusComment')}
        label={label}
        description={description}
        withAsterisk
        autosize
        minRows={3}
        maxRows={12}
        data-autofocus
        value={form.values.statusComment}
        onChange={(event) => form.set({ statusComment: event.currentTarget.value })}
      />
    </FormDialog>
  )
}
