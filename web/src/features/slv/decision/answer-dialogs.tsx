import { deleteDecisionRequest } from '@portal/contract/slv-request/api'
import { NewSlvDecisionRequest, type SlvDecisionRequest, type SlvRequest } from '@portal/contract/slv-request/model'
import type { ComponentProps } from 'react'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { useDeleteAnswer, useUpdateAnswer } from '../../slv-request/queries.ts'
import { type DialogField, DialogFields, useDialogForm } from '../actions/dialog-fields.tsx'

type AnswerDialogProps = {
  slvId: string
  request: SlvRequest
  answer: SlvDecisionRequest
  onClose: () => void
}

const AnswerBody = NewSlvDecisionRequest.omit({ slvRequestId: true })

const answerFields: readonly DialogField[] = [
  { kind: 'decision', name: 'decision', label: 'Answer' },
  { kind: 'text', name: 'currentGuideline', label: 'Current guideline', isOptional: true },
  {
    kind: 'text',
    name: 'comment',
    label: 'Comment',
    description: 'The seller sees the answer once the decision is final.',
    isOptional: true,
  },
]

/** Changes the answer to a variance, with its comment and its guideline text. */
export const ChangeAnswerDialog = ({ slvId, request, answer, onClose }: AnswerDialogProps) => {
  const update = useUpdateAnswer(slvId)
  const form = useDialogForm({ name: `${answer.id} answer`, initial: answer, body: AnswerBody })
  const send = () => update.mutateAsync({ requestId: answer.id, patch: AnswerBody.parse(form.values) })
  return (
    <FieldsDialog
      {...{ slvId, request, form, onClose }}
      title="Change answer"
      submitLabel="Save answer"
      fields={answerFields}
      onSubmit={() => form.submit(send)}
    />
  )
}

const deleteFields: readonly DialogField[] = [
  {
    kind: 'text',
    name: 'deleteComment',
    label: 'Why are you deleting this answer?',
    description: 'The reason stays in the history.',
  },
]

export const DeleteAnswerDialog = ({ slvId, request, answer, onClose }: AnswerDialogProps) => {
  const remove = useDeleteAnswer(slvId)
  const form = useDialogForm({ name: `${answer.id} delete`, body: deleteDecisionRequest.body })
  return (
    <FieldsDialog
      {...{ slvId, request, form, onClose }}
      isDanger
      title="Delete answer"
      submitLabel="Delete answer"
      fields={deleteFields}
      onSubmit={() => form.submit(({ deleteComment }) => remove.mutateAsync({ requestId: answer.id, deleteComment }))}
    />
  )
}

type FieldsDialogProps = Omit<ComponentProps<typeof FormDialog>, 'children'> &
  ComponentProps<typeof DialogFields> & { request: SlvRequest }

/** A dialog about one variance. Closing it drops what was typed. */
const FieldsDialog = ({ slvId, fields, form, request, onClose, ...dialog }: FieldsDialogProps) => {
  const close = () => {
    form.drop()
    onClose()
  }
  return (
    <FormDialog {...dialog} onClose={close}>
      <b>{request.summary}</b>
      <DialogFields slvId={slvId} fields={fields} form={form} />
    </FormDialog>
  )
}
