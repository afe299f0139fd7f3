import { Textarea } from '@mantine/core'
import { Info } from '@portal/contract/slv/bodies'
import { z } from 'zod'
import { useMove } from '../queries.ts'
import { type DialogProps, MoveDialog } from './move-dialog.tsx'
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

/** Asks the underwriter for information, or sends it to the SLR reviewer. */
export const CommentDialog = ({ slv, action, onClose, onMoved }: DialogProps & { action: CommentAction }) => {
  const move = useMove(slv.id, action, onMoved)
  const { label, description, submit } = words[action]
  const form = useDialogForm({
    name: `${slv.id} ${action}`,
    initial: { statusComment: '' },
    typed: z.object({ statusComment: z.string() }),
    body: Info,
  })
  return (
    <MoveDialog
      slv={slv}
      action={action}
      submitLabel={submit}
      onClose={onClose}
      check={form.submit}
      onSend={() => move.mutateAsync(form.values)}
    >
      {action === 'set-slr-info-received' && slv.statusComment && (
        <p>
          {slv.underwriterManagerName ?? 'SLR'} asks: <b>{slv.statusComment}</b>
        </p>
      )}
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
    </MoveDialog>
  )
}
