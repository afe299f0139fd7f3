import { Textarea } from '@mantine/core'
import { deleteDecisionRequest } from '@portal/contract/slv-request/api'
import type { SlvDecisionRequest, SlvRequest } from '@portal/contract/slv-request/model'
import { z } from 'zod'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { useDeleteAnswer } from '../../slv-request/queries.ts'
import { useDialogForm } from '../actions/use-dialog-form.ts'

type DeleteAnswerDialogProps = { slvId: string; request: SlvRequest; answer: SlvDecisionRequest; onClose: () => void }

/** Takes an answer back; the reason stays in the history. */
export const DeleteAnswerDialog = ({ slvId, request, answer, onClose }: DeleteAnswerDialogProps) => {
  const remove = useDeleteAnswer(slvId)
  const form = useDialogForm({
    name: `${answer.id} delete`,
    initial: { deleteComment: '' },
    typed: z.object({ deleteComment: z.string() }),
    body: deleteDecisionRequest.body,
  })
  return (
    <FormDialog
      isOpen
      isDanger
      title="Delete answer"
      submitLabel="Delete answer"
      onClose={() => {
        form.drop()
        onClose()
      }}
      onSubmit={() => form.submit((values) => remove.mutateAsync({ requestId: answer.id, ...values }))}
    >
      <b>{request.summary}</b>
      <Textarea
        {...form.field('deleteComment')}
        label="Why is it deleted?"
        description="The reason stays in the history."
        withAsterisk
        autosize
        minRows={2}
        maxRows={8}
        data-autofocus
        value={form.values.deleteComment}
        onChange={(event) => form.set({ deleteComment: event.currentTarget.value })}
      />
    </FormDialog>
  )
}
